import type { Operation } from '@portal/delivery-model/log/operations';
import { pageToken } from '@portal/delivery-model/page/page-token';
import { makeRelease, type TestRelease } from '@portal/delivery-model/testing/release';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { THIS_MACHINE } from '@portal/server-testing/config';
import { DATABASES } from '@portal/server-testing/databases';
import { promotion, publish, testStore } from '@portal/server-testing/releases/page-setting';
import { lookAtCanaries, operatorOf } from '@portal/server-testing/releases/teams';
import type { StageReport } from '@portal/shared-contract';
import { reportAddress } from '@portal/shared-contract/report-address';
import { releaseFigures } from '../schema/release-figures.ts';
import { purgeFigures, readFigures } from './release-figures.ts';

const MINUTE_MS = 60_000;
const { releases, remove } = testStore();
afterAll(remove);
const first = makeRelease('account', 'first');
const second = makeRelease('account', 'second');

let server: TestServer;
async function open(database: (typeof DATABASES)[number] = 'postgres'): Promise<TestServer> {
  server = await startTestServer({ database, config: { releases, trustedProxies: THIS_MACHINE } });
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

/** The token of the page from which a browser reports: that of the release in it, here the only one. */
function tokenFor(body: unknown): string {
  const [report] = Array.isArray(body) ? (body as StageReport[]) : [];
  return pageToken('', report ? { [report.remote]: report.version } : {});
}

/** Posts a beacon as a browser with this address does. */
function post(
  body: unknown,
  {
    from = '192.0.2.1',
    headers = {},
    page = tokenFor(body),
  }: { from?: string; headers?: Record<string, string>; page?: string } = {},
): Promise<Response> {
  return server.api.fetch(
    new Request(reportAddress('http://localhost:4302', page), {
      method: 'POST',
      headers: {
        'content-type': 'text/plain;charset=UTF-8',
        'x-forwarded-for': from,
        ...headers,
      },
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
  await server.context.releaseReports.flush();
}
const watch = () => lookAtCanaries(server);
const lastEntry = async () => {
  const entry = await operatorOf(server).lastEntry();
  if (!entry) throw new Error('no entry');
  return entry;
};

// @proves 7.190 7.192 7.243
test.each(DATABASES)('counts what browsers report by minute, on %s', async (database) => {
  await open(database);
  await promote(second, 10);
  const batch = [
    { ...release(first), stage: 'loaded', milliseconds: 300 },
    shown(first, 400),
    { ...release(second), stage: 'failed', code: 'unreachable' },
  ];
  expect((await post(batch)).status).toBe(204);
  expect((await post([shown(first, 900), failed(second)])).status).toBe(204);
  await server.context.releaseReports.flush();
  // Added to what is there.
  await post([{ ...shown(first, 100_000), cohort: 'fallback' }, shown(first, 600)]);
  // The page of a preview.
  const previewed = { headers: { cookie: 'a=b; portal_preview=abc' } };
  expect((await post([shown(first), failed(second)], previewed)).status).toBe(204);
  await server.context.releaseReports.flush();

  // They come in the order of the versions, which are digests.
  const figures = await readFigures(server.context, 60);
  expect(figures.sort((a, b) => (a.cohort < b.cohort ? -1 : 1))).toEqual([
    {
      part: 'account',
      version: second.document.version,
      cohort: 'canary',
      loads: 2,
      failures: 2,
      codes: { unreachable: 1, broken: 1 },
      p75: null,
    },
    expect.objectContaining({ version: first.document.version, cohort: 'fallback', loads: 1 }),
    {
      part: 'account',
      version: first.document.version,
      cohort: 'stable',
      loads: 3,
      failures: 0,
      codes: {},
      p75: 813,
    },
  ]);
  server.clock.advance(2 * 60 * MINUTE_MS);
  expect(await readFigures(server.context, 60)).toEqual([]);
  server.clock.advance(30 * 24 * 60 * MINUTE_MS);
  await purgeFigures(server.context);
  expect(await server.db.select().from(releaseFigures)).toEqual([]);
});

// @proves 7.200 7.201
test('counts pages by engine and version, and one that is too old as no failure', async () => {
  await open();
  const shell = { ...shown(first), remote: 'account' };
  const chrome = { headers: { 'user-agent': 'Mozilla/5.0 (X11) Chrome/156.0 Safari/537.36' } };
  const old = {
    headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X)' },
  };
  await post([shell, failed(first)], chrome);
  await post([{ ...release(first), stage: 'too-old' }], old);
  await post([{ ...release(first), version: '9.9.9+000000000000', stage: 'too-old' }], old);
  await server.context.releaseReports.flush();
  const metrics = await server.metrics();
  expect(metrics.match(/^portal_browser_pages_total.*$/gm)).toEqual([
    'portal_browser_pages_total{engine="chromium",version="156",outcome="failed"} 1',
    'portal_browser_pages_total{engine="webkit",version="15",outcome="too_old"} 1',
  ]);
  expect(metrics).not.toContain('Mozilla');
  expect(await readFigures(server.context, 60)).toEqual([
    expect.objectContaining({ loads: 2, failures: 1, codes: { broken: 1 } }),
  ]);
  expect(JSON.stringify(await server.db.select().from(releaseFigures))).not.toMatch(
    /too-old|Mozilla/,
  );
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
test('a canary that throws is rolled back by the portal, with the reason in figures', async () => {
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
  await server.context.releaseReports.flush();
  await watch();
  expect((await lastEntry()).operation.type).toBe('promote');
  const figures = await readFigures(server.context, 60);
  expect(figures.find(({ cohort }) => cohort === 'canary')).toMatchObject({ failures: 200 });
});

// @proves 7.196
test('fewer than 20 networks cannot end a healthy canary, however long they report', async () => {
  await open();
  await promote(second, 10);
  await loadPages(first, () => shown(first));
  await loadPages(second, () => shown(second));
  for (let hour = 0; hour < 20; hour += 1) {
    for (let forger = 0; forger < 19; forger += 1) {
      await post([failed(second)], { from: `10.9.${forger}.1` });
    }
    await server.context.releaseReports.flush();
    await watch();
    server.clock.advance(60 * MINUTE_MS);
  }
  expect((await lastEntry()).operation.type).toBe('promote');
});

// @proves 7.691
test.each([
  ['without the token of a page', ''],
  [
    'with the token of the page of the stable release',
    pageToken('', { account: first.document.version }),
  ],
  ['with an invented token', 'abcdefghijkl'],
])('failures of a canary %s decide nothing', async (_, page) => {
  await open();
  await promote(second, 10);
  await loadPages(first, () => shown(first));
  for (const network of [20, 21, 22]) {
    for (let from = 0; from < 80; from += 1) {
      await post([failed(second)], { from: `10.${network}.${from}.1`, page });
    }
    server.clock.advance(MINUTE_MS);
  }
  await server.context.releaseReports.flush();
  await watch();
  expect((await lastEntry()).operation.type).toBe('promote');
  const figures = await readFigures(server.context, 60);
  expect(figures.find(({ cohort }) => cohort === 'canary')).toMatchObject({ failures: 240 });
});

// @proves 7.193
test('teams read the figures, and what is known of each canary', async () => {
  await open();
  await promote(second, 10);
  await post([shown(first), shown(second)]);
  await server.context.releaseReports.flush();
  const { figures, canaries, minutes } = await operatorOf(server).figures(30);
  expect(minutes).toBe(30);
  expect(figures.map(({ cohort }) => cohort).sort()).toEqual(['canary', 'stable']);
  expect(canaries).toEqual([
    {
      part: 'account',
      version: second.document.version,
      verdict: expect.stringContaining('0 % of 0 loads of the canary failed'),
    },
  ]);
});
