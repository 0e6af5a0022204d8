import { members } from '@portal/server-members/schema/members';
import { listNotifications } from '@portal/server-notifications/notifications';
import { sharedServer } from '@portal/server-testing';
import { messagesOf } from '@portal/server-testing/account-client';
import { createPassportClient, type PassportClient } from '@portal/server-testing/passports';
import { eq } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';
import { sendReminders } from './reminders.ts';

/** Noon in Japan. */
const TODAY = new Date('2026-11-22T03:00:00Z');
const FIRST_DAY = '2026-11-23';
/** Thirty days before the last day, at noon in Japan. */
const RENEWABLE = new Date('2027-10-23T03:00:00Z');
const HOUR_MS = 60 * 60 * 1000;

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
beforeEach(async () => {
  server.clock.set(TODAY);
  // Those of the tests before would be due too.
  await server.db.delete(passports);
  hanako = await createPassportClient(server);
});

const fromTomorrow = () => hanako.buyPaid({ usage_start_date: FIRST_DAY });
/** The mails of one run of the job. */
const remind = () => messagesOf(server, () => sendReminders(server.context));
const titlesOf = async (memberId: string) =>
  (await listNotifications(server.context, memberId, { page: 1, limit: 10 })).items.map(
    ({ title }) => title.en,
  );
const change = (columns: Partial<typeof members.$inferInsert>) =>
  server.db.update(members).set(columns).where(eq(members.id, hanako.id));

// @proves 15.30 15.31
test('come by mail and notification on the day before the first one, in Japanese', async () => {
  const { id } = await fromTomorrow();
  server.clock.advance(HOUR_MS);
  const [mail, ...more] = await remind();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ kind: 'mail', recipient: hanako.email });
  expect(mail?.subject).toContain('明日から年間パスポートをお使いいただけます');
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('明日2026年11月23日（月）から');
    expect(part).toContain('山田 花子');
    expect(part).toContain('2026年11月23日（月）〜2027年11月22日（月）');
    expect(part).toContain(`http://localhost:4300/ja/my-page/passports/${id}`);
    expect(part).not.toContain('写真');
  }
  const { items } = await listNotifications(server.context, hanako.id, { page: 1, limit: 1 });
  expect(items[0]?.title.ja).toBe('明日から年間パスポートをお使いいただけます');
  expect(items[0]?.body.ja).toContain('山田 花子 様のパスポートは、明日2026年11月23日（月）から');
  expect(items[0]?.body.ja).toContain(`/my-page/passports/${id}`);
});

// @proves 15.43
test('come once when a passport can be renewed, and lead there', async () => {
  const { id } = await fromTomorrow();
  server.clock.set(new Date(RENEWABLE.getTime() - 24 * HOUR_MS));
  expect(await remind()).toEqual([]);
  server.clock.set(RENEWABLE);
  const [mail, ...more] = await remind();
  expect(more).toEqual([]);
  expect(mail?.subject).toContain('年間パスポートを更新できます');
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('2027年11月22日（月）');
    expect(part).toContain(`http://localhost:4300/ja/my-page/passports/renew?passport=${id}`);
  }
  const { items } = await listNotifications(server.context, hanako.id, { page: 1, limit: 1 });
  expect(items[0]?.title.ja).toBe('年間パスポートを更新できます');
  expect(items[0]?.body.ja).toContain(`/my-page/passports/renew?passport=${id}`);
  server.clock.set(new Date(RENEWABLE.getTime() + 24 * HOUR_MS));
  expect(await remind()).toEqual([]);
});

const NOT_RENEWABLE: readonly [string, (id: string) => Promise<unknown>][] = [
  ['was renewed', (id) => hanako.buyPaid({ renews: id, usage_start_date: '2027-11-23' })],
  [
    'is for a child who is too old by then',
    (id) =>
      server.db
        .update(passports)
        .set({ holderKind: 'child', holderDateOfBirth: '2015-11-23' })
        .where(eq(passports.id, id)),
  ],
];
// @proves 15.43
test.each(NOT_RENEWABLE)('do not offer to renew a passport that %s', async (_, then) => {
  const { id } = await fromTomorrow();
  server.clock.set(RENEWABLE);
  await then(id);
  expect(await remind()).toEqual([]);
});

// @proves 15.32
test('come once, however many replicas run the job at once and however often it runs', async () => {
  // A member uploads one photo at a time.
  await fromTomorrow();
  await hanako.buyPaid({ usage_start_date: FIRST_DAY });
  const mails = await messagesOf(server, async () => {
    await Promise.all(Array.from({ length: 6 }, () => sendReminders(server.context)));
    server.clock.advance(HOUR_MS);
    await sendReminders(server.context);
  });
  expect(mails).toHaveLength(2);
  const reminders = (await titlesOf(hanako.id)).filter((title) => title.includes('valid from'));
  expect(reminders).toHaveLength(2);
});

// @proves 15.32
test('that were not sent by midnight are not sent any more', async () => {
  await fromTomorrow();
  const [mail] = await remind();
  expect(mail?.expiresAt?.toISOString()).toBe('2026-11-22T15:00:00.000Z');
});

const ENDS: readonly [string, (id: string) => Promise<unknown>][] = [
  ['is cancelled', (id) => hanako.call('DELETE', `/passports/${id}`)],
  ['waits for somebody to accept it', (id) => hanako.offer(id, 'somebody@example.org')],
  [
    'is refunded',
    (id) =>
      server.db.update(passports).set({ paymentStatus: 'refunded' }).where(eq(passports.id, id)),
  ],
  ['has an owner who closed the account', () => change({ closedAt: TODAY })],
];
// @proves 15.33
test.each(ENDS)('do not come for a passport that %s', async (_, then) => {
  const { id } = await fromTomorrow();
  await then(id);
  const known = (await titlesOf(hanako.id)).length;
  expect(await remind()).toEqual([]);
  expect(await titlesOf(hanako.id)).toHaveLength(known);
});

// @proves 15.34
test('come in the ways that the member wishes, and are not lost by a late wish', async () => {
  await fromTomorrow();
  await hanako.call('PUT', '/me/reminders', { email: false, notification: false });
  expect(await remind()).toEqual([]);
  expect(await titlesOf(hanako.id)).not.toContain('Your pass is valid from tomorrow');
  await hanako.call('PUT', '/me/reminders', { email: true });
  expect(await remind()).toHaveLength(1);
  expect(await titlesOf(hanako.id)).not.toContain('Your pass is valid from tomorrow');
});
