import { openDatabaseClock } from '@portal/server-platform/database/database-clock';
import { createMetrics } from '@portal/server-platform/metrics/metrics';
import { sharedIdp, startTestIdp } from '@portal/server-testing/idp/idp';
import { MEMBER } from '@portal/server-testing/idp/portal';
import { reportClock } from './housekeeping.ts';
import { createApi } from './index.ts';
import { stateMetrics } from './state.ts';

const SECOND_MS = 1000;
/** The clock of a machine on which the database's time is read as so much earlier. */
const machine = (aheadMs: number) => ({ now: () => new Date(Date.now() + aheadMs) });

describe.each([30, 300])('two servers whose clocks are %i seconds apart', (seconds) => {
  const server = sharedIdp({ member: MEMBER });

  async function replica(aheadMs: number) {
    const databaseClock = await openDatabaseClock(server.db, machine(aheadMs));
    return { ...server.context, clock: databaseClock, databaseClock };
  }

  // @proves 16.944
  test.each([
    ['ahead', 1],
    ['behind', -1],
  ])('say which clock is %s, and the server is not ready', async (_, sign) => {
    const aheadMs = sign * seconds * SECOND_MS;
    const context = await replica(aheadMs);
    const before = server.log.length;
    reportClock(context);
    const [line] = server.log.slice(before).map((one) => JSON.parse(one));
    expect(line).toMatchObject({ level: 50, event: 'clock' });
    expect(line.ahead_ms / aheadMs).toBeCloseTo(1, 1);
    const metrics = createMetrics();
    stateMetrics(context, metrics);
    const [, shown] = /^portal_clock_ahead_seconds (\S+)$/m.exec(await metrics.metrics()) ?? [];
    expect(Number(shown) / (sign * seconds)).toBeCloseTo(1, 1);
    const api = createApi({ ...context, findAccessToken: async () => undefined });
    const ready = await api.request('/ready');
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'clock' }]);
  });
});

// @proves 16.905
test('a server without the page of what is live is not ready', async () => {
  const server = await startTestIdp();
  try {
    for (const [isBroken, status] of [
      [true, 503],
      [false, 200],
    ] as const) {
      const api = createApi({
        ...server.context,
        isPageBroken: () => isBroken,
        findAccessToken: async () => undefined,
      });
      expect((await api.request('/ready')).status).toBe(status);
    }
  } finally {
    await server.close();
  }
});

// @proves 16.944
test('a machine whose clock is right is ready, and follows the database when its clock is set', async () => {
  const server = await startTestIdp();
  try {
    let aheadMs = 0;
    const databaseClock = await openDatabaseClock(server.db, {
      now: () => new Date(Date.now() + aheadMs),
    });
    const api = createApi({
      ...server.context,
      databaseClock,
      findAccessToken: async () => undefined,
    });
    expect((await api.request('/ready')).status).toBe(200);
    const before = databaseClock.now().getTime();
    aheadMs = 300 * SECOND_MS;
    expect(databaseClock.now().getTime() - before).toBeLessThan(aheadMs / 2);
    expect((await api.request('/ready')).status).toBe(503);
  } finally {
    await server.close();
  }
});
