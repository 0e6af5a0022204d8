import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEntry } from '@portal/delivery-model/log/entry';
import type { Operation } from '@portal/delivery-model/log/operations';
import { pageToken } from '@portal/delivery-model/page/page-token';
import { makeRelease, type TestRelease } from '@portal/delivery-model/testing/release';
import { createMetrics } from '@portal/server-platform/metrics/metrics';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { THIS_MACHINE } from '@portal/server-testing/config';
import { DATABASES } from '@portal/server-testing/databases';
import { lookAtCanaries, operatorOf } from '@portal/server-testing/releases/teams';
import type { ViewReport } from '@portal/shared-contract';
import { viewsAddress } from '@portal/shared-contract/report-address';
import { newest } from '../log/log-storage.ts';
import { releaseVitals } from '../schema/release-vitals.ts';
import { purgeVitals } from './release-vitals.ts';
import { PERIOD_MS } from './view-reports.ts';
import { vitalMetrics } from './vital-metrics.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const folder = mkdtempSync(path.join(tmpdir(), 'portal-vitals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const releases = {
  environment: 'production',
  store: { kind: 'folder', folder } as const,
  logKeys: undefined,
};
const row = { files: [], guard: 'session' as const, layout: 'default' as const };
const releaseOf = (content: string) =>
  makeRelease('account', content, ['/account'], {
    rows: { '/account': row, '/account/orders/:id': row },
  });
const first = releaseOf('first');
const second = releaseOf('second');

let server: TestServer;
async function open(database: (typeof DATABASES)[number] = 'postgres'): Promise<void> {
  server = await startTestServer({ database, config: { releases, trustedProxies: THIS_MACHINE } });
  await promote(first);
}
afterEach(() => server.close());

async function promote(
  { document, files }: TestRelease,
  canary: Pick<Extract<Operation, { type: 'promote' }>, 'share' | 'growth'> = {},
): Promise<void> {
  const operator = operatorOf(server);
  await operator.publish(document, async (file) => files[file] ?? new Uint8Array());
  const { name: part, version } = document;
  await operator.operate({ type: 'promote', part, version, ...canary });
  // What the server knows of the log is some seconds old at most, and a canary counts from the next period on.
  server.clock.advance(PERIOD_MS);
}

const view = (of: TestRelease, more: Partial<ViewReport> = {}): ViewReport => ({
  remote: 'account',
  version: of.document.version,
  route: '/account',
  visit: 'repeat',
  lcp: 1000,
  ...more,
});

/** Posts a beacon as a browser with this address does, from the page of the first release among the reports. */
function post(
  body: unknown,
  { from = '192.0.2.1', page, cookie = '' }: { from?: string; page?: string; cookie?: string } = {},
): Promise<Response> {
  const [report] = Array.isArray(body) ? (body as ViewReport[]) : [];
  const token = page ?? pageToken('', report ? { [report.remote]: report.version } : {});
  return server.api.fetch(
    new Request(viewsAddress('http://localhost:4302', token), {
      method: 'POST',
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'x-forwarded-for': from, cookie },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
}
const flush = () => server.context.releaseReports.flush();

/** 240 views over four periods, each from a network of its own, around this LCP. */
async function views(of: TestRelease, lcp: number, options: { page?: string } = {}): Promise<void> {
  const network = of === first ? 1 : 2;
  for (let number = 0; number < 240; number += 1) {
    const from = `10.${network}.${number}.${lcp % 250}`;
    const report = view(of, { lcp: Math.round(lcp * (0.5 + ((number * 7) % 240) / 240)) });
    await server.context.releaseReports.countViews([report], {
      network: from,
      page: options.page ?? pageToken('', { account: report.version }),
    });
    if (number % 60 === 59) server.clock.advance(PERIOD_MS);
  }
  await flush();
}
const lastEntry = async () => {
  const [jws = ''] = await newest(server.db, 'production', undefined, 1);
  return readEntry(jws).entry;
};

/** The series at `/metrics` with their values. */
async function metricsOf(name: string): Promise<string[]> {
  const registry = createMetrics();
  vitalMetrics(server.context, registry);
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));
}

