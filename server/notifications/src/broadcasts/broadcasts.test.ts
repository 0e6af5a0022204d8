import { randomUUID } from 'node:crypto';
import { members } from '@portal/server-members/schema/members';
import { sharedServer } from '@portal/server-testing';
import { signInClient } from '@portal/server-testing/account-client';
import { openNotificationStream } from '@portal/server-testing/notification-stream';
import type { Notification } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { broadcastReads, broadcasts } from '../schema/broadcasts.ts';
import { countReaders, type NewBroadcast, sendBroadcast, withdrawBroadcast } from './broadcasts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
const text = (ja: string, en: string) => ({ ja, en });
const TO_ALL: Omit<NewBroadcast, 'id'> = {
  title: text('お知らせ', 'News'),
  body: text('<p>本文</p>', '<p>Text</p>'),
  externalLink: null,
  locale: null,
  country: null,
  withPassport: false,
  optedIn: false,
  byMail: false,
  byPush: false,
  createdBy: 'test',
};

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
// Those of the tests before would be listed too.
beforeEach(async () => {
  await server.db.delete(broadcastReads);
  await server.db.delete(broadcasts);
  await server.db.update(members).set({ country: null, locale: 'ja', emailOptIn: false });
});

async function member(columns: Partial<typeof members.$inferInsert> = {}) {
  const { id } = await server.createMember();
  if (Object.keys(columns).length > 0) {
    await server.db.update(members).set(columns).where(eq(members.id, id));
  }
  return id;
}
const call = async (memberId: string, method: string, path: string) =>
  (await signInClient(server, memberId)).call(method, path);
/** Sends one, a minute after the last unless `afterMs` says otherwise. */
async function send(more: Partial<NewBroadcast> = {}, afterMs = MINUTE_MS): Promise<string> {
  server.clock.advance(afterMs);
  const sent = await sendBroadcast(server.context, { id: randomUUID(), ...TO_ALL, ...more });
  if (sent === 'past') throw new Error('past');
  return sent.id;
}
const page = async (memberId: string, number = 1, limit = 10) => {
  const { body } = await call(memberId, 'GET', `/notifications?page=${number}&limit=${limit}`);
  return body as { data: Notification[]; total_unread: number; meta: { total: number } };
};
const idsOf = async (memberId: string) => (await page(memberId)).data.map(({ id }) => id);

// @proves 15.800 15.801
test('stand among a member’s own notifications, in the member’s language, as one row for all', async () => {
  const [hanako, taro] = [await member(), await member({ locale: 'en' })];
  const before = await server.sendNotification(hanako, {
    title: text('前', 'Before'),
    body: text('', ''),
  });
  const broadcast = await send({ externalLink: 'https://example.com/news' });
  server.clock.advance(MINUTE_MS);
  const after = await server.sendNotification(hanako, {
    title: text('後', 'After'),
    body: text('', ''),
  });
  const list = await page(hanako);
  expect(list.data.map(({ id }) => id)).toEqual([after.id, broadcast, before.id]);
  expect(list).toMatchObject({ total_unread: 3, meta: { total: 3 } });
  expect(list.data[1]).toEqual({
    id: broadcast,
    title: 'お知らせ',
    body: '<p>本文</p>',
    published_date: new Date(server.clock.now().getTime() - MINUTE_MS).toISOString(),
    read: false,
    external_link: 'https://example.com/news',
  });
  expect((await page(taro)).data).toMatchObject([{ id: broadcast, title: 'News' }]);
  expect(await server.db.select().from(broadcasts)).toHaveLength(1);
  expect(await server.db.select().from(broadcastReads)).toHaveLength(0);
});

// @proves 15.802
test('pages have each of both kinds once, at equal times too', async () => {
  const hanako = await member();
  const all: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    all.push(
      (await server.sendNotification(hanako, { title: text('', ''), body: text('', '') })).id,
    );
    all.push(await send({}, 0));
  }
  const seen: string[] = [];
  for (const number of [1, 2, 3, 4, 5]) {
    seen.push(...(await page(hanako, number, 3)).data.map(({ id }) => id));
  }
  expect(seen).toEqual(all.sort().reverse());
  expect((await page(hanako, 9, 3)).meta.total).toBe(10);
});

