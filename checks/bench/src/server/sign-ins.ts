import { closedLoop, type LoadResult, quantile } from './closed-loop.ts';
import { cpuOfEach } from './cpu.ts';
import { type Answer, httpClient } from './http.ts';
import { addressOf, PASSWORD, signIn } from './members.ts';
import { createSignIn } from './sign-in.ts';
import type { BenchSystem } from './system.ts';

const MEMBERS = 400;
/** Keeps two cores busy without long waits. */
const CALLERS = 8;
/** Far more than the server has time for. */
const CROWD = 64;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 8_000;
/** The wait before another attempt after a refusal. It is short, which is harder for the server. */
const AGAIN_AFTER_MS = 250;
/** Members who open pages meanwhile; one member with as many calls would be limited. */
const WATCHERS = 10;
const LOOK_EVERY_MS = 20;

export type SignInFigures = LoadResult & { readonly cpu: string };
export type CrowdFigures = {
  readonly signIns: LoadResult;
  readonly refused: LoadResult;
  /** `GET /userinfo` of another member, alone and then in the crowd. */
  readonly quiet: { readonly p50: number; readonly p99: number };
  readonly crowded: { readonly p50: number; readonly p99: number };
};

/** Whole sign-ins by password, of as many callers as the server has time for. */
export async function measureSignIns(system: BenchSystem): Promise<SignInFigures> {
  const next = await createCallers(system, 'sign-in');
  const http = httpClient(system.idp, CALLERS);
  let before = system.cpu();
  const load = await closedLoop(
    { callers: CALLERS, warmUpMs: WARM_UP_MS, ms: MEASURED_MS },
    async () => {
      const started = performance.now();
      const end = await signIn(system, { http, ...next() });
      return end.is === 'signed-in' ? performance.now() - started : undefined;
    },
    () => {
      before = system.cpu();
    },
  );
  await http.close();
  return { ...load, cpu: cpuOfEach(before, system.cpu(), load.done) };
}

/** Many more sign-ins at once than there is time for: what becomes of them, and of everybody else. */
export async function measureCrowd(system: BenchSystem): Promise<CrowdFigures> {
  const next = await createCallers(system, 'crowd');
  const watcher = await createWatcher(system);
  const quiet = await watcher.watch(new Promise((resolve) => setTimeout(resolve, WARM_UP_MS)));

  const http = httpClient(system.idp, CROWD);
  const refusals: number[] = [];
  const crowd = closedLoop(
    { callers: CROWD, warmUpMs: WARM_UP_MS, ms: MEASURED_MS },
    async (caller) => {
      const { email, index } = next();
      const walk = createSignIn({
        ...system,
        http,
        address: addressOf(index),
        locale: caller % 2 ? 'en' : 'ja',
      });
      const action = await walk.open();
      const started = performance.now();
      for (;;) {
        const posted = await walk.post(action, email, PASSWORD);
        if (posted.status !== 429) {
          await walk.finish(posted);
          return performance.now() - started;
        }
        expectCleanRefusal(posted, caller % 2 ? 'en' : 'ja');
        refusals.push(posted.ms);
        if (performance.now() - started > MEASURED_MS) return undefined;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
      }
    },
  );
  const crowded = await watcher.watch(crowd);
  const signIns = await crowd;
  await Promise.all([http.close(), watcher.close()]);
  const seconds = (WARM_UP_MS + MEASURED_MS) / 1000;
  return {
    signIns,
    refused: {
      done: refusals.length,
      rate: refusals.length / seconds,
      p50: quantile(refusals, 0.5),
      p99: quantile(refusals, 0.99),
    },
    quiet,
    crowded,
  };
}

/** Members take turns, so that nobody signs in more often than the server allows. */
async function createCallers(system: BenchSystem, name: string) {
  const emails = Array.from({ length: MEMBERS }, (_, index) => `${name}-${index}@example.com`);
  await system.database.createMembers(emails, PASSWORD);
  let turn = 0;
  return () => {
    const index = turn++ % emails.length;
    return { index, email: emails[index] ?? '' };
  };
}

async function createWatcher(system: BenchSystem) {
  const emails = Array.from({ length: WATCHERS }, (_, index) => `watcher-${index}@example.com`);
  const members = await system.database.createMembers(emails);
  const held = await Promise.all(members.map(system.database.signInAs));
  const http = httpClient(system.api, WATCHERS);
  let turn = 0;
  return {
    /** Asks every 20 ms, also while earlier answers are still awaited, until `end`. */
    async watch(end: Promise<unknown>) {
      const times: Promise<number>[] = [];
      const timer = setInterval(() => {
        times.push(look(held[turn++ % held.length]?.accessToken ?? ''));
      }, LOOK_EVERY_MS);
      await end.finally(() => clearInterval(timer));
      const all = await Promise.all(times);
      return { p50: quantile(all, 0.5), p99: quantile(all, 0.99) };
    },
    close: () => http.close(),
  };

  async function look(access: string): Promise<number> {
    const { status, ms } = await http.send({
      path: '/userinfo',
      headers: { authorization: `Bearer ${access}` },
    });
    if (status !== 200) throw new Error(`GET /userinfo answered ${status}.`);
    return ms;
  }
}

/** What the page says of it. */
const WORDS = { ja: '少し待って', en: 'try again in a moment' } as const;

/** 429 with `retry-after` (RFC 6585 §4), and a page in the reader's language that says so. */
function expectCleanRefusal({ headers, body }: Answer, locale: 'ja' | 'en'): void {
  const clean =
    Number(headers['retry-after']) >= 1 &&
    headers['content-language'] === locale &&
    body.includes(WORDS[locale]);
  if (!clean) throw new Error(`A refusal without words or wait: ${body.slice(-2000)}`);
}
