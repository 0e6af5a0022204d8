import { sharedServer } from '@portal/server-testing';
import { messagesOf } from '@portal/server-testing/account-client';
import {
  createPassportClient,
  type PassportClient,
  verdictOf,
} from '@portal/server-testing/passports';
import { type Passport, PERMISSION } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { sendReminders } from '../reminders/reminders.ts';
import { passports } from '../schema/passports.ts';

/** Noon in Japan. */
const BOUGHT = new Date('2026-11-23T03:00:00Z');
/** Within the last 30 days of what was bought then. */
const IN_TIME = new Date('2027-11-01T03:00:00Z');
const LAST_DAY = '2027-11-22';
const RENEWED_FROM = '2027-11-23';
const RENEWED_UNTIL = '2028-11-22';

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
let taro: PassportClient;
let old: Passport;
beforeEach(async () => {
  server.clock.set(BOUGHT);
  hanako = await createPassportClient(server);
  taro = await createPassportClient(server, { lastName: '田中', firstName: '太郎' });
  old = await hanako.buyPaid();
  server.clock.set(IN_TIME);
});
const change = (id: string, columns: Partial<typeof passports.$inferInsert>) =>
  server.db.update(passports).set(columns).where(eq(passports.id, id));
const renewal = (id: string, changes: object = {}) =>
  hanako.order({ renews: id, usage_start_date: RENEWED_FROM, ...changes });
const send = ({ call }: PassportClient, order: object) => call('POST', '/passports', order);
const renewalOf = async ({ id }: Passport) => (await hanako.get(id)).renewal;
const REFUSED = { renews: ['invalid'] };
const OFFERED = { usage_start_date: RENEWED_FROM, renewed_by: null };

// @proves 14.462 14.463
test('begins the day after the last day, and the old passport stays valid until then', async () => {
  expect(await renewalOf(old)).toEqual(OFFERED);
  const bought = await send(hanako, await renewal(old.id));
  expect(bought.body.data).toMatchObject({
    usage_start_date: RENEWED_FROM,
    ext_expiration_date: RENEWED_UNTIL,
    renewal: null,
  });
  expect(await renewalOf(old)).toEqual({
    usage_start_date: RENEWED_FROM,
    renewed_by: bought.body.data.id,
  });
  server.clock.set(new Date('2027-11-22T14:59:59Z'));
  expect((await hanako.get(old.id)).status_name?.code).toBe('active');
});

// @proves 14.462
test.each([
  ['the last second of the 31st day before the last', '2027-10-22T14:59:59Z', null],
  ['midnight in Japan, 30 days before', '2027-10-22T15:00:00Z', OFFERED],
  ['the last second of the last day', '2027-11-22T14:59:59Z', OFFERED],
  ['midnight after it', '2027-11-22T15:00:00Z', null],
])('at %s (%s) is offered and accepted as it should be', async (_, moment, offered) => {
  server.clock.set(new Date(moment));
  expect(await renewalOf(old)).toEqual(offered);
  const answer = await send(hanako, await renewal(old.id));
  expect(verdictOf(answer)).toBe(offered ? '200' : '422 request.invalid');
});

// @proves 14.464
test('is bought once by ten orders at the same time', async () => {
  const order = await renewal(old.id);
  const orders = Array.from({ length: 10 }, () => ({
    ...order,
    idempotency_key: crypto.randomUUID(),
  }));
  const verdicts = (await Promise.all(orders.map((one) => send(hanako, one)))).map(verdictOf);
  expect(verdicts.toSorted()).toEqual(['200', ...Array(9).fill('422 request.invalid')]);
  const renewals = await server.db.select().from(passports).where(eq(passports.renews, old.id));
  expect(renewals).toHaveLength(1);
});

