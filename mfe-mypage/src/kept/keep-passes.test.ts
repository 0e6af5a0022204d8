import { call } from '@portal/kit/api';
import { keptForMember } from '@portal/kit/auth';
import { getUserinfo, listPassports, todayInJapan } from '@portal/kit/contract';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { createPassportClient } from '@portal/kit/testing/passports';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import * as routes from '../routes.ts';
import { HANAKO } from '../testing/members.ts';
import { keepPasses } from './keep-passes.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { callsPerMinute: 100_000 } });
  server.clock.set(new Date());
});
afterAll(() => server.close());
// Another browser for each test.
beforeEach(() => Object.assign(globalThis, { indexedDB: new IDBFactory() }));

const dayFromNow = (days: number) => todayInJapan(new Date(Date.now() + days * DAY_MS));

/** A member with passes of all kinds visits the home, in a browser with or without a worker. */
async function visitHome({ hasWorker = true } = {}) {
  const ids: Record<string, string> = {};
  let memberId = '';
  await openScreenAs(server, {
    routes,
    path: '/en/my-page',
    member: HANAKO,
    fetch: server.api.fetch,
    async prepare(id) {
      memberId = id;
      const client = await createPassportClient(server, {}, id);
      ids.today = (await client.buyPaid()).id;
      ids.tomorrow = (await client.buyPaid({ usage_start_date: dayFromNow(1) })).id;
      ids.later = (await client.buyPaid({ usage_start_date: dayFromNow(2) })).id;
      ids.unpaid = (await client.buy()).id;
      ids.offered = (await client.buyPaid()).id;
      await client.offer(ids.offered, 'somebody@example.com');
    },
  });
  localStorage.setItem('oneid_user_id', memberId);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: hasWorker ? Promise.resolve({}) : new Promise(() => {}) },
  });
  const [member, passports] = await Promise.all([
    call(getUserinfo),
    call(listPassports, { query: { page: 1, limit: 10 } }),
  ]);
  const keeping = keepPasses(memberId, { now: member }, { now: passports });
  if (hasWorker) await keeping;
  return { ids, memberId, kept: await keptForMember().catch(() => undefined) };
}

// @proves 14.164 14.181
test('only the passes of today and tomorrow are kept, and of the member no details', async () => {
  const { ids, kept } = await visitHome();
  const text = JSON.stringify(kept?.answers);
  const isKept = Object.entries(ids).map(([name, id]) => [name, text.includes(id)]);
  expect(Object.fromEntries(isKept)).toEqual({
    today: true,
    tomorrow: true,
    later: false,
    unpaid: false,
    offered: false,
  });
  expect(kept?.answers['/userinfo?']).toMatchObject({
    first_name: HANAKO.firstName,
    phone: null,
    address: null,
    date_of_birth: null,
  });
  expect(text).not.toContain(HANAKO.phone);
  expect(text.match(/[^"]+@[^"]+/g)).toEqual(['not-kept@example.invalid']);
  // Until tomorrow ends in Japan.
  expect(kept?.until).toBe(Date.parse(`${dayFromNow(1)}T23:59:59+09:00`));
});

// @proves 14.163
test('nothing is kept in a browser without a worker', async () => {
  expect((await visitHome({ hasWorker: false })).kept).toBeUndefined();
});

// @proves 14.166
test.each([true, false])(
  'the installed app (%s) asks the browser to keep them',
  async (installed) => {
    const asked: string[] = [];
    const persist = async () => asked.push('persist') > 0;
    Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist } });
    const real = window.matchMedia;
    window.matchMedia = (query) => ({
      ...real(query),
      matches: installed && query.includes('standalone'),
    });
    try {
      await visitHome();
      expect(asked).toEqual(installed ? ['persist'] : []);
    } finally {
      window.matchMedia = real;
      Reflect.deleteProperty(navigator, 'storage');
    }
  },
);
