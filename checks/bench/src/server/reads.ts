import { closedLoop, type LoadResult } from './closed-loop.ts';
import { cpuOfEach } from './cpu.ts';
import { type HttpClient, httpClient } from './http.ts';
import type { BenchSystem } from './system.ts';

/** Enough that nobody is limited: each asks a few times a second. */
const READERS = 400;
const NOTIFICATIONS_OF_EACH = 30;
const CALLERS = 32;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 8_000;

/** What is read, and how often a second it is to be possible on two cores. */
export const READS = {
  'GET /userinfo': { path: '/userinfo', wanted: 1_500 },
  'GET /notifications': { path: '/notifications?page=1&limit=10', wanted: 800 },
} as const;

/** A call of one of the readers in turn. */
export type Readers = {
  readonly tokens: readonly string[];
  read(http: HttpClient, path: string): ReturnType<HttpClient['send']>;
};

/** Members with sessions and a few notifications. */
export async function createReaders({ database }: BenchSystem): Promise<Readers> {
  const emails = Array.from({ length: READERS }, (_, index) => `reader-${index}@example.com`);
  const members = await database.createMembers(emails);
  await database.createNotifications(members, NOTIFICATIONS_OF_EACH);
  const held: string[] = [];
  for (const member of members) held.push((await database.signInAs(member)).accessToken);
  let turn = 0;
  return {
    tokens: held,
    read: (http, path) =>
      http.send({ path, headers: { authorization: `Bearer ${held[turn++ % held.length]}` } }),
  };
}

/** One path as often as 32 callers, who never wait, can read it. */
export async function measureReads(
  system: BenchSystem,
  readers: Readers,
  path: string,
): Promise<LoadResult & { readonly cpu: string }> {
  const http = httpClient(system.api, CALLERS);
  let before = system.cpu();
  const load = await closedLoop(
    { callers: CALLERS, warmUpMs: WARM_UP_MS, ms: MEASURED_MS },
    async () => {
      const { status, ms } = await readers.read(http, path);
      if (status !== 200) throw new Error(`GET ${path} answered ${status}.`);
      return ms;
    },
    () => {
      before = system.cpu();
    },
  );
  const cpu = cpuOfEach(before, system.cpu(), load.done);
  await http.close();
  return { ...load, cpu };
}
