import { endAllSessions } from '@portal/server-identity/tokens/sessions';
import { sharedServer, type TestServer } from '@portal/server-testing';
import { openNotificationStream } from '@portal/server-testing/notification-stream';
import { NOTIFICATION_EVENTS_PATH } from '@portal/shared-contract';
import { markAllRead, sendNotification } from '../notifications.ts';
import { MAX_STREAMS } from './notification-events.ts';

const API = 'http://localhost:4302';
const text = (words: string) => ({ ja: words, en: words });
const CONTENT = { title: text('お知らせ'), body: text('<p>本文</p>') };

const server = sharedServer();

async function member() {
  const { id } = await server.createMember();
  return { id, session: await server.signInAs(id) };
}
type Member = Awaited<ReturnType<typeof member>>;

const ask = (path: string, { session }: Member, { method = 'GET' } = {}) => {
  const url = API + path;
  const headers = session.headers({ method, url });
  return server.api.fetch(new Request(url, { method, headers }));
};
const unread = async (who: Member) =>
  ((await (await ask('/notifications', who)).json()) as { total_unread: number }).total_unread;

// @proves 4.32 7.40
test('fetching one marks it read, and counts it once', async () => {
  const hanako = await member();
  const { id } = await server.sendNotification(hanako.id, CONTENT);
  await server.sendNotification(hanako.id, CONTENT);
  expect(await unread(hanako)).toBe(2);
  const [first, again] = await Promise.all([
    ask(`/notifications/${id}`, hanako),
    ask(`/notifications/${id}`, hanako),
  ]);
  expect(await first.json()).toMatchObject({ id, title: 'お知らせ', read: true });
  expect(await again.json()).toMatchObject({ id, read: true });
  expect(await unread(hanako)).toBe(1);
});

// @proves 4.32 7.41 15.9
test('marks all read, except unpublished ones and other members’', async () => {
  const [hanako, taro] = [await member(), await member()];
  const tomorrow = new Date(server.clock.now().getTime() + 86_400_000);
  await server.sendNotification(hanako.id, CONTENT);
  await server.sendNotification(hanako.id, CONTENT);
  const later = await server.sendNotification(hanako.id, { ...CONTENT, publishedAt: tomorrow });
  await server.sendNotification(taro.id, CONTENT);
  const answer = await ask('/notifications/mark-all-as-read', hanako, { method: 'POST' });
  expect(await answer.json()).toEqual({ total_unread: 0 });
  expect(await unread(hanako)).toBe(0);
  expect(await unread(taro)).toBe(1);
  expect((await ask(`/notifications/${later.id}`, hanako)).status).toBe(404);
});

// @proves 6.7 15.9
test.each([
  [
    'another member’s notification',
    async (owner: Member) => (await server.sendNotification(owner.id, CONTENT)).id,
  ],
  ['an unknown notification', async () => '3c5b0c5e-6f6f-4d5e-9c39-2f9f1c3c9b11'],
  ['an invalid id', async () => 'x'],
  ['an id with SQL', async () => encodeURIComponent("' or 1=1 --")],
])('answers 404 for %s, and changes nothing', async (_, idOf) => {
  const [hanako, taro] = [await member(), await member()];
  const answer = await ask(`/notifications/${await idOf(hanako)}`, taro);
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'request.not_found' }]);
  const before = await unread(hanako);
  await ask('/notifications/mark-all-as-read', taro, { method: 'POST' });
  expect(await unread(hanako)).toBe(before);
});

describe('the event stream', () => {
  const listen = ({ session }: Member, api: Pick<TestServer['api'], 'fetch'> = server.api) =>
    openNotificationStream(api, session);

  // @proves 7.42 15.5
  test('sends the current state, then each change', async () => {
    const hanako = await member();
    const first = await server.sendNotification(hanako.id, CONTENT);
    const stream = await listen(hanako);
    expect(stream.answer.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.answer.headers.get('cache-control')).toContain('no-transform');
    expect(await stream.next()).toEqual({ total_unread: 1, newest_id: first.id });
    const second = await server.sendNotification(hanako.id, {
      ...CONTENT,
      publishedAt: new Date(server.clock.now().getTime()),
    });
    expect(await stream.next()).toMatchObject({ total_unread: 2 });
    await ask(`/notifications/${second.id}`, hanako);
    expect(await stream.next()).toMatchObject({ total_unread: 1 });
    await markAllRead(server.context, hanako.id);
    expect(await stream.next()).toMatchObject({ total_unread: 0 });
    await stream.close();
  });

  // @proves 6.7
  test('sends nothing about other members', async () => {
    const [hanako, taro] = [await member(), await member()];
    const stream = await listen(taro);
    expect(await stream.next()).toEqual({ total_unread: 0, newest_id: null });
    await server.sendNotification(hanako.id, CONTENT);
    const own = await server.sendNotification(taro.id, CONTENT);
    expect(await stream.next()).toEqual({ total_unread: 1, newest_id: own.id });
    await stream.close();
  });

  test('sends nothing about a transaction that was rolled back', async () => {
    const hanako = await member();
    const stream = await listen(hanako);
    await stream.next();
    const failed = server.db.transaction(async (db) => {
      await sendNotification(
        { ...server.context, db: db as never },
        { memberId: hanako.id, ...CONTENT },
      );
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await server.sendNotification(hanako.id, CONTENT);
    expect(await stream.next()).toMatchObject({ total_unread: 1 });
    await stream.close();
  });

  // @proves 15.7
  test('ends when the session ends', async () => {
    const hanako = await member();
    const stream = await listen(hanako);
    await stream.next();
    await endAllSessions(server.context, hanako.id);
    await server.sendNotification(hanako.id, CONTENT);
    expect(await stream.next()).toBe('ended');
  });

  // @proves 9.30
  test('is refused without a token and beyond the limit per member', async () => {
    const hanako = await member();
    const stranger = await server.api.fetch(new Request(API + NOTIFICATION_EVENTS_PATH));
    expect(stranger.status).toBe(401);
    const streams = [];
    for (let n = 0; n < MAX_STREAMS; n += 1) streams.push(await listen(hanako));
    expect((await listen(hanako)).answer.status).toBe(429);
    await streams[0]?.close();
    const another = await listen(hanako);
    expect(another.answer.status).toBe(200);
    for (const stream of [another, ...streams.slice(1)]) await stream.close();
  });
});
