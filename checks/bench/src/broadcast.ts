import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestPostgres } from '@portal/server-testing/postgres';
import { filledMember } from '@portal/server-testing/scale';
import { NOTIFICATION_EVENTS_PATH } from '@portal/shared-contract';
import { quantile } from './server/closed-loop.ts';
import { type HttpClient, httpClient } from './server/http.ts';
import { addressOf } from './server/members.ts';
import { type BenchSystem, startBenchSystem } from './server/system.ts';

const AT_ONCE = 10;
/** Reads of other members meanwhile. */
const READS_A_SECOND = 50;
const READERS = 400;
const CALM_MS = 15_000;
/** All streams have heard of a broadcast by then. */
const AFTER_MS = 62_000;
const OPENED = 1_000;
const LIST = '/notifications?page=1&limit=10';
const UNREAD = '/notifications?page=1&limit=1';

/** Of reads, in ms; undefined for one that was refused. */
type Times = (number | undefined)[];
type Filled = {
  readonly postgres: TestPostgres;
  readonly url: string;
  readonly members: number;
  readonly streams: number;
};

/**
 * A broadcast to all members of a filled database, while thousands of streams are open: each asks for the list when it
 * hears of it, as a page does, and others read meanwhile.
 */
export async function benchBroadcast({
  members,
  streams: wanted,
  ...filled
}: Filled): Promise<void> {
  const count = Math.min(wanted, members - READERS);
  const system = await startBenchSystem(filled);
  const http = httpClient(system.api, 64);
  const streams = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  try {
    const tokens = await signIn(system, count + READERS);
    const readers = tokens.slice(count);
    const told: number[] = [];
    const lists: Times = [];
    let sentAt = Number.POSITIVE_INFINITY;
    const onEvent = async (token: string) => {
      if (performance.now() < sentAt) return;
      told.push(performance.now() - sentAt);
      lists.push(await read(http, LIST, token));
    };
    let open = 0;
    for (let from = 0; from < count; from += AT_ONCE) {
      const some = tokens.slice(from, from + AT_ONCE);
      const opened = await Promise.all(
        some.map((token, n) => openStream(system, streams, token, from + n, onEvent)),
      );
      open += opened.filter(Boolean).length;
    }
    console.log(`\nBroadcast to ${members} members, with ${open} open streams`);
    say('reads before', await paced(http, readers, CALM_MS));
    const before = performance.now();
    sentAt = before;
    const id = await system.database.sendBroadcast();
    console.log(`sent in                           ${(performance.now() - before).toFixed(0)} ms`);
    say('reads meanwhile', await paced(http, readers, AFTER_MS));
    say('lists of those who heard', { [LIST]: lists });
    const seconds = (share: number) => (quantile(told, share) / 1000).toFixed(1);
    console.log(
      `streams that heard of it          ${told.length}, half in ${seconds(0.5)} s, 99 % in ${seconds(0.99)} s, all in ${seconds(1)} s`,
    );
    const opened: Times = [];
    for (let from = 0; from < Math.min(OPENED, count); from += AT_ONCE) {
      const some = tokens.slice(from, from + AT_ONCE);
      opened.push(
        ...(await Promise.all(some.map((token) => read(http, `/notifications/${id}`, token)))),
      );
    }
    say('opened by members', { '/notifications/{id}': opened });
    for (const table of ['broadcasts', 'broadcast_reads']) {
      console.log(`${table.padEnd(34)}${await system.database.bytesOf(table)} bytes`);
    }
    console.log(`of ${opened.length} members who opened it`);
  } finally {
    streams.destroy();
    await http.close();
    await system.stop();
  }
}

async function signIn({ database }: BenchSystem, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let from = 1; from <= count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from + 1) }, (_, n) =>
      database.signInAs(filledMember(from + n)),
    );
    tokens.push(...(await Promise.all(some)).map(({ accessToken }) => accessToken));
  }
  return tokens;
}

/** @returns whether it is open; events of a stream are read as long as it is */
async function openStream(
  { api }: BenchSystem,
  agent: Agent,
  token: string,
  index: number,
  onEvent: (token: string) => Promise<void>,
): Promise<boolean> {
  const request = get(`${api}${NOTIFICATION_EVENTS_PATH}`, {
    agent,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': addressOf(index) },
  });
  request.on('error', () => {});
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => {});
  answer.on('data', (piece: Buffer) => {
    if (piece.includes('event:')) void onEvent(token);
  });
  return answer.statusCode === 200;
}

/** @returns how long it took; undefined where the server refused it because of too many */
async function read(http: HttpClient, path: string, token: string): Promise<number | undefined> {
  const { status, ms } = await http.send({ path, headers: { authorization: `Bearer ${token}` } });
  if (status !== 200 && status !== 503) throw new Error(`GET ${path} answered ${status}.`);
  return status === 200 ? ms : undefined;
}

/** So many reads a second, whatever the ones before take. */
async function paced(
  http: HttpClient,
  readers: readonly string[],
  ms: number,
): Promise<Readonly<Record<string, Times>>> {
  const times: Record<string, Times> = { [LIST]: [], [UNREAD]: [] };
  const underWay: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < (ms / 1000) * READS_A_SECOND; n += 1) {
    await pause(Math.max(0, began + (n * 1000) / READS_A_SECOND - performance.now()));
    const path = n % 2 ? LIST : UNREAD;
    const token = readers[n % readers.length] ?? '';
    underWay.push(read(http, path, token).then((took) => void times[path]?.push(took)));
  }
  await Promise.all(underWay);
  return times;
}

function say(name: string, times: Readonly<Record<string, Times>>): void {
  for (const [path, all] of Object.entries(times)) {
    const those = all.filter((one) => one !== undefined);
    const [p50, p99] = [quantile(those, 0.5), quantile(those, 0.99)];
    console.log(
      `${name.padEnd(34)}${path}: ${those.length} and ${all.length - those.length} refused, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    );
  }
}