// @proves 14.463
test.each([
  ['another day', () => ({ usage_start_date: '2027-11-24' })],
  ['a day before the old one ends', () => ({ usage_start_date: LAST_DAY })],
  [
    'another holder',
    () => ({
      holder: {
        kind: 'child',
        last_name: '山田',
        first_name: '陽太',
        date_of_birth: '2019-04-01',
      },
    }),
  ],
  [
    'another passport of the order that renews it too',
    (order: object) => ({ others: [{ ...order, idempotency_key: undefined }] }),
  ],
])('with %s is refused', async (_, changes) => {
  const order = await renewal(old.id);
  const refused = await send(hanako, { ...order, ...changes(order) });
  expect(Object.values(refused.body.error_descriptions)).toEqual([['invalid']]);
  expect(await renewalOf(old)).toEqual(OFFERED);
});

const WITHOUT: readonly [string, (id: string) => Promise<unknown>][] = [
  ['was cancelled', (id) => change(id, { canceledAt: BOUGHT })],
  ['was refunded', (id) => change(id, { paymentStatus: 'refunded' })],
  ['is unpaid', (id) => change(id, { paymentStatus: 'pending' })],
  ['is offered to somebody', (id) => hanako.offer(id, 'somebody@example.org')],
  ['has not been accepted by another adult', (id) => change(id, { holderKind: 'adult' })],
  [
    'is of the staff',
    (id) => change(id, { paymentType: null, paymentStatus: null, extPermission: PERMISSION.staff }),
  ],
  [
    'is for a child who is too old by then',
    (id) => change(id, { holderKind: 'child', holderDateOfBirth: '2015-11-23' }),
  ],
];
// @proves 14.465
test.each(WITHOUT)('is not offered for a passport that %s, and is refused', async (_, then) => {
  await then(old.id);
  expect(await renewalOf(old)).toBeNull();
  const refused = await send(hanako, await renewal(old.id));
  expect(refused.body.error_descriptions).toEqual(REFUSED);
});

describe('in the reminder of the last day', () => {
  const remind = async () => {
    server.clock.set(new Date('2027-11-21T03:00:00Z'));
    const mails = await messagesOf(server, () => sendReminders(server.context));
    const [newest] = (await hanako.call('GET', '/notifications')).body.data;
    const mail = mails.find(({ recipient }) => recipient === hanako.email);
    return { mail: mail?.text ?? '', notification: newest.body as string };
  };
  const link = () => `/my-page/passports/renew?passport=${old.id}`;

  // @proves 14.467
  test('is offered', async () => {
    const { mail, notification } = await remind();
    expect(mail).toContain(link());
    expect(notification).toContain(link());
  });
});

// @proves 14.468 7.452
test('and any purchase can use a photo again that the member uploaded for the same holder', async () => {
  const [photo, ...others] = (await hanako.call('GET', '/passports/photos')).body.data;
  expect(others).toEqual([]);
  expect(photo.holder).toEqual(old.holder);
  expect(photo.url).toContain(photo.photo_id);
  const { photo_id } = photo;
  const bought = await send(hanako, await renewal(old.id, { photo_id }));
  expect(bought.body.data.photo).not.toBeNull();
  // Nobody else can use it, nor is told of it.
  expect((await taro.call('GET', '/passports/photos')).body.data).toEqual([]);
  expect(verdictOf(await send(taro, await taro.order({ photo_id })))).toBe(
    '422 ap_passport.photo.required',
  );
});

// @proves 14.468
test('has no photo of a child that somebody else has uploaded', async () => {
  const holder = {
    kind: 'child',
    last_name: '山田',
    first_name: '陽太',
    date_of_birth: '2020-04-01',
  };
  const son = await hanako.buyPaid({ holder });
  const photosOf = async ({ call }: PassportClient) =>
    ((await call('GET', '/passports/photos')).body.data as { holder: Passport['holder'] }[]).map(
      (one) => one.holder.first_name,
    );
  expect(await photosOf(hanako)).toEqual(['陽太', '花子']);
  await hanako.offer(son.id, taro.code);
  await taro.answer(son.id, 'accepted');
  expect(await photosOf(taro)).toEqual([]);
  expect(await photosOf(hanako)).toEqual(['花子']);
});