// @proves 15.803
test('are read one by one, and each counts once', async () => {
  const [hanako, taro] = [await member(), await member()];
  const [first, second] = [await send(), await send()];
  const opened = await Promise.all([
    call(hanako, 'GET', `/notifications/${first}`),
    call(hanako, 'GET', `/notifications/${first}`),
  ]);
  expect(opened.map(({ body }) => body)).toMatchObject([
    { id: first, read: true },
    { id: first, read: true },
  ]);
  expect(await page(hanako)).toMatchObject({
    data: [
      { id: second, read: false },
      { id: first, read: true },
    ],
    total_unread: 1,
  });
  expect((await page(taro)).total_unread).toBe(2);
  expect(await countReaders(server.context, first)).toMatchObject({ read: 1 });
});

// @proves 15.804
test('come to members who had joined, and not to closed accounts', async () => {
  const hanako = await member();
  const broadcast = await send();
  server.clock.advance(1);
  const late = await member();
  expect(await idsOf(hanako)).toEqual([broadcast]);
  expect(await page(late)).toMatchObject({ data: [], total_unread: 0, meta: { total: 0 } });
  expect((await call(late, 'GET', `/notifications/${broadcast}`)).status).toBe(404);
  const { recipients } = await countReaders(server.context, broadcast);
  await server.db
    .update(members)
    .set({ closedAt: server.clock.now() })
    .where(eq(members.id, hanako));
  expect(await countReaders(server.context, broadcast)).toMatchObject({
    recipients: recipients - 1,
  });
});

// @proves 15.805
test.each([
  ['a language', { locale: 'en' }, { locale: 'en' }],
  ['a country', { country: 'FR' }, { country: 'FR' }],
  ['news', { optedIn: true }, { emailOptIn: true }],
  [
    'all of these',
    { locale: 'en', country: 'FR', optedIn: true },
    { locale: 'en', country: 'FR', emailOptIn: true },
  ],
] as const)('come to the segment alone: %s', async (_, segment, columns) => {
  const [inside, outside] = [await member(columns), await member()];
  const broadcast = await send(segment);
  expect(await idsOf(inside)).toEqual([broadcast]);
  expect(await page(outside)).toMatchObject({ data: [], total_unread: 0, meta: { total: 0 } });
  expect((await call(outside, 'GET', `/notifications/${broadcast}`)).status).toBe(404);
  expect(await countReaders(server.context, broadcast)).toEqual({ recipients: 1, read: 0 });
});

// @proves 15.806 15.8
test('dated ahead are not there before their time, and withdrawn ones not any more', async () => {
  const hanako = await member();
  const broadcast = await send({ publishedAt: new Date(server.clock.now().getTime() + DAY_MS) });
  expect(await page(hanako)).toMatchObject({ data: [], total_unread: 0 });
  expect((await call(hanako, 'GET', `/notifications/${broadcast}`)).status).toBe(404);
  server.clock.advance(DAY_MS);
  expect(await idsOf(hanako)).toEqual([broadcast]);
  await withdrawBroadcast(server.context, broadcast);
  expect(await page(hanako)).toMatchObject({ data: [], total_unread: 0 });
  expect((await call(hanako, 'GET', `/notifications/${broadcast}`)).status).toBe(404);
});

// @proves 15.807 15.4
test('reach the open streams, and leave them when they are withdrawn', async () => {
  const hanako = await member();
  const stream = await openNotificationStream(server.api, await server.signInAs(hanako));
  expect(await stream.next()).toEqual({ total_unread: 0, newest_id: null });
  const broadcast = await send();
  expect(await stream.next()).toEqual({ total_unread: 1, newest_id: broadcast });
  await call(hanako, 'GET', `/notifications/${broadcast}`);
  expect(await stream.next()).toEqual({ total_unread: 0, newest_id: broadcast });
  await withdrawBroadcast(server.context, broadcast);
  expect(await stream.next()).toEqual({ total_unread: 0, newest_id: null });
  await stream.close();
});
