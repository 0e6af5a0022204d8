import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { putSession, type sessionOf } from '@portal/e2e/support/session';
import { endAccessToken } from '@portal/e2e/support/session-record';
import type { PortalPage } from '@portal/shared-contract';
import { slowProcessor, throttle } from '../phone.ts';
import { type Profile, withProfile } from '../profile.ts';
import { type Hop, networkLog, serialRounds } from './network-log.ts';
import { MOMENT_BINDING, type Moment, type ObservedWindow, observe, type Seen } from './observe.ts';
import { onWorkers } from './worker-sessions.ts';

/** The visits of one browser profile. On the next day the access token has ended. */
export const VISITS = ['first', 'second', 'third', 'next day'] as const;
export type Visit = (typeof VISITS)[number];

/** Serial rounds of requests, requests and bytes on the wire, until React's screen. */
type Wire = {
  readonly [name in 'bytes' | 'html' | 'js' | 'css' | 'data' | 'other' | 'requests']: number;
} & { readonly rounds: number; readonly roundsToInteractive: number };

/** What a load costs: the page's main thread in ms of a slow phone, and memory in bytes. */
type Cost = { readonly workToInteractive: number; readonly work: number; readonly heap: number };

/** A figure of a load. Times in ms from the start of the navigation. */
export type Figure = Exclude<keyof Seen, 'busyUntil'> | keyof Wire | keyof Cost;

/** What one load of a page showed. */
type Load = Readonly<Partial<Record<Figure, number>>> & {
  /** The longest chain until React's screen, a line a request: when it began and ended, and what it was. */
  readonly chain?: readonly string[];
};

export type Life = Readonly<Partial<Record<Visit, Load>>>;

export type Target = {
  readonly url: string;
  /** Text in the page's `<main>`, or the value of a field there, that only real data brings. */
  readonly text: string;
  readonly visits: readonly Visit[];
  /** A service worker keeps pages and files when the page is idle, which each visit waits for. */
  readonly hasWorker?: boolean;
  /** Signs in: each life needs a session of its own, since refresh tokens rotate. */
  readonly session?: () => ReturnType<typeof sessionOf>;
};

export type Conditions = Pick<Profile, 'args' | 'signal'>;

const READY_TIMEOUT_MS = 60_000;
/** A load is over when no long task and no shift has come for this long. */
const QUIET_MS = 500;
const POLL_MS = 250;
/** A visit is over when nothing has been asked for during this time: the worker has kept what it keeps. */
const READING_MS = 2_500;

/** One life: a new browser profile, and one visit after the other, each a page over new connections. */
export async function oneLife(target: Target, conditions: Conditions): Promise<Life> {
  const session = await target.session?.();
  return withProfile({ ...conditions, baseURL: target.url }, async (context) => {
    if (session) await inPage(context, (page) => putSession(page, session));
    const life: Partial<Record<Visit, Load>> = {};
    for (const visit of target.visits) {
      if (visit === 'next day') await inPage(context, endAccessToken);
      const isLast = visit === target.visits.at(-1);
      life[visit] = await inPage(context, (page) => load(page, { ...target, isLast }));
    }
    return life;
  });
}

async function inPage<T>(context: BrowserContext, use: (page: Page) => Promise<T>): Promise<T> {
  const page = await context.newPage();
  try {
    return await use(page);
  } finally {
    await page.close();
  }
}

async function load(
  page: Page,
  { url, text, hasWorker, isLast }: Target & { readonly isLast: boolean },
): Promise<Load> {
  // A member's browser is already running: pay for its start on an empty page.
  await page.goto('about:blank');
  const { session, hops, mainFrame } = await listen(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  let workToInteractive = 0;
  await onMoment(session, async (moment) => {
    if (moment === 'interactive') workToInteractive = (await metricsOf(session)).TaskDuration;
  });
  await observe(page, text);
  const before = (await metricsOf(session)).TaskDuration;
  await page.goto(url, { waitUntil: 'commit' });
  // By the DevTools protocol, since Playwright's own way brings a script that takes a slow phone 50 ms.
  const seen = await whenQuiet(async () => {
    const expression = `(${seenWhenQuiet})(${QUIET_MS})`;
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
    return result.value as Seen | undefined;
  });
  const after = (await metricsOf(session)).TaskDuration;
  const beside = new Set(await page.evaluate(filesBeside));
  await session.send('HeapProfiler.collectGarbage');
  const { JSHeapUsedSize: heap } = await metricsOf(session);
  // What the worker keeps is for the next visit.
  if (hasWorker && !isLast) await whenRead(hops);
  return {
    ...measured(hops, seen, { mainFrame, beside }),
    workToInteractive: (workToInteractive - before) * 1000,
    work: (after - before) * 1000,
    heap,
  };
}

/** Prepares a page and its worker for a visit, and notes what they ask for. */
export async function listen(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const mainFrame = frameTree.frame.id;
  const hops: Hop[] = [];
  await networkLog(session, hops);
  await onWorkers(session, async (worker) => {
    await throttle(worker);
    await networkLog(worker, hops, mainFrame);
  });
  await throttle(session);
  await slowProcessor(session);
  return { session, hops, mainFrame };
}

/** Hears of the moments of a page that is observed. */
export async function onMoment(
  session: CDPSession,
  hear: (moment: Moment) => void | Promise<void>,
): Promise<void> {
  session.on('Runtime.bindingCalled', ({ payload }) => hear(payload as Moment));
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: MOMENT_BINDING });
}

type Metrics = Readonly<Record<'TaskDuration' | 'JSHeapUsedSize', number>>;

async function metricsOf(session: CDPSession): Promise<Metrics> {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Metrics;
}

/** Waits for the whole screen, and for the tasks and shifts behind it, which belong to the load. */
async function whenQuiet(look: () => Promise<Seen | undefined>): Promise<Required<Seen>> {
  const ends = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const seen = await look();
    if (seen) return seen as Required<Seen>;
    if (Date.now() > ends) throw new Error('The screen has not become whole.');
    await setTimeout(POLL_MS);
  }
}

async function whenRead(hops: readonly Hop[]): Promise<void> {
  for (let known = -1; known !== hops.length; ) {
    known = hops.length;
    await setTimeout(READING_MS);
  }
}

/** Runs in the page. */
function seenWhenQuiet(quietMs: number): Seen | undefined {
  const { bench } = window as ObservedWindow;
  const { whole, busyUntil = 0 } = bench ?? {};
  const since = performance.timeOrigin - Number(sessionStorage.benchBegan);
  const isQuiet =
    whole !== undefined && since + performance.now() - Math.max(whole, busyUntil) > quietMs;
  return isQuiet ? bench : undefined;
}

/** Runs in the page: what is fetched while the first view is shown, and not waited for. */
function filesBeside(): string[] {
  const { portal } = window as unknown as { readonly portal?: PortalPage };
  const next = portal?.bundles?.next;
  return next ? [new URL(next.file, location.origin).href] : [];
}

function measured(
  hops: readonly Hop[],
  { busyUntil: _, ...seen }: Required<Seen>,
  facts: Pick<Parameters<typeof serialRounds>[1], 'mainFrame' | 'beside'>,
): Load & Wire {
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
