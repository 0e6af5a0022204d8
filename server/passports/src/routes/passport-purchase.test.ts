import { purgeEnded } from '@portal/server-main/housekeeping';
import { members } from '@portal/server-members/schema/members';
import { sharedServer } from '@portal/server-testing';
import {
  actAsOperator,
  createPassportClient,
  type PassportClient,
  verdictOf,
} from '@portal/server-testing/passports';
import { addYears, formatOrderNumber, type Passport, todayInJapan } from '@portal/shared-contract';
import { count, eq } from 'drizzle-orm';
import { settlePayment } from '../payments/payments.ts';
import { settleAllPayments } from '../payments/settle.ts';
import { passportPayments, passportPhotos, passports } from '../schema/passports.ts';

const HOUR_MS = 60 * 60 * 1000;

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
beforeEach(async () => {
  hanako = await createPassportClient(server);
});
const today = () => todayInJapan(server.clock.now());
const buy = (order: object) => hanako.call('POST', '/passports', order);
const passportsOf = async (memberId: string) => {
  const [row] = await server.db
    .select({ total: count() })
    .from(passports)
    .where(eq(passports.ownerId, memberId));
  return row?.total;
};

// @proves 14.4
test('with a key of another purchase is refused', async () => {
  const order = await hanako.order();
  await buy(order);
  const refused = await buy({ ...order, design_id: 'night' });
  expect(refused.status).toBe(422);
  expect(refused.body.error_descriptions).toEqual({ idempotency_key: ['invalid'] });
  expect(await passportsOf(hanako.id)).toBe(1);
});

const child = (changes: object) => ({
  holder: { kind: 'child', last_name: '山田', first_name: '陽太', ...changes },
});
// @proves 8.52 8.54 14.2
test.each([
  ['without a design', { design_id: null }, 'ap_passport.design_id.required', undefined],
  ['of an unknown design', { design_id: 'x' }, 'ap_passport.design_id.required', undefined],
  ['without a photo', { photo_id: undefined }, 'ap_passport.photo.required', undefined],
  ['with an invalid photo id', { photo_id: 'x' }, 'ap_passport.photo.required', undefined],
  [
    'for a day that does not exist',
    { usage_start_date: '2027-02-29' },
    'request.invalid',
    { usage_start_date: ['required.usage_start_date'] },
  ],
  [
    'with an unknown way to pay',
    { payment_type: 'barter' },
    'request.invalid',
    { payment_type: ['required.choice'] },
  ],
  ['without a holder', { holder: {} }, 'request.invalid', { 'holder.kind': ['required.choice'] }],
  [
    'for a child without a name',
    child({ last_name: ' ', date_of_birth: '2019-01-01' }),
    'request.invalid',
    { 'holder.last_name': ['required.last_name'] },
  ],
  [
    'for a child with a date of birth that does not exist',
    child({ date_of_birth: '2019-02-30' }),
    'request.invalid',
    { 'holder.date_of_birth': ['required.date_of_birth_rules.day_range'] },
  ],
  [
    'for a child with a date of birth in the future',
    child({ date_of_birth: '2190-01-01' }),
    'request.invalid',
    { 'holder.date_of_birth': ['required.date_of_birth_rules.current_day'] },
  ],
  [
    'with an invalid key',
    { idempotency_key: 'x' },
    'request.invalid',
    { idempotency_key: ['invalid'] },
  ],
])('%s is refused', async (_, changes, code, descriptions) => {
  const refused = await buy({ ...(await hanako.order()), ...changes });
  expect(refused.body.error).toBe(code);
  expect(refused.body.error_descriptions).toEqual(descriptions);
  expect(await passportsOf(hanako.id)).toBe(0);
});

// @proves 5.15 14.1
test('is refused for a child who is under three on the start date', async () => {
  const birthday = addYears(today(), -3);
  const order = async (usage_start_date: string, date_of_birth: string) =>
    buy({ ...(await hanako.order(child({ date_of_birth }))), usage_start_date });
  expect((await order(today(), birthday)).status).toBe(200);
  const dayAfter = Date.parse(`${birthday}T00:00:00+09:00`) + 24 * HOUR_MS;
  const younger = todayInJapan(new Date(dayAfter));
  const refused = await order(today(), younger);
  expect(refused.body.error_descriptions).toEqual({
    'holder.date_of_birth': ['children_under_3_free'],
  });
});

// @proves 14.2 14.3
test('needs a complete profile', async () => {
  const order = await hanako.order();
  await server.db.update(members).set({ phone: null }).where(eq(members.id, hanako.id));
  const refused = await buy(order);
  expect(refused.body.error_descriptions).toEqual({ profile: ['required.profile'] });
});

// @proves 14.12
test('keeps its photo, and photos without a passport are deleted after a day', async () => {
  const passport = await hanako.buy();
  const spare = await hanako.newPhoto();
  server.clock.advance(25 * HOUR_MS);
  await purgeEnded(server.context);
  const left = await server.db
    .select({ id: passportPhotos.id })
    .from(passportPhotos)
    .where(eq(passportPhotos.memberId, hanako.id));
  expect(left.map(({ id }) => id)).not.toContain(spare);
  expect(left).toHaveLength(1);
  expect((await hanako.get(passport.id)).photo).toContain(left[0]?.id);
});

