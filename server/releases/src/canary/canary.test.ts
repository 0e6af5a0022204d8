import type { Operation } from '@portal/delivery-model/log/operations';
import { makeRelease, type TestRelease } from '@portal/delivery-model/testing/release';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { THIS_MACHINE } from '@portal/server-testing/config';
import { promotion, publish, testStore } from '@portal/server-testing/releases/page-setting';
import { lookAtCanaries, operatorOf } from '@portal/server-testing/releases/teams';
import type { StageReport } from '@portal/shared-contract';
import { reportAddress } from '@portal/shared-contract/report-address';
import { releaseLoads } from '../schema/release-loads.ts';
import { purgeLoads } from './canary-watch.ts';

const MINUTE_MS = 60_000;
const { releases, remove } = testStore();
afterAll(remove);
const first = makeRelease('account', 'first');
const second = makeRelease('account', 'second');

let server: TestServer;
async function open(): Promise<TestServer> {
  server = await startTestServer({ config: { releases, trustedProxies: THIS_MACHINE } });
  await promote(first);
  return server;
}
afterEach(() => server.close());

type Canary = Pick<Extract<Operation, { type: 'promote' }>, 'share' | 'growth'>;

async function promote(release: TestRelease, canary: number | Canary = {}): Promise<void> {
  const operator = operatorOf(server);
  await publish(operator, release);
  const how = typeof canary === 'number' ? { share: canary } : canary;
  await operator.operate({ ...promotion(release), ...how });
  // What the server knows of the history is some seconds old at most, and a canary counts from the next minute on.
  server.clock.advance(MINUTE_MS);
}

