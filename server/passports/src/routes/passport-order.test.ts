import { randomUUID } from 'node:crypto';
import { sharedServer } from '@portal/server-testing';
import { messagesOf } from '@portal/server-testing/account-client';
import {
  actAsOperator,
  createPassportClient,
  newStaff,
  type PassportClient,
} from '@portal/server-testing/passports';
import { addYears, type Passport, todayInJapan } from '@portal/shared-contract';
import { eq, inArray } from 'drizzle-orm';
import { applyOperatorAction } from '../payments/operator-actions.ts';
import { settlePayment } from '../payments/payments.ts';
import { settleAllPayments } from '../payments/settle.ts';
import { passportPayments } from '../schema/passports.ts';

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
beforeEach(async () => {
  hanako = await createPassportClient(server);
});
const payments = () => {
  if (!server.payments) throw new Error('No provider');
  return server.payments;
};
const nextYear = () => addYears(todayInJapan(server.clock.now()), 1);
const child = async (first_name: string, changes: object = {}) => ({
  holder: { kind: 'child', last_name: '山田', first_name, date_of_birth: '2019-04-01' },
  design_id: 'blossom',
  photo_id: await hanako.newPhoto(),
  usage_start_date: nextYear(),
  ...changes,
});
/** The mother and two children, all from a year ahead. */
async function familyOrder(changes: object = {}) {
  return hanako.order({
    usage_start_date: nextYear(),
    payment_type: 'card',
    others: [await child('陽太'), await child('美咲')],
    ...changes,
  });
}
const buy = async (order: object) => {
  const { body, status } = await hanako.call('POST', '/passports', order);
  expect([status, body.error]).toEqual([200, undefined]);
  const url: string = body.payment_url;
  return { url, family: await familyOf(body.data) };
};
/** The passports of an order, in their order. */
const familyOf = async (first: Passport): Promise<Passport[]> => [
  await hanako.get(first.id),
  ...(await Promise.all(first.bought_with.map(({ id }) => hanako.get(id)))),
];
const statesOf = async (family: readonly Passport[]) =>
  (await Promise.all(family.map(({ id }) => hanako.get(id)))).map(
    ({ payment_status_name }) => payment_status_name?.code,
  );
async function pay(url: string): Promise<void> {
  await payments().choose(url, 'pay');
  expect(await payments().deliver()).toEqual([204]);
}
const cancel = ({ id }: Passport) => hanako.call('DELETE', `/passports/${id}`);

// @proves 14.110
test.each([
  ['a start in the past', { usage_start_date: '2020-01-01' }, 'usage_start_date'],
  ['no photo', { photo_id: randomUUID() }, 'photo_id'],
  ['no design', { design_id: null }, 'design_id'],
])('with %s for one of them buys nothing and names it', async (_, changes, field) => {
  const others = [await child('陽太'), await child('美咲', changes)];
  const refused = await hanako.call('POST', '/passports', await familyOrder({ others }));
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.error_descriptions)).toEqual([`others.1.${field}`]);
  expect((await hanako.call('GET', '/passports')).body.data).toEqual([]);
});

describe('of which one is cancelled', () => {
  // @proves 14.18 14.112
  test('after the payment gets back the price of that one', async () => {
    const { url, family } = await buy(await familyOrder());
    await pay(url);
    const [mother, son, daughter] = family as [Passport, Passport, Passport];
    await cancel(son);
    await settleAllPayments(server.context);
    expect(await statesOf(family)).toEqual(['paid', 'refunded', 'paid']);
    await cancel(daughter);
    await settleAllPayments(server.context);
    expect(await statesOf(family)).toEqual(['paid', 'refunded', 'refunded']);
    const rows = await server.db
      .select()
      .from(passportPayments)
      .where(eq(passportPayments.passportId, mother.id));
    expect(rows.map(({ status, amount }) => [status, amount])).toEqual([['paid', 9800]]);
  });
});

// @proves 14.35 14.115
test('is paid at the counter by its number, and an ID is confirmed for one passport', async () => {
  const { family } = await buy(await familyOrder({ payment_type: 'counter' }));
  const number = family[0]?.order_number ?? '';
  const mails = await messagesOf(server, () => actAsOperator(server, number, 'paid'));
  expect(mails).toHaveLength(1);
  expect(await statesOf(family)).toEqual(['paid', 'paid', 'paid']);

  const ambiguous = await applyOperatorAction(
    server.context,
    (await newStaff(server)).credential,
    number,
    'confirmed',
  );
  expect(ambiguous).toMatchObject({ ok: false, error: 'request.invalid' });
  const [, son] = await familyOf(family[0] as Passport);
  await actAsOperator(server, son?.ext_member_code ?? '', 'confirmed');
  const confirmed = await familyOf(family[0] as Passport);
  expect(confirmed.map(({ confirmed_id_at }) => confirmed_id_at !== null)).toEqual([
    false,
    true,
    false,
  ]);
});

// @proves 14.720
test('whose payment has another sum is paid back to the yen', async () => {
  const { url, family } = await buy(await familyOrder());
  await payments().choose(url, 'pay', 'never');
  const rowsOf = () =>
    server.db
      .select()
      .from(passportPayments)
      .where(
        inArray(
          passportPayments.passportId,
          family.map(({ id }) => id),
        ),
      );
  const [row] = await rowsOf();
  const taken = { status: 'paid', amount: 15_000 } as const;
  await settlePayment(server.context, row?.providerId ?? '', taken);
  const back = async () => (await rowsOf()).reduce((sum, { amount }) => sum + amount, 0);
  expect(await back()).toBe(15_000);
  await settleAllPayments(server.context);
  await settlePayment(server.context, row?.providerId ?? '', taken);
  expect(await back()).toBe(15_000);
  expect((await rowsOf()).map(({ status }) => status)).toEqual(family.map(() => 'refunded'));
});
