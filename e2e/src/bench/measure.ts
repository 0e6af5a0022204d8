import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import type { LinkProfile } from './link.ts';
import { networkLog, serialRounds } from './network-log.ts';

/** What one cold load showed. Times in ms from the start of the navigation. */
export type ColdLoad = {
  rounds: number;
  requests: number;
  bytes: number;
  html: number;
  js: number;
  css: number;
  api: number;
  fcp: number;
  lcp: number;
  /** The content is on the screen: for the portal, the member's name. */
  content: number;
  blocking: number;
  cls: number;
  /** The longest chain, a line a request: when it began and ended, and what it was. */
  chain: readonly string[];
};

export type ColdLoadTarget = {
  readonly url: string;
  /** Selector that is visible only with real data. */
  readonly ready: string;
  /** Signed-in state, made afresh: refresh tokens rotate. */
  readonly storageState?: () => Promise<BrowserContextOptions['storageState']>;
};

export type ColdLoadConditions = {
  readonly cpuSlowdown: number;
  /** Chromium's own throttling; leave out where the link itself is emulated. */
  readonly throttle?: LinkProfile;
  readonly hostRules?: readonly string[];
  readonly executablePath?: string;
  readonly launchArgs: readonly string[];
};

export const PHONE = {
  viewport: { width: 412, height: 915 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'ja-JP',
} as const satisfies BrowserContextOptions;

/** Slows the page's network and processor down to those of a slow phone. */
export async function emulateSlowPhone(
  session: CDPSession,
  { cpuSlowdown, throttle }: Pick<ColdLoadConditions, 'cpuSlowdown' | 'throttle'>,
): Promise<void> {
  if (throttle) {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: throttle.rttMs,
      downloadThroughput: throttle.downBps / 8,
      uploadThroughput: throttle.upBps / 8,
    });
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
}

const READY_TIMEOUT_MS = 60_000;
/** After the content: long tasks and shifts that still come belong to the load. */
const SETTLE_MS = 1_000;

/** One life: a fresh browser and profile, one cold load on an emulated phone. */
export async function coldLoad(
  target: ColdLoadTarget,
  conditions: ColdLoadConditions,
): Promise<ColdLoad> {
  const storageState = await target.storageState?.();
  const browser = await launch(conditions);
  try {
    const context = await browser.newContext({
      ...(storageState ? { storageState } : {}),
      ignoreHTTPSErrors: true,
      ...PHONE,
    });
    const page = await context.newPage();
    // A member's browser is already running: pay for its start on an empty page.
    await page.goto('about:blank');
    return await measure(page, target, conditions);
  } finally {
    await browser.close();
  }
}

async function launch({
  executablePath,
  launchArgs,
  hostRules,
}: ColdLoadConditions): Promise<Browser> {
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      ...launchArgs,
      ...(hostRules?.length ? [`--host-resolver-rules=${hostRules.join(',')}`] : []),
    ],
  });
}

async function measure(
  page: Page,
  target: ColdLoadTarget,
  conditions: ColdLoadConditions,
): Promise<ColdLoad> {
  const session = await page.context().newCDPSession(page);
  const { hops } = await networkLog(session);
  await emulateSlowPhone(session, conditions);
  await page.addInitScript(observe, target.ready);
  const { frameTree } = await session.send('Page.getFrameTree');
  await page.goto(target.url, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => (window as unknown as BenchWindow).bench?.content !== undefined,
    undefined,
    { timeout: READY_TIMEOUT_MS, polling: 100 },
  );
  await page.waitForTimeout(SETTLE_MS);
  const seen = await page.evaluate(() => (window as unknown as BenchWindow).bench);
  const first = hops.find(({ kind }) => kind === 'html');
  if (!first) throw new Error(`No document was asked for at ${target.url}.`);
  const wire = hops.filter(({ cached }) => !cached);
  const bytesOf = (kind?: string) =>
    wire.filter((hop) => !kind || hop.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0);
  const until = first.start + seen.content;
  const chain = serialRounds(hops, frameTree.frame.id, until);
  return {
    rounds: chain.length,
    chain: chain.map(
      ({ start, end, url }) =>
        `${Math.round(start - first.start)} to ${Math.round((end ?? start) - first.start)} ms  ${url}`,
    ),
    requests: wire.filter(({ start }) => start <= until).length,
    bytes: bytesOf(),
    html: bytesOf('html'),
    js: bytesOf('js'),
    css: bytesOf('css'),
    api: bytesOf('api'),
    fcp: seen.fcp,
    lcp: seen.lcp,
    content: Math.max(seen.content, seen.fcp),
    blocking: seen.blocking,
    cls: seen.cls,
  };
}

type Seen = { fcp: number; lcp: number; content: number; blocking: number; cls: number };
type BenchWindow = { bench: Seen };

/** Runs in the page before its own scripts. */
function observe(ready: string): void {
  if (window.top !== window) return;
  const seen: Partial<Seen> & Omit<Seen, 'content'> = { fcp: 0, lcp: 0, blocking: 0, cls: 0 };
  (window as unknown as { bench: unknown }).bench = seen;
  const listen = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  listen('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  listen('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  listen('longtask', (entry) => {
    seen.blocking += Math.max(0, entry.duration - 50);
  });
  listen('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { hadRecentInput: boolean; value: number };
    if (!shift.hadRecentInput) seen.cls += shift.value;
  });
  const look = () => {
    const element = document.querySelector(ready);
    if (element && element.getClientRects().length > 0) {
      // The frame after this one has it on the screen.
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          seen.content = performance.now();
        };
        channel.port2.postMessage(0);
      });
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