/** Posts a beacon as a browser with this address does. */
function post(
  body: unknown,
  { from = '192.0.2.1', headers = {} }: { from?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return server.api.fetch(
    new Request(reportAddress('http://localhost:4302'), {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-forwarded-for': from, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
}

const release = ({ document }: TestRelease) => ({
  remote: document.name,
  version: document.version,
});
const shown = (of: TestRelease, milliseconds = 900): StageReport => ({
  ...release(of),
  stage: 'shown',
  milliseconds,
});
const failed = (of: TestRelease): StageReport => ({
  ...release(of),
  stage: 'failed',
  code: 'broken',
});

const addressOf = (number: number) => `10.1.${number >> 8}.${number & 255}`;
/** Of each release 200 pages, each in a network of its own. */
async function loadPages(of: TestRelease, report: (number: number) => StageReport) {
  for (let number = 0; number < 220; number += 1) {
    const answer = await post([report(number)], {
      from: addressOf(number + (of === first ? 0 : 500)),
    });
    expect(answer.status).toBe(204);
    if (number % 55 === 54) server.clock.advance(MINUTE_MS);
  }
}
const watch = () => lookAtCanaries(server);
const lastEntry = async () => {
  const entry = await operatorOf(server).lastEntry();
  if (!entry) throw new Error('no entry');
  return entry;
};

const reportsCounted = async () =>
  (await server.metrics()).match(/^portal_release_reports_total.*$/gm);

// @proves 7.705
test('grows by its next step once it was loaded often enough', async () => {
  await open();
  await promote(second, { share: 10, growth: { shares: [100], minutes: 1 } });
  await watch();
  expect((await lastEntry()).operation.type).toBe('promote');
  await loadPages(second, () => shown(second));
  await watch();
  expect((await lastEntry()).operation).toMatchObject({ type: 'grow', share: 100 });
});

// @proves 7.190 7.192 7.201
test('counts what browsers report', async () => {
  await open();
  const batch = [{ ...release(first), stage: 'loaded', milliseconds: 300 }, shown(first)];
  expect((await post(batch)).status).toBe(204);
  // Nothing is to be decided while there is no canary.
  expect(await server.db.select().from(releaseLoads)).toEqual([]);
  await promote(second, 10);
  expect((await post([shown(first), failed(second)])).status).toBe(204);
  // Added to what is there; another network in the same minute.
  await post([{ ...shown(first), cohort: 'fallback' }, shown(second)], { from: '192.0.2.9' });
  await post([{ ...release(second), stage: 'too-old' }]);
  await post([{ ...failed(first), version: '9.9.9+000000000000' }]);

  expect(await reportsCounted()).toEqual([
    'portal_release_reports_total{part="account",cohort="stable",stage="loaded"} 1',
    'portal_release_reports_total{part="account",cohort="stable",stage="shown"} 2',
    'portal_release_reports_total{part="account",cohort="canary",stage="failed"} 1',
    'portal_release_reports_total{part="account",cohort="fallback",stage="shown"} 1',
    'portal_release_reports_total{part="account",cohort="canary",stage="shown"} 1',
    'portal_release_reports_total{part="account",cohort="canary",stage="too-old"} 1',
  ]);
  const rows = await server.db.select().from(releaseLoads);
  const counts = rows.map(({ version, loads, failures }) => [version, loads, failures]);
  expect(counts.sort()).toEqual(
    [
      [first.document.version, 1, 0],
      [second.document.version, 2, 1],
    ].sort(),
  );
  server.clock.advance(3 * 24 * 60 * MINUTE_MS);
  await purgeLoads(server.context);
  expect(await server.db.select().from(releaseLoads)).toEqual([]);
});

// @proves 7.191
test.each([
  ['no JSON', 'hello'],
  ['no report', []],
  ['a member', [{ ...shown(first), member: 'm1' }]],
  ['an address', [{ ...shown(first), url: '/account?code=1' }]],
  ['a code of its own', [{ ...failed(first), code: 'my own words' }]],
  ['a time of hours', [shown(first, 3_600_000)]],
  ['too many reports', Array.from({ length: 21 }, () => shown(first))],
])('refuses a beacon with %s', async (_, body) => {
  await open();
  expect((await post(body)).status).toBe(422);
});

// @proves 7.191
test('refuses more than 120 beacons of one network in a minute', async () => {
  await open();
  const answers = [];
  for (let number = 0; number < 121; number += 1) answers.push((await post([shown(first)])).status);
  expect(answers).toEqual([...Array(120).fill(204), 429]);
  // Others are not affected.
  expect((await post([shown(first)], { from: '198.51.100.7' })).status).toBe(204);
});

// @proves 7.195 6.60
test('a canary that throws is rolled back by the portal, with the reason in numbers', async () => {
  await open();
  await promote(second, 10);
  await loadPages(first, () => shown(first));
  await loadPages(second, (number) => (number % 10 === 0 ? failed(second) : shown(second)));
  // Two servers at once.
  await Promise.all([watch(), watch()]);
  const entry = await lastEntry();
  expect(entry).toMatchObject({
    by: { team: 'portal' },
    operation: {
      type: 'rollback',
      part: 'account',
      canary: second.document.version,
      reason: expect.stringContaining(
        '10.0 % of 220 loads of the canary failed, and 0.0 % of 220 loads of the stable release',
      ),
    },
  });
  expect(entry.state.remotes.account).toMatchObject({ stable: first.document.version });
  expect(entry.state.remotes.account?.canary).toBeUndefined();
  // The same release may be tried again, and begins anew.
  await promote(second, 10);
  await watch();
  expect((await lastEntry()).operation.type).toBe('promote');
});

// @proves 7.196
test('one network cannot end a canary, however much it reports', async () => {
  await open();
  await promote(second, 10);
  await loadPages(first, () => shown(first));
  await loadPages(second, () => shown(second));
  for (let number = 0; number < 100; number += 1) await post([failed(second)]);
  // Nor can a network of IPv6 with all its subnets.
  for (let number = 0; number < 100; number += 1) {
    await post([failed(second)], { from: `2001:db8:1:${number.toString(16)}::1` });
  }
  await watch();
  expect((await lastEntry()).operation.type).toBe('promote');
});

// @proves 7.193
test('teams read what is known of each canary', async () => {
  await open();
  await promote(second, 10);
  expect(await operatorOf(server).canaries()).toEqual([
    {
      part: 'account',
      version: second.document.version,
      verdict: expect.stringContaining('0 % of 0 loads of the canary failed'),
    },
  ]);
});