// @proves 7.778 16.907
test.each(DATABASES)(
  'counts views by release, route and kind of visit, on %s',
  async (database) => {
    await open(database);
    const shell = { ...view(first), remote: 'shell' };
    const orders = { route: '/account/orders/:id', visit: 'first' } as const;
    expect((await post([view(first, { lcp: 1000, inp: 40, cls: 12, header: 900 })])).status).toBe(
      204,
    );
    // Neither the shell, which is not live here, nor routes and releases that there are not.
    expect((await post([shell, view(first, { lcp: 1000 })])).status).toBe(204);
    await post([view(first, { route: '/account/orders/5c0ffee5' })]);
    await post([view(first, { version: '9.9.9+000000000000' })]);
    await flush();
    await post([view(first, { ...orders, lcp: 3000 })]);
    await flush();
    const { version } = first.document;
    const labels = (route: string, visit: string, figure: string) =>
      `{part="account",version="${version}",cohort="stable",route="${route}",visit="${visit}",figure="${figure}"}`;
    expect((await metricsOf('portal_vitals_views')).sort()).toEqual(
      [
        `portal_vitals_views${labels('/account', 'repeat', 'lcp')} 2`,
        `portal_vitals_views${labels('/account', 'repeat', 'inp')} 1`,
        `portal_vitals_views${labels('/account', 'repeat', 'cls')} 1`,
        `portal_vitals_views${labels('/account', 'repeat', 'header')} 1`,
        `portal_vitals_views${labels('/account/orders/:id', 'first', 'lcp')} 1`,
      ].sort(),
    );
    const p75 = await metricsOf('portal_vitals_p75');
    const seconds = Number(
      p75
        .find((line) => line.includes('orders'))
        ?.split(' ')
        .at(-1),
    );
    expect(seconds).toBeGreaterThan(2.5);
    expect(seconds).toBeLessThan(3.5);
    const sender = { network: '192.0.2.1', page: undefined };
    const browser = { engine: 'other', version: 'unknown' } as const;
    await server.context.releaseReports.count(
      [{ remote: 'account', version, stage: 'shown', milliseconds: 900 }],
      { ...sender, browser },
    );
    await flush();
    const { figures } = await operatorOf(server).figures(60);
    expect(figures).toEqual([
      expect.objectContaining({
        version,
        cohort: 'stable',
        loads: 1,
        vitals: expect.objectContaining({ lcp: { views: 3, p75: expect.any(Number) } }),
      }),
    ]);
    server.clock.advance(31 * DAY_MS);
    await purgeVitals(server.context);
    expect(await server.db.select().from(releaseVitals)).toEqual([]);
  },
);

// @proves 7.779
test.each([
  ['no JSON', 'hello'],
  ['no report', []],
  ['a member', [{ ...view(first), member: 'm1' }]],
  ['an address', [{ ...view(first), url: '/account?code=1' }]],
  ['an unknown kind of visit', [{ ...view(first), visit: 'mine' }]],
  ['a time of hours', [view(first, { lcp: 3_600_000 })]],
  ['a fraction', [view(first, { cls: 0.1 })]],
  ['the same part twice', [view(first), view(first)]],
  ['three parts', ['a', 'b', 'c'].map((remote) => view(first, { remote }))],
  ['1 KB and more', [view(first)].concat({ ...view(first), route: 'x'.repeat(1_000) })],
])('refuses a beacon with %s', async (_, body) => {
  await open();
  expect([413, 422]).toContain((await post(body)).status);
});

// @proves 7.779
test('refuses more than 120 beacons of one network in a minute, and counts none of a preview', async () => {
  await open();
  const answers = [];
  for (let number = 0; number < 121; number += 1) answers.push((await post([view(first)])).status);
  expect(answers).toEqual([...Array(120).fill(204), 429]);
  const previewed = { from: '198.51.100.7', cookie: 'a=b; portal_preview=a.b.c' };
  expect((await post([view(first, { visit: 'kept' })], previewed)).status).toBe(204);
  await flush();
  const rows = await server.db.select().from(releaseVitals);
  // There is no canary, so no network has to be remembered for one.
  expect(rows.every(({ judged }) => judged.every((count) => count === 0))).toBe(true);
  expect(rows.map(({ visit, counts }) => [visit, counts.reduce((a, b) => a + b)])).toEqual([
    ['repeat', 120],
  ]);
});

// @proves 16.909
test('a canary that is slower for members is ended', async () => {
  await open();
  await promote(second, { share: 26 });
  await views(first, 1000);
  await views(second, 1300);
  await lookAtCanaries(server);
  const entry = await lastEntry();
  expect(entry).toMatchObject({
    by: { team: 'portal' },
    operation: {
      type: 'rollback',
      canary: second.document.version,
      reason: expect.stringMatching(
        /^The LCP of three of four repeated visits is 1,\d{3} ms in 240 views of the canary and 1,\d{3} ms in 240 views of the stable release, (29|30|31) % more/,
      ),
    },
  });
});

// @proves 16.909
test('20 networks cannot make a healthy canary look slow, however often they report', async () => {
  await open();
  await promote(second, { share: 26 });
  await views(first, 1000);
  await views(second, 1000);
  for (let day = 0; day < 3; day += 1) {
    for (let forger = 0; forger < 20; forger += 1) {
      await post([view(second, { lcp: 60_000 })], { from: `10.9.${forger}.1` });
      await post([view(second, { lcp: 60_000 })], { from: `2001:db8:${forger}:${day}::1` });
    }
    await flush();
    await lookAtCanaries(server);
    server.clock.advance(PERIOD_MS);
  }
  expect((await lastEntry()).operation.type).toBe('promote');
});

// @proves 16.908
test('/metrics says by how much what is live is slower than what was live before', async () => {
  await open();
  await views(first, 1000);
  expect(await metricsOf('portal_vitals_change')).toEqual([]);
  await promote(second);
  await post([view(second, { lcp: 9000 })]);
  await flush();
  // One view says nothing.
  expect(await metricsOf('portal_vitals_change')).toEqual([]);
  await views(second, 1200);
  const [line = '', ...others] = await metricsOf('portal_vitals_change');
  expect(others).toEqual([]);
  expect(line).toContain(
    `{part="account",version="${second.document.version}",visit="repeat",figure="lcp"}`,
  );
  expect(Number(line.split(' ').at(-1))).toBeCloseTo(0.2, 1);
});
