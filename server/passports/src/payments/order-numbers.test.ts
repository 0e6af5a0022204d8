import { sharedServer } from '@portal/server-testing';
import {
  actAsOperator,
  createPassportClient,
  type PassportClient,
} from '@portal/server-testing/passports';
import { offeredDesigns } from '@portal/shared-brand/read/designs';
import { formatOrderNumber } from '@portal/shared-contract';
import { purchasePassport } from './purchase.ts';

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
beforeAll(async () => {
  hanako = await createPassportClient(server);
});

// @proves 13.76 14.70
test('names one order, by which the staff find it', async () => {
  const [one, two] = [await hanako.buy(), await hanako.buy()];
  expect(one.order_number).toMatch(/^\d{12}$/);
  expect(one.order_number).not.toBe(two.order_number);
  await actAsOperator(server, formatOrderNumber(two.order_number ?? ''), 'paid');
  expect((await hanako.get(one.id)).status_name?.code).toBe('payment_pending');
  expect((await hanako.get(two.id)).status_name?.code).toBe('active');
});

// @proves 14.70
test('that another order has is drawn again', async () => {
  const taken = (await hanako.buy()).order_number ?? '';
  const draws = [taken, taken, '000000000042'];
  const order = await hanako.order();
  const bought = await purchasePassport(
    server.context,
    hanako.id,
    { ...order, holder: { kind: 'member' }, payment_type: 'counter' },
    {
      card: false,
      designs: offeredDesigns({ brand: {} }),
      config: server.context.config,
      drawOrderNumber: () => draws.shift() ?? 'x',
    },
  );
  expect(bought).toMatchObject({ value: { passport: { orderNumber: '000000000042' } } });
  expect(draws).toEqual([]);
});
