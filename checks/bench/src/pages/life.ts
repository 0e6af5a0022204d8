import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { putSession, type sessionOf } from '@portal/e2e/support/session';
import { endAccessToken } from '@portal/e2e/support/session-record';
import type { PortalPage } from '@portal/shared-contract';
import {
  evaluate,
  onWorkers,
  type RunningBrowser,
  type Session,
  withBrowser,
} from '../devtools.ts';
import { slowProcessor, throttle } from '../phone.ts';
import { type Profile, withContext, withFolder } from '../profile.ts';
import { type Hop, networkLog, serialRounds } from './network-log.ts';
import { type ObservedWindow, observe, type Seen } from './observe.ts';

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
/** The time of the main thread is read this often, and what it was at a moment from the readings around it. */
const POLL_MS = 40;
/** A visit is over when nothing has been asked for during this time: the worker has kept what it keeps. */
const READING_MS = 4_000;

/** One life: a new browser profile, and one visit after the other; that of the next day in a browser that has just been started. */
export async function oneLife(target: Target, conditions: Conditions): Promise<Life> {
  const session = await target.session?.();
  const profile = { ...conditions, baseURL: target.url };
  return withFolder(async (folder) => {
    const prepare = (work: (page: Page) => Promise<void>) =>
      withContext(folder, profile, async (context) => work(await context.newPage()));
    if (session) await prepare((page) => putSession(page, session));
    const life: Partial<Record<Visit, Load>> = {};
    const visitAll = (visits: readonly Visit[]) =>
      withBrowser(folder, conditions, async (browser) => {
        for (const visit of visits) {
          const isLast = visit === target.visits.at(-1);
          life[visit] = await load(browser, { ...target, isLast });
        }
      });
    await visitAll(target.visits.filter((visit) => visit !== 'next day'));
    if (target.visits.includes('next day')) {
      await prepare(endAccessToken);
      await visitAll(['next day']);
    }
    return life;
  });
}

async function load(
  browser: RunningBrowser,
  { url, text, hasWorker, isLast }: Target & { readonly isLast: boolean },
): Promise<Load> {
  const page = await browser.newPage();
  const { hops, mainFrame } = await listen(page);
  await page.send('Performance.enable', { timeDomain: 'threadTicks' });
  await observe(page, text);
  // A member's browser is already running: pay for its start on an empty page.
  const before = await idleMetrics(page);
  await page.send('Page.navigate', { url });
  const readings: Metrics[] = [];
  const seen = await whenQuiet(page, readings);
  const { NavigationStart: begin = 0, TaskDuration: after } = await metricsOf(page);
  const beside = new Set(await evaluate(page, filesBeside));
  await page.send('HeapProfiler.collectGarbage');
  const { JSHeapUsedSize: heap } = await metricsOf(page);
  // What the worker keeps is for the next visit.
  if (hasWorker && !isLast) await whenRead(hops);
  await page.close();
  const workToInteractive = workUntil(begin + seen.interactive / 1000, readings);
  return {
    ...measured(hops, seen, { mainFrame, beside }),
    workToInteractive: (workToInteractive - before.TaskDuration) * 1000,
    work: (after - before.TaskDuration) * 1000,
    heap,
  };
}

/** Prepares a page and its worker for a visit, and notes what they ask for. */
export async function listen(page: Session) {
  const { frameTree } = await page.send('Page.getFrameTree');
  const mainFrame = frameTree.frame.id;
  const hops: Hop[] = [];
  await page.send('Page.enable');
  await networkLog(page, hops);
  await onWorkers(page, async (worker) => {
    await Promise.all([throttle(worker), networkLog(worker, hops, mainFrame)]);
  });
  await throttle(page);
  await slowProcessor(page);
  return { hops, mainFrame };
}

/** In seconds, and bytes of the heap; `Timestamp` and `NavigationStart` are of one clock. */
type Metrics = Readonly<
  Record<'Timestamp' | 'NavigationStart' | 'TaskDuration' | 'JSHeapUsedSize', number>
>;

async function metricsOf(page: Session): Promise<Metrics> {
  const { metrics } = await page.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Metrics;
}

/** The first reading after the one before had hardly another time. */
async function idleMetrics(page: Session): Promise<Metrics> {
  for (let before = await metricsOf(page); ; ) {
    await setTimeout(QUIET_MS);
    const now = await metricsOf(page);
    if (now.TaskDuration - before.TaskDuration < 0.01) return now;
    before = now;
  }
}

/** The main thread's time at a moment, which a long task that is read behind it has worked through. */
function workUntil(moment: number, readings: readonly Metrics[]): number {
  const at = readings.findIndex(({ Timestamp }) => Timestamp >= moment);
  const [before, after] = [readings[at - 1], readings[at]];
  if (!before || !after) throw new Error('The main thread was not read around that moment.');
  const share = (moment - before.Timestamp) / (after.Timestamp - before.Timestamp);
  return before.TaskDuration + share * (after.TaskDuration - before.TaskDuration);
}

/** Waits for the whole screen, and for the tasks and shifts behind it, which belong to the load. */
async function whenQuiet(page: Session, readings: Metrics[]): Promise<Required<Seen>> {
  const ends = Date.now() + READY_TIMEOUT_MS;
  for (let quietSince = 0; ; ) {
    const metrics = await metricsOf(page);
    const before = readings.at(-1);
    readings.push(metrics);
    if (!before || metrics.TaskDuration - before.TaskDuration > 0.005)
      quietSince = metrics.Timestamp;
    // Not before: to ask the page takes its time.
    if ((metrics.Timestamp - quietSince) * 1000 > QUIET_MS) {
      const seen = await evaluate(page, seenWhenQuiet, QUIET_MS);
      if (seen) return seen as Required<Seen>;
      quietSince = metrics.Timestamp;
    }
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
