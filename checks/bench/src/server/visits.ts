import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPortal } from '@portal/delivery-serve/start/start-portal';
import { freePortBase } from '@portal/server-testing/free-ports';
import {
  openLoadDatabase,
  secretsForEnvironment,
  startMailSink,
} from '@portal/server-testing/load';
import { startPostgres } from '@portal/server-testing/postgres';
import { fillDatabase } from '@portal/server-testing/scale';
import { quantile } from './closed-loop.ts';
import { cpuSecondsOf } from './cpu.ts';
import { type Answer, type HttpClient, httpClient } from './http.ts';
import { addressOf, type HeldTokens, PASSWORD, tokensOfMembers } from './members.ts';
import { refreshOf } from './refreshes.ts';
import { tokensOf } from './sign-in.ts';

const MEMBERS = 10_000;
/** Of them so many come, again and again; each has signed in with a browser of their own. */
const VISITORS = 300;
const NOTIFICATIONS_OF_EACH = 10;
/** One member in ten of a million comes within five minutes of a message to all. */
const CROWD = { perSecond: 200, ms: 30_000 } as const;
const BEYOND = { perSecond: 400, ms: 10_000 } as const;
const P99_WANTED_MS = 500;
const CONNECTIONS = 512;

const PAGE = '/my-page';
/** What the page asks for before any script has come (`early` of its row). */
const DATA = ['/userinfo', '/passports?page=1&limit=10', '/notifications?page=1&limit=10'];

const KINDS = ['page', 'token', 'data'] as const;
type Kind = (typeof KINDS)[number];
/** What came of the calls of one kind: times in ms of those that were answered. */
type Calls = { readonly answered: number[]; refused: number; broken: number };
type Visits = Readonly<Record<Kind, Calls>> & { readonly sentLate: number[] };
type Visitor = { readonly held: HeldTokens; readonly address: string };
type Clients = Readonly<Record<'portal' | 'idp', HttpClient>> & {
  readonly addresses: { readonly portal: string; readonly idp: string };
};

/**
 * Visits as after a push message to all: each asks the edge for the page, renews the token that has ended, and asks for the
 * page's first data. They begin at a fixed rate, whether earlier ones are answered or not.
 */
export async function benchVisits(): Promise<void> {
  const resources = new AsyncDisposableStack();
  try {
    const postgres = await startPostgres({ durable: true });
    resources.defer(() => postgres.stop());
    const url = await postgres.createDatabase();
    const database = await openLoadDatabase(url);
    resources.defer(() => database.close());
    await fillDatabase(
      url,
      { members: MEMBERS, notifications: MEMBERS * NOTIFICATIONS_OF_EACH },
      () => {},
    );
    const emails = Array.from({ length: VISITORS }, (_, index) => `visitor-${index}@example.com`);
    const members = await database.createMembers(emails, PASSWORD);
    await database.createNotifications(members, NOTIFICATIONS_OF_EACH);
    const mails = await startMailSink();
    resources.defer(() => mails.close());
    const dataDir = await mkdtemp(join(tmpdir(), 'portal-visits-'));
    resources.defer(() => rm(dataDir, { recursive: true, force: true }));
    const addresses = await startPortal({
      portBase: await freePortBase(),
      dataDir,
      env: {
        ...secretsForEnvironment(),
        DATABASE_URL: url,
        SMTP_URL: mails.url,
        // Every visitor comes from an address of their own.
        TRUST_PROXY: '127.0.0.0/8,::1',
        API_CALLS_PER_MINUTE: '10000',
        LOG_LEVEL: 'warn',
      },
      log: console.error,
    });
    resources.defer(() => addresses.stop());
    const { portal, idp, children } = addresses;
    const held = await tokensOfMembers({ portal, idp }, members);
    // A token is good once: who is on the way is not among them.
    const free = held.map((tokens, index) => ({ held: tokens, address: addressOf(index) }));
    const clients = {
      portal: httpClient(portal, CONNECTIONS),
      idp: httpClient(idp, CONNECTIONS),
      addresses: { portal, idp },
    };
    for (const client of [clients.portal, clients.idp]) resources.defer(() => client.close());
    console.log(
      `\nVisits as after a push message to ${MEMBERS} members: the portal, PostgreSQL and the load, on ${availableParallelism()} cores`,
    );
    const cpu = () => ({
      server: cpuSecondsOf(children.server?.pid),
      edge: cpuSecondsOf(children.edge?.pid),
      PostgreSQL: cpuSecondsOf(postgres.pid),
      'the load': ownCpuSeconds(),
    });
    for (const load of [CROWD, BEYOND]) {
      const before = cpu();
      const visits = await visit(clients, free, load);
      const after = cpu();
      const count = (load.perSecond * load.ms) / 1000;
      const each = Object.keys(before).map((name) => {
        const kind = name as keyof typeof before;
        return `${name} ${(((after[kind] - before[kind]) * 1000) / count).toFixed(1)} ms`;
      });
      say(
        `${load.perSecond} visits a second`,
        `sent up to ${p99(visits.sentLate)} ms late (p99)`,
        `CPU of each: ${each.join(', ')}`,
      );
      for (const kind of KINDS) sayKind(kind, visits[kind], load === CROWD);
    }
  } finally {
    await resources.disposeAsync();
  }
}

