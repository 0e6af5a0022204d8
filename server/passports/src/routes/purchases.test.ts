import { sharedServer } from '@portal/server-testing';
import {
  actAsOperator,
  createPassportClient,
  type PassportClient,
} from '@portal/server-testing/passports';
import { addYears, type PurchaseRecord, todayInJapan } from '@portal/shared-contract';

const MINUTE_MS = 60 * 1000;

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
let taro: PassportClient;
beforeEach(async () => {
  hanako = await createPassportClient(server);
  taro = await createPassportClient(server, { lastName: '田中', firstName: '太郎' });
});
const nextYear = () => addYears(todayInJapan(server.clock.now()), 1);
const child = async (first_name: string) => ({
  holder: { kind: 'child', last_name: '山田', first_name, date_of_birth: '2019-04-01' },
  design_id: 'blossom',
  photo_id: await hanako.newPhoto(),
  usage_start_date: nextYear(),
});
const purchasesOf = async ({ call }: PassportClient, query = '') =>
  (await call('GET', `/purchases${query}`)).body as {
    data: PurchaseRecord[];
    meta: Record<string, number>;
  };
const statesOf = async (client: PassportClient) =>
  (await purchasesOf(client)).data.flatMap(({ passports }) =>
    passports.map(({ state_name }) => state_name?.name.en),
  );

// @proves 14.458 7.451
test('says what was bought for whom, when and for how much, the newest first', async () => {
  const alone = await hanako.buyPaid();
  server.clock.advance(MINUTE_MS);
  const family = await hanako.buy({
    usage_start_date: nextYear(),
    others: [await child('陽太'), await child('美咲')],
  });
  const { data, meta } = await purchasesOf(hanako);
  expect(meta).toEqual({ page: 1, limit: 10, total: 2, last_page: 1 });
  expect(data.map(({ order_number }) => order_number)).toEqual([
    family.order_number,
    alone.order_number,
  ]);
  expect(data[0]).toMatchObject({ total: 19_600, created_at: family.created_at });
  expect(data[0]?.passports.map(({ id }) => id)).toEqual([
    family.id,
    ...family.bought_with.map(({ id }) => id),
  ]);
  expect(data[0]?.passports.map(({ holder }) => holder.first_name)).toEqual([
    '花子',
    '陽太',
    '美咲',
  ]);
  expect(data[1]?.passports).toEqual([
    {
      id: alone.id,
      kind: alone.kind,
      design_id: alone.design_id,
      holder: alone.holder,
      usage_start_date: alone.usage_start_date,
      ext_expiration_date: alone.ext_expiration_date,
      price: 9_800,
      state_name: alone.payment_status_name,
    },
  ]);
  expect((await purchasesOf(taro)).data).toEqual([]);
  const one = `?order_number=${alone.order_number}`;
  expect(await purchasesOf(hanako, one)).toEqual({
    data: [data[1]],
    meta: { page: 1, limit: 10, total: 1, last_page: 1 },
  });
  expect((await purchasesOf(taro, one)).data).toEqual([]);
  expect((await purchasesOf(hanako, '?order_number=none')).data).toEqual([]);
});

// @proves 14.459
test('says of each passport whether it is paid, paid back, cancelled or waits for the payment', async () => {
  const { id } = await hanako.buy({ usage_start_date: nextYear() });
  expect(await statesOf(hanako)).toEqual(['Awaiting payment']);
  await hanako.call('DELETE', `/passports/${id}`);
  expect(await statesOf(hanako)).toEqual(['Cancelled']);
  server.clock.advance(MINUTE_MS);
  const paid = await hanako.buyPaid({ usage_start_date: nextYear() });
  expect(await statesOf(hanako)).toEqual(['Paid', 'Cancelled']);
  await hanako.call('DELETE', `/passports/${paid.id}`);
  expect(await statesOf(hanako)).toEqual(['Refund on its way', 'Cancelled']);
  await actAsOperator(server, paid.id, 'refunded');
  expect(await statesOf(hanako)).toEqual(['Refunded', 'Cancelled']);
});

// @proves 14.455
test('names the child whose passport was given away as the giver has typed it', async () => {
  const child = { kind: 'child', last_name: '山田', first_name: '陽太' } as const;
  const { id } = await hanako.buyPaid({ holder: { ...child, date_of_birth: '2019-05-05' } });
  await hanako.offer(id, taro.code);
  await taro.answer(id, 'accepted');
  const shown = { ...child, date_of_birth: null };
  expect((await purchasesOf(hanako)).data[0]?.passports[0]?.holder).toEqual(shown);
  expect((await hanako.get(id)).holder).toEqual(shown);
});

// @proves 14.460
test('keeps with the payer what was given away, and says the new holder in part alone', async () => {
  const { id } = await hanako.buyPaid();
  await hanako.offer(id, taro.code);
  await taro.answer(id, 'accepted');
  const [purchase] = (await purchasesOf(hanako)).data;
  expect(purchase?.passports[0]).toMatchObject({ id, price: 9_800 });
  expect(JSON.stringify(purchase)).not.toContain('太郎');
  expect(purchase?.passports[0]?.holder.date_of_birth).toBeNull();
  expect((await hanako.get(id)).order_number).toBe(purchase?.order_number);
  expect((await purchasesOf(taro)).data).toEqual([]);
});