describe('by card', () => {
  const payments = () => {
    if (!server.payments) throw new Error('No provider');
    return server.payments;
  };
  async function buyByCard(): Promise<Passport & { url: string }> {
    const bought = await buy(await hanako.order({ payment_type: 'card' }));
    return { ...bought.body.data, url: bought.body.payment_url };
  }
  const paymentOf = async ({ id }: Passport) => {
    const passport = await hanako.get(id);
    return [passport.payment_status_name?.code, passport.status_name?.code];
  };
  const firstPaymentOf = async ({ id }: Passport) => {
    const [payment] = await server.db
      .select()
      .from(passportPayments)
      .where(eq(passportPayments.passportId, id));
    if (!payment) throw new Error('The passport has no payment');
    return payment;
  };
  const payAgain = ({ id }: Passport) => hanako.call('POST', `/passports/${id}/payment`);

  // @proves 7.59 14.6
  test("is paid on the provider's own page, which returns to the passport", async () => {
    const passport = await buyByCard();
    expect(new URL(passport.url).origin).toBe('http://localhost:4309');
    const page = await payments().fetch(new Request(passport.url));
    expect(await page.text()).toContain('9,800');
    const back = await payments().choose(passport.url, 'pay');
    expect(back.headers.get('location')).toBe(
      `http://localhost:4300/my-page/passports/${passport.id}?payment=return`,
    );
    expect(await payments().deliver()).toEqual([204]);
    expect(await paymentOf(passport)).toEqual(['paid', 'active']);
    const titles = (await hanako.call('GET', '/notifications')).body.data;
    expect(titles.map(({ title }: { title: string }) => title)).toEqual(['お支払いを確認しました']);
  });

  test('is paid once, whatever callbacks arrive at the same time', async () => {
    const passport = await buyByCard();
    await payments().choose(passport.url, 'pay', 'twice');
    const [row] = await server.db
      .select({ id: passportPayments.id, amount: passportPayments.amount })
      .from(passportPayments)
      .where(eq(passportPayments.passportId, passport.id));
    const statuses = ['paid', 'declined', 'abandoned', 'pending', 'paid'] as const;
    const answers = await Promise.all([
      payments().deliver(),
      ...Array.from({ length: 40 }, (_, n) =>
        settlePayment(server.context, row?.id ?? '', {
          status: statuses[n % statuses.length] ?? 'paid',
          amount: row?.amount ?? 0,
        }),
      ),
    ]);
    expect(answers[0]).toEqual([204, 204]);
    expect(await paymentOf(passport)).toEqual(['paid', 'active']);
    const { data } = (await hanako.call('GET', '/notifications')).body;
    expect(data).toHaveLength(1);
  });

  // @proves 4.30 7.67 14.8
  test('can be tried again on a new page after it was declined', async () => {
    const passport = await buyByCard();
    await payments().choose(passport.url, 'decline');
    await payments().deliver();
    expect(await paymentOf(passport)).toEqual(['declined', 'payment_pending']);
    const again = (await payAgain(passport)).body.payment_url;
    expect(again).not.toBe(passport.url);
    await payments().choose(again, 'pay');
    await payments().deliver();
    expect(await paymentOf(passport)).toEqual(['paid', 'active']);
  });

  // @proves 14.8
  test('can be tried again after it was abandoned, even without a callback', async () => {
    const passport = await buyByCard();
    expect((await payAgain(passport)).body.payment_url).toBe(passport.url);
    await payments().choose(passport.url, 'leave', 'never');
    server.clock.advance(5_000);
    const again = (await payAgain(passport)).body.payment_url;
    expect(again).not.toBe(passport.url);
    expect(await paymentOf(passport)).toEqual(['pending', 'payment_pending']);
  });

  // @proves 14.8 14.720
  test.each([-800, 200, -9_799])(
    'of another sum (%i yen more) is paid back, and not taken as paid',
    async (more) => {
      const passport = await buyByCard();
      const { providerId, amount } = await firstPaymentOf(passport);
      await payments().choose(passport.url, 'pay', 'never');
      const taken = { status: 'paid', amount: amount + more } as const;
      for (let reports = 0; reports < 2; reports += 1) {
        await settlePayment(server.context, providerId, taken);
      }
      expect(await firstPaymentOf(passport)).toMatchObject({
        status: 'refund_pending',
        amount: amount + more,
      });
      expect(await paymentOf(passport)).toEqual(['pending', 'payment_pending']);
      expect((await payAgain(passport)).body.payment_url).not.toBe(passport.url);
    },
  );

  test('opens one page for twenty attempts at once', async () => {
    const passport = await buyByCard();
    await payments().choose(passport.url, 'decline');
    await payments().deliver();
    const answers = await Promise.all(Array.from({ length: 20 }, () => payAgain(passport)));
    expect(new Set(answers.map(({ body }) => body.payment_url)).size).toBe(1);
  });

  // @proves 4.30 14.9
  test('is refunded if it arrives after the passport was cancelled', async () => {
    const passport = await buyByCard();
    await hanako.call('DELETE', `/passports/${passport.id}`);
    await payments().choose(passport.url, 'pay');
    await payments().deliver();
    expect(await paymentOf(passport)).toEqual(['refunded', 'canceled']);
  });

  // @proves 14.9
  test('is refunded if it arrives after payment at the counter', async () => {
    const passport = await buyByCard();
    await actAsOperator(server, formatOrderNumber(passport.order_number ?? ''), 'paid');
    await payments().choose(passport.url, 'pay');
    await payments().deliver();
    await settleAllPayments(server.context);
    expect((await firstPaymentOf(passport)).status).toBe('refunded');
    expect(await paymentOf(passport)).toEqual(['paid', 'active']);
  });

  // @proves 8.62
  test('can be started later if the provider is unavailable', async () => {
    payments().unavailable = true;
    const bought = await buy(await hanako.order({ payment_type: 'card' }));
    expect(bought.status).toBe(200);
    expect(bought.body.payment_url).toBeUndefined();
    expect(verdictOf(await payAgain(bought.body.data))).toBe('503 server.unavailable');
    payments().unavailable = false;
    expect((await payAgain(bought.body.data)).body.payment_url).toEqual(expect.any(String));
  });
});
