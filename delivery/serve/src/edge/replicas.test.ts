import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestSession } from '@portal/server-testing';
import { PROOFS } from '@portal/server-testing/proofs';
import { type Composition, startComposition } from './testing/composition.ts';
import { send } from './testing/raw-request.ts';
import { whenNginxIsInstalled } from './testing/when-nginx-is-installed.ts';

/** The whole of these takes a minute and starts five programs: `npm run proofs`. */
const describeProof = PROOFS ? whenNginxIsInstalled : describe.skip;
const MEMBERS = 6;
const ROUNDS = 2;
const CALLS_BEFORE = 20;
const LOOK_AGAIN_MS = 50;
const HUNG_MS = 25_000;
/** nginx asks a silent replica again after that. */
const TRIED_AGAIN_MS = 10_000;

type Call = { readonly method: string; readonly path: string };
type Outcome = Call & { readonly status: number | string };

const READS: readonly Call[] = [
  { method: 'GET', path: '/api/userinfo' },
  { method: 'GET', path: '/api/notifications' },
  { method: 'GET', path: '/api/passports' },
  { method: 'GET', path: '/api/me/devices' },
];
const WRITE: Call = { method: 'POST', path: '/api/notifications/mark-all-as-read' };

/** Sends one call; an answer that never comes, or is cut, is told by its error. */
function call(agent: Agent, origin: string, { method, path }: Call, session: TestSession) {
  const { accessToken, browserKey } = session;
  const url = origin + path;
  // The servers are processes of their own, whose clock goes on.
  const dpop = browserKey.prove({ method, url, accessToken, now: new Date() });
  return new Promise<Outcome>((resolve) => {
    const done = (status: number | string) => resolve({ method, path, status });
    const sent = request(url, {
      agent,
      method,
      headers: { authorization: `Bearer ${accessToken}`, dpop, 'content-length': '0' },
    });
    sent.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => done(answer.statusCode ?? 0));
      answer.on('error', (error) => done(error.message));
    });
    sent.on('error', (error) => done(error.message));
    sent.end();
  });
}

describeProof('three replicas behind nginx', () => {
  let composition: Composition;
  beforeAll(async () => {
    composition = await startComposition({ env: { API_CALLS_PER_MINUTE: '1000000' } });
  });
  afterAll(() => composition.stop());

  /** Members who call without a pause until they are told to end. */
  async function membersCall() {
    const { server, portal } = composition;
    server.clock.set(new Date());
    const outcomes: Outcome[] = [];
    let isOver = false;
    const agent = new Agent({ keepAlive: true });
    const one = async () => {
      const { id } = await server.createMember();
      const session = await server.signInAs(id);
      while (!isOver) {
        for (const each of [...READS, WRITE]) {
          outcomes.push(await call(agent, portal, each, session));
        }
      }
    };
    const all = Promise.all(Array.from({ length: MEMBERS }, one));
    while (outcomes.length < MEMBERS * CALLS_BEFORE)
      await Promise.race([all, pause(LOOK_AGAIN_MS)]);
    return {
      outcomes,
      failed: () => outcomes.filter(({ status }) => status !== 200 && status !== 204),
      async end() {
        isOver = true;
        await all;
        agent.destroy();
      },
    };
  }

  // @proves 16.93
  test('no call fails while the replicas are restarted one after the other', async () => {
    const members = await membersCall();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const replica of composition.replicas) await replica.restart();
    }
    await members.end();
    expect(members.failed()).toEqual([]);
    expect(members.outcomes.length).toBeGreaterThan(100);
  });

  // @proves 16.94
  test('a replica that hangs fails no read, and holds no call longer than ten seconds', async () => {
    const [hung] = composition.replicas;
    const members = await membersCall();
    process.kill(hung?.pid ?? 0, 'SIGSTOP');
    await pause(HUNG_MS);
    // Every call ends while it still hangs.
    await members.end();
    process.kill(hung?.pid ?? 0, 'SIGCONT');

    expect(members.failed().filter(({ method }) => method === 'GET')).toEqual([]);
    // A change that it has received is refused, once for each time that it is tried.
    expect(members.failed().length).toBeLessThanOrEqual(HUNG_MS / TRIED_AGAIN_MS + 1);
  });
});

describeProof('a balancer in front of nginx', () => {
  // @proves 16.96
  test('limits count each member’s own address, IPv6 too, and nobody chooses their own', async () => {
    const composition = await startComposition({
      edge: { TRUST_PROXY: '127.0.0.0/8,fd00::/8' },
      env: { API_CALLS_PER_MINUTE: '5' },
    });
    const callsOf = async (forwarded: string, origin = composition.portal) => {
      const statuses: number[] = [];
      for (let at = 0; at < 8; at += 1) {
        const headers = { 'x-forwarded-for': forwarded.replace('*', String(at)) };
        statuses.push((await send(origin, { path: '/api/prefectures', headers })).status);
      }
      return statuses.filter((status) => status === 200).length;
    };
    try {
      expect(await callsOf('203.0.113.1')).toBe(5);
      expect(await callsOf('203.0.113.2')).toBe(5);
      expect(await callsOf('2001:db8::1, fd00::7')).toBe(5);
      // What stands further left was written by the caller.
      expect(await callsOf('198.51.100.*, 203.0.113.3')).toBe(5);
      const direct = await composition.startEdge({ TRUST_PROXY: '' });
      expect(await callsOf('198.51.100.*', direct.origin)).toBe(5);
    } finally {
      await composition.stop();
    }
  });
});
