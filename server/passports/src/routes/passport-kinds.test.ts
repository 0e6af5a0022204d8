import { startTestServer, type TestServer } from '@portal/server-testing';
import { messagesOf } from '@portal/server-testing/account-client';
import {
  ADULT,
  CHILD,
  createPassportClient,
  MONTH,
  type PassportClient,
  verdictOf,
} from '@portal/server-testing/passports';
import type { Passes, PassportKind } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { keepPurchasesOf } from '../passport/holdings.ts';
import { keptPurchases } from '../schema/kept-purchases.ts';

const NOON = new Date('2026-11-23T03:00:00Z');

let server: TestServer;
let hanako: PassportClient;
const selling = (...kinds: PassportKind[]) => {
  (server.context.config.brand as { passes?: Passes }).passes = { childBelow: 12, kinds };
};
beforeAll(async () => {
  const brand = { name: { ja: 'つばめ', en: 'Tsubame' } };
  server = await startTestServer({ config: { brand, callsPerMinute: 100_000 } });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(NOON);
  selling(ADULT, CHILD, MONTH);
  hanako = await createPassportClient(server);
});
const send = async (changes: object, client = hanako) =>
  client.call('POST', '/passports', await client.order(changes));
const buyMonth = (changes: object = {}) =>
  hanako.buyPaid({ kind_id: 'month', design_id: 'night', photo_id: null, ...changes });

// @proves 14.724 14.4
test('an order for another sum than its passports cost is refused, and made for the new one', async () => {
  const child = {
    kind: 'child',
    last_name: '山田',
    first_name: '陽太',
    date_of_birth: '2019-04-01',
  };
  const other = await hanako.order({ holder: child });
  selling(ADULT, CHILD);
  const order = await hanako.order({ others: [other], total: ADULT.price + CHILD.price });
  selling(ADULT, { ...CHILD, price: CHILD.price + 100 });
  const refused = await hanako.call('POST', '/passports', order);
  expect(verdictOf(refused)).toBe('422 request.invalid');
  expect(refused.body.error_descriptions).toEqual({ total: ['price_changed'] });
  const again = { ...order, total: ADULT.price + CHILD.price + 100 };
  const { body } = await hanako.call('POST', '/passports', again);
  expect(body.data.amount_due).toBe(again.total);
  // What was bought is answered again, whatever it costs by then.
  selling(ADULT, CHILD);
  expect((await hanako.call('POST', '/passports', again)).body.data.id).toBe(body.data.id);
});

// @proves 16.952 8.452
test('who accepts a passport needs the age that its kind is for', async () => {
  selling(ADULT, { ...ADULT, id: 'senior', ages: { from: 65 } });
  const young = await createPassportClient(server, { dateOfBirth: '1961-11-24' });
  const old = await createPassportClient(server, { dateOfBirth: '1961-11-23' });
  const giver = await createPassportClient(server, { dateOfBirth: '1950-04-01' });
  const { id } = await giver.buyPaid({ kind_id: 'senior' });
  await giver.offer(id, young.code);
  const accept = { status: 'accepted' };
  const refused = await young.call('PUT', `/passports/${id}/transfer`, accept);
  expect(verdictOf(refused)).toBe('403 ap_passport.age.access_denied');
  await young.answer(id, 'rejected');
  await giver.offer(id, old.code);
  expect(verdictOf(await old.call('PUT', `/passports/${id}/transfer`, accept))).toBe('200');
});

// @proves 16.953
test('a renewal is of the same kind at the price of today, while it is sold', async () => {
  const old = await buyMonth();
  server.clock.set(new Date('2026-12-20T03:00:00Z'));
  selling(ADULT, { ...MONTH, price: 1_500 });
  const order = { renews: old.id, usage_start_date: '2026-12-23', design_id: 'night' };
  const renewed = await hanako.buy({ ...order, photo_id: null });
  expect(renewed).toMatchObject({ price: 1_500, kind: { id: 'month' } });
  await hanako.call('DELETE', `/passports/${renewed.id}`);
  expect((await hanako.get(old.id)).renewal).not.toBeNull();
  selling(ADULT, { ...MONTH, sold: false });
  expect((await hanako.get(old.id)).renewal).toBeNull();
  expect((await send({ ...order, photo_id: null })).body.error_descriptions).toEqual({
    renews: ['invalid'],
  });
});

// @proves 16.955
test('the receipt names kind, rate and rule, and the books keep the rate', async () => {
  const [receipt] = await messagesOf(server, buyMonth);
  expect(receipt?.text).toContain('ひと月 1,200円（1か月間、消費税8%込み）');
  expect(receipt?.text).toContain('購入から14日以内で、まだ利用していなければ');
  await keepPurchasesOf(server.context, hanako.id);
  const kept = await server.db.select().from(keptPurchases).where(eq(keptPurchases.price, 1_200));
  expect(kept.at(-1)?.soldAs).toMatchObject({ id: 'month', tax: 8 });
});