function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const p99 = (times: readonly number[]): string => quantile(times, 0.99).toFixed(0);

function say(name: string, ...rest: readonly string[]): void {
  console.log(`${name.padEnd(24)}${rest.join('   ')}`);
}

function sayKind(kind: Kind, { answered, refused, broken }: Calls, isGoal: boolean): void {
  const isMissed = isGoal && (quantile(answered, 0.99) > P99_WANTED_MS || refused + broken > 0);
  if (isMissed) process.exitCode = 1;
  const wanted = isGoal ? ` (wanted: under ${P99_WANTED_MS}${isMissed ? ', MISSED' : ''})` : '';
  say(
    `  ${kind}`,
    `${answered.length} answered, p50 ${quantile(answered, 0.5).toFixed(0)} ms, p99 ${p99(answered)} ms${wanted}`,
    `${refused} refused (503)`,
    `${broken} broken`,
  );
}

async function visit(
  clients: Clients,
  free: Visitor[],
  { perSecond, ms }: { readonly perSecond: number; readonly ms: number },
): Promise<Visits> {
  const calls = (): Calls => ({ answered: [], refused: 0, broken: 0 });
  const visits: Visits = { page: calls(), token: calls(), data: calls(), sentLate: [] };
  const underWay: Promise<void>[] = [];
  const started = performance.now();
  for (let n = 0; n < (perSecond * ms) / 1000; n += 1) {
    const due = started + (n * 1000) / perSecond;
    if (performance.now() < due) await setTimeout(due - performance.now());
    visits.sentLate.push(Math.max(0, performance.now() - due));
    const visitor = free.shift();
    // Everybody is on the way: the page is asked for all the same.
    underWay.push(
      visitOnce(clients, visitor, visits).then((next) => {
        if (next) free.push(next);
      }),
    );
  }
  await Promise.all(underWay);
  return visits;
}

/** @returns the visitor with the tokens that hold now */
async function visitOnce(
  { portal, idp, addresses }: Clients,
  visitor: Visitor | undefined,
  visits: Visits,
): Promise<Visitor | undefined> {
  const address = { 'x-forwarded-for': visitor?.address ?? addressOf(0) };
  const headers = { ...address, accept: 'text/html', 'accept-encoding': 'br' };
  await noted(visits.page, () => portal.send({ path: PAGE, headers }));
  if (!visitor) return undefined;
  const { held } = visitor;
  const request = refreshOf(addresses, held);
  const renewed = await noted(visits.token, () =>
    idp.send({ ...request, headers: { ...request.headers, ...address } }),
  );
  // Whether the server has spent the token nobody knows.
  if (!renewed) return undefined;
  const tokens = tokensOf(renewed);
  const member = { ...address, authorization: `Bearer ${tokens.access}` };
  await Promise.all(
    DATA.map((path) =>
      noted(visits.data, () => portal.send({ path: `/api${path}`, headers: member })),
    ),
  );
  return { ...visitor, held: { ...held, ...tokens } };
}

/** @returns the answer; none for a refusal with words and a time, or a connection that has ended */
async function noted(calls: Calls, send: () => Promise<Answer>): Promise<Answer | undefined> {
  let answer: Answer;
  try {
    answer = await send();
  } catch {
    calls.broken += 1;
    return undefined;
  }
  const { status, headers, body, ms } = answer;
  if (status === 200) {
    calls.answered.push(ms);
    return answer;
  }
  if (status !== 503 || !(Number(headers['retry-after']) >= 1) || body === '') {
    throw new Error(`A visit was answered with ${status}: ${body.slice(0, 500)}`);
  }
  calls.refused += 1;
  return undefined;
}
