import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, CDPSession } from '@playwright/test';
import { putSession, type sessionOf } from '@portal/e2e/support/session';
import { endAccessToken, endStoredToken } from '@portal/e2e/support/session-record';
import type { PortalPage } from '@portal/shared-contract';
import type { LinkProfile } from '../link.ts';
import { emulateSlowPhone, PHONE } from '../phone.ts';
import { type BrowserSetting, withBrowser } from '../with-browser.ts';
import { type Hop, networkLog, serialRounds } from './network-log.ts';
import { type ObservedWindow, observe, type Seen } from './observe.ts';

/** What one load of a page showed. Times in ms from the start of the navigation, bytes on the wire. */
export type Load = Required<Omit<Seen, 'busyUntil'>> & {
  readonly [name in 'bytes' | 'html' | 'js' | 'css' | 'data' | 'other']: number;
} & {
  /** Serial rounds of requests until the first content and until React's screen. */
  readonly rounds: number;
  readonly roundsToInteractive: number;
  /** Begun before React's screen stood. */
  readonly requests: number;
  /** The longest chain until React's screen, a line a request: when it began and ended, and what it was. */
  readonly chain: readonly string[];
};

/** The loads of one browser profile: the first ever, and one with what the first has cached. */
export type Life = { readonly cold: Load; readonly warm: Load };

export type Target = {
  readonly url: string;
  /** Text in the page's `<main>` that only real data brings. */
  readonly text: string;
  /** Signs in: each life needs a session of its own, since refresh tokens rotate. */
  readonly session?: () => ReturnType<typeof sessionOf>;
  /** Every load is one of the next day: the access token has ended. */
  readonly isNextDay?: boolean;
};

export type Conditions = BrowserSetting & {
  /** Chromium's own throttling; none where the link itself is emulated. */
  readonly throttle?: LinkProfile;
  /** Ends the connections, so that a warm load makes new ones, as the next visit does. */
  readonly dropConnections: () => void;
};

const READY_TIMEOUT_MS = 60_000;
/** A load is over when no long task and no shift has come for this long. */
const QUIET_MS = 500;
const POLL_MS = 250;

/** One life: a fresh browser and profile, a cold load, and a warm one in another page. */
export async function oneLife(target: Target, conditions: Conditions): Promise<Life> {
  const session = await target.session?.();
  return withBrowser(conditions, async (browser) => {
    // The service worker keeps pages by itself: `npm run bench -- installed` measures it.
    const context = await browser.newContext({
      ...PHONE,
      baseURL: target.url,
      serviceWorkers: 'block',
    });
    if (session) await seed(context, session, target);
    const cold = await load(context, target, conditions);
    if (target.isNextDay) await endTokenOf(context);
    conditions.dropConnections();
    const warm = await load(context, target, conditions);
    return { cold, warm };
  });
}

/** Gives the browser a session without a request: it has no connection and no file yet. */
async function seed(
  context: BrowserContext,
  session: Awaited<ReturnType<typeof sessionOf>>,
  { isNextDay }: Target,
): Promise<void> {
  const page = await context.newPage();
  await putSession(page, session);
  if (isNextDay) await endStoredToken(page);
  await page.close();
}

/** The token that the load before has renewed. */
async function endTokenOf(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await endAccessToken(page);
  await page.close();
}

async function load(
  context: BrowserContext,
  { url, text }: Target,
  { throttle }: Conditions,
): Promise<Load> {
  const page = await context.newPage();
  // A member's browser is already running: pay for its start on an empty page.
  await page.goto('about:blank');
  const session = await context.newCDPSession(page);
  const { hops } = await networkLog(session);
  await emulateSlowPhone(session, throttle);
  await page.addInitScript(observe, text);
  const { frameTree } = await session.send('Page.getFrameTree');
  await page.goto(url, { waitUntil: 'commit' });
  const seen = await whenQuiet(session);
  const beside = new Set(await page.evaluate(filesBeside));
  await page.close();
  return measured(hops, seen, { mainFrame: frameTree.frame.id, beside });
}

/**
 * Waits for the whole screen, and for the tasks and shifts behind it, which belong to the load. It asks by
 * the DevTools protocol, since Playwright's own way brings a script that takes a slow phone 50 ms.
 */
async function whenQuiet(session: CDPSession): Promise<Required<Seen>> {
  const ends = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const { result } = await session.send('Runtime.evaluate', {
      expression: `(${seenWhenQuiet})(${QUIET_MS})`,
      returnByValue: true,
    });
    if (result.value) return result.value as Required<Seen>;
    if (Date.now() > ends) throw new Error('The screen has not become whole.');
    await setTimeout(POLL_MS);
  }
}

/** Runs in the page. */
function seenWhenQuiet(quietMs: number): Seen | undefined {
  const { bench } = window as ObservedWindow;
  const { whole, busyUntil = 0 } = bench ?? {};
  const isQuiet = whole !== undefined && performance.now() - Math.max(whole, busyUntil) > quietMs;
  return isQuiet ? bench : undefined;
}

/** Runs in the page: what is fetched while the first view is shown, and not waited for. */
function filesBeside(): string[] {
  const { portal } = window as unknown as { readonly portal?: PortalPage };
  return (portal?.firstView?.next ?? []).map((path) => new URL(path, location.origin).href);
}

function measured(
  hops: readonly Hop[],
  { busyUntil: _, ...seen }: Required<Seen>,
  facts: Pick<Parameters<typeof serialRounds>[1], 'mainFrame' | 'beside'>,
): Load {
  const document = hops.find(({ kind }) => kind === 'html');
  if (!document) throw new Error('No document was asked for.');
  const { start: begin } = document;
  const until = begin + seen.interactive;
  const wire = hops.filter(({ cached, start }) => !cached && start <= until);
  const bytesOf = (...kinds: readonly Hop['kind'][]) =>
    wire
      .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
      .reduce((sum, { bytes }) => sum + bytes, 0);
  const html = document.bytes;
  const chain = serialRounds(hops, { ...facts, until });
  const at = (time: number) => Math.round(time - begin);
  return {
    ...seen,
    rounds: serialRounds(hops, { ...facts, until: begin + seen.firstContent }).length,
    roundsToInteractive: chain.length,
    chain: chain.map(({ start, end, url }) => `${at(start)} to ${at(end ?? start)} ms  ${url}`),
    requests: wire.length,
    bytes: bytesOf(),
    html,
    js: bytesOf('js'),
    css: bytesOf('css'),
    data: bytesOf('api', 'preflight'),
    // With the documents of the silent check's frame.
    other: bytesOf('other', 'html') - html,
  };
}
