import { randomUUID } from 'node:crypto';
import { addYears, dayBefore, type Passport, todayInJapan } from '@portal/shared-contract';
import { count, eq } from 'drizzle-orm';
import { members } from '../../db/schema/members.ts';
import { passportPayments, passportPhotos, passports } from '../../db/schema/passes.ts';
import { settlePayment } from '../../domain/passes/payments.ts';
import { purgeEnded } from '../../housekeeping.ts';
import { callbackSignature, SIGNATURE_HEADER } from '../../payments/callback-signature.ts';
import { settleAll } from '../../payments/settle.ts';
import { DATABASES, startTestServer, type TestServer } from '../../testing/index.ts';
import { atCounter, type PassClient, passClient, verdictOf } from '../../testing/passes.ts';

jest.setTimeout(60_000);
const HOUR_MS = 60 * 60 * 1000;

describe.each(DATABASES)('a purchase on %s', (database) => {
  let server: TestServer;
  let hanako: PassClient;
  beforeAll(async () => {
    server = await startTestServer({ database, config: { callsPerMinute: 100_000 } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    hanako = await passClient(server);
  });
  const today = () => todayInJapan(server.clock.now());
  const buy = (order: object) => hanako.call('POST', '/passports', order);
  const passesOf = async (memberId: string) => {
    const [row] = await server.db
      .select({ total: count() })
      .from(passports)
      .where(eq(passports.ownerId, memberId));
    return row?.total;
  };

  test('is made once, however often it is sent', async () => {
    const order = await hanako.order({ payment_type: 'card' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy(order)));
    expect(new Set(answers.map(verdictOf))).toEqual(new Set(['200']));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(new Set(answers.map(({ body }) => body.payment_url)).size).toBe(1);
    expect(await passesOf(hanako.id)).toBe(1);
    const payments = await server.db
      .select()
      .from(passportPayments)
      .where(eq(passportPayments.passportId, answers[0]?.body.data.id));
    expect(payments).toHaveLength(1);
    expect((await buy(order)).body).toEqual(answers[0]?.body);
  });

  test('with a key that was for something else is refused', async () => {
    const order = await hanako.order();
    await buy(order);
    const refused = await buy({ ...order, design_id: 'night' });
    expect(refused.status).toBe(422);
    expect(refused.body.error_descriptions).toEqual({ idempotency_key: ['invalid'] });
    expect(await passesOf(hanako.id)).toBe(1);
  });

  test('of two members with one key is two', async () => {
    const taro = await passClient(server);
    const idempotency_key = randomUUID();
    const [one, two] = await Promise.all([
      hanako.buy({ idempotency_key }),
      taro.buy({ idempotency_key }),
    ]);
    expect(one.id).not.toBe(two.id);
  });

  test('that was refused can be sent again with the same key', async () => {
    const order = await hanako.order();
    expect((await buy({ ...order, photo_id: randomUUID() })).status).toBe(422);
    expect((await buy(order)).status).toBe(200);
  });

  const child = (changes: object) => ({
    holder: { kind: 'child', last_name: '山田', first_name: '陽太', ...changes },
  });
  test.each([
    ['without a design', { design_id: null }, 'ap_passport.design_id.required', undefined],
    ['of an unknown design', { design_id: 'x' }, 'ap_passport.design_id.required', undefined],
    ['without a photo', { photo_id: undefined }, 'ap_passport.photo.required', undefined],
    ['with a photo that is none', { photo_id: 'x' }, 'ap_passport.photo.required', undefined],
    [
      'for a day that does not exist',
      { usage_start_date: '2027-02-29' },
      'request.invalid',
      { usage_start_date: ['required.usage_start_date'] },
    ],
    [
      'by another way of paying',
      { payment_type: 'barter' },
      'request.invalid',
      { payment_type: ['required.choice'] },
    ],
    ['for nobody', { holder: {} }, 'request.invalid', { 'holder.kind': ['required.choice'] }],
    [
      'for a child without a name',
      child({ last_name: ' ', date_of_birth: '2015-01-01' }),
      'request.invalid',
      { 'holder.last_name': ['required.last_name'] },
    ],
    [
      'for a child born on no day',
      child({ date_of_birth: '2015-02-30' }),
      'request.invalid',
      { 'holder.date_of_birth': ['required.date_of_birth_rules.day_range'] },
    ],
    [
      'for a child not born yet',
      child({ date_of_birth: '2190-01-01' }),
      'request.invalid',
      { 'holder.date_of_birth': ['required.date_of_birth_rules.current_day'] },
    ],
    [
      'without a key',
      { idempotency_key: 'x' },
      'request.invalid',
      { idempotency_key: ['invalid'] },
    ],
  ])('%s is refused', async (_, changes, code, descriptions) => {
    const refused = await buy({ ...(await hanako.order()), ...changes });
    expect(refused.body.error).toBe(code);
    expect(refused.body.error_descriptions).toEqual(descriptions);
    expect(await passesOf(hanako.id)).toBe(0);
  });

  test('starts from today to the same day of the next year', async () => {
    const last = addYears(today(), 1);
    const cases = [
      [dayBefore(today()), 'usage_start_date.past'],
      [today(), undefined],
      [last, undefined],
      [`${Number(last.slice(0, 4)) + 1}${last.slice(4)}`, 'usage_start_date.too_late'],
    ] as const;
    for (const [usage_start_date, problem] of cases) {
      const answer = await buy({ ...(await hanako.order()), usage_start_date });
      expect(answer.body.error_descriptions?.usage_start_date).toEqual(problem && [problem]);
    }
  });

  test('for a child under three on the start date is not needed, to the day', async () => {
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

  test('counts the day by the clock of Japan', async () => {
    // 0:30 in Tokyo is still the day before in Europe and America.
    server.clock.set(new Date('2027-03-31T15:30:00Z'));
    expect((await hanako.buy({ usage_start_date: '2027-04-01' })).ext_expiration_date).toBe(
      '2028-03-31',
    );
    const refused = await buy(await hanako.order({ usage_start_date: '2027-03-31' }));
    expect(refused.body.error_descriptions).toEqual({
      usage_start_date: ['usage_start_date.past'],
    });
  });

  test('needs a complete profile', async () => {
    const order = await hanako.order();
    await server.db.update(members).set({ phone: null }).where(eq(members.id, hanako.id));
    const refused = await buy(order);
    expect(refused.body.error_descriptions).toEqual({ profile: ['required.profile'] });
  });

  test('keeps its photo, and photos of none go after a day', async () => {
    const pass = await hanako.buy();
    const spare = await hanako.newPhoto();
    server.clock.advance(25 * HOUR_MS);
    await purgeEnded(server.context);
    const left = await server.db
      .select({ id: passportPhotos.id })
      .from(passportPhotos)
      .where(eq(passportPhotos.memberId, hanako.id));
    expect(left.map(({ id }) => id)).not.toContain(spare);
    expect(left).toHaveLength(1);
    expect((await hanako.get(pass.id)).photo).toContain(left[0]?.id);
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
      const pass = await hanako.get(id);
      return [pass.payment_status_name?.code, pass.status_name?.code];
    };
    const payAgain = ({ id }: Passport) => hanako.call('POST', `/passports/${id}/payment`);

    test("is paid on the provider's own page, and comes back to the pass", async () => {
      const pass = await buyByCard();
      expect(new URL(pass.url).origin).toBe('http://localhost:4309');
      const page = await payments().fetch(new Request(pass.url));
      expect(await page.text()).toContain('9,800');
      const back = await payments().choose(pass.url, 'pay');
      expect(back.headers.get('location')).toBe(
        `http://localhost:4300/my-page/passports/${pass.id}?payment=return`,
      );
      expect(await payments().deliver()).toEqual([204]);
      expect(await paymentOf(pass)).toEqual(['paid', 'active']);
      const titles = (await hanako.call('GET', '/notifications')).body.data;
      expect(titles.map(({ title }: { title: string }) => title)).toEqual([
        'お支払いを確認しました',
      ]);
    });

    test('is known to be paid when the member returns before the callback', async () => {
      const pass = await buyByCard();
      expect(await paymentOf(pass)).toEqual(['pending', 'payment_pending']);
      await payments().choose(pass.url, 'pay', 'late');
      server.clock.advance(5_000);
      expect(await paymentOf(pass)).toEqual(['paid', 'active']);
      // Late, and late is no second payment.
      expect(await payments().deliver()).toEqual([204]);
      expect(await paymentOf(pass)).toEqual(['paid', 'active']);
    });

    test('is found paid by housekeeping where no callback ever comes', async () => {
      const pass = await buyByCard();
      await payments().choose(pass.url, 'pay', 'never');
      expect(await payments().deliver()).toEqual([]);
      server.clock.advance(5 * 60_000);
      await settleAll(server.context);
      const [row] = await server.db.select().from(passports).where(eq(passports.id, pass.id));
      expect(row?.paymentStatus).toBe('paid');
    });

    test('is paid once, whatever storm of callbacks comes', async () => {
      const pass = await buyByCard();
      await payments().choose(pass.url, 'pay', 'twice');
      const [row] = await server.db
        .select({ id: passportPayments.id })
        .from(passportPayments)
        .where(eq(passportPayments.passportId, pass.id));
      const storm = ['paid', 'declined', 'abandoned', 'pending', 'paid'] as const;
      const answers = await Promise.all([
        payments().deliver(),
        ...Array.from({ length: 40 }, (_, n) =>
          settlePayment(server.context, row?.id ?? '', storm[n % storm.length] ?? 'paid'),
        ),
      ]);
      expect(answers[0]).toEqual([204, 204]);
      expect(await paymentOf(pass)).toEqual(['paid', 'active']);
      const { data } = (await hanako.call('GET', '/notifications')).body;
      expect(data).toHaveLength(1);
    });

    test('can be tried again after a decline, on another page', async () => {
      const pass = await buyByCard();
      await payments().choose(pass.url, 'decline');
      await payments().deliver();
      expect(await paymentOf(pass)).toEqual(['declined', 'payment_pending']);
      const again = (await payAgain(pass)).body.payment_url;
      expect(again).not.toBe(pass.url);
      await payments().choose(again, 'pay');
      await payments().deliver();
      expect(await paymentOf(pass)).toEqual(['paid', 'active']);
    });

    test('can be tried again after it was abandoned, also when nobody has said so', async () => {
      const pass = await buyByCard();
      expect((await payAgain(pass)).body.payment_url).toBe(pass.url);
      await payments().choose(pass.url, 'leave', 'never');
      server.clock.advance(5_000);
      const again = (await payAgain(pass)).body.payment_url;
      expect(again).not.toBe(pass.url);
      expect(await paymentOf(pass)).toEqual(['pending', 'payment_pending']);
    });

    test('twenty tries at once open one page', async () => {
      const pass = await buyByCard();
      await payments().choose(pass.url, 'decline');
      await payments().deliver();
      const answers = await Promise.all(Array.from({ length: 20 }, () => payAgain(pass)));
      expect(new Set(answers.map(({ body }) => body.payment_url)).size).toBe(1);
    });

    test('that comes after the pass was cancelled is paid back', async () => {
      const pass = await buyByCard();
      await hanako.call('DELETE', `/passports/${pass.id}`);
      await payments().choose(pass.url, 'pay');
      await payments().deliver();
      expect(await paymentOf(pass)).toEqual(['refunded', 'canceled']);
    });

    test('that comes after it was paid at the counter is paid back', async () => {
      const pass = await buyByCard();
      await atCounter(server, pass.id, 'paid');
      await payments().choose(pass.url, 'pay');
      await payments().deliver();
      await settleAll(server.context);
      const [payment] = await server.db
        .select()
        .from(passportPayments)
        .where(eq(passportPayments.passportId, pass.id));
      expect(payment?.status).toBe('refunded');
      expect(await paymentOf(pass)).toEqual(['paid', 'active']);
    });

    test('is paid back when the pass is cancelled before its start', async () => {
      const start = addYears(today(), 1);
      const bought = await buy(
        await hanako.order({ payment_type: 'card', usage_start_date: start }),
      );
      await payments().choose(bought.body.payment_url, 'pay');
      await payments().deliver();
      const canceled = await hanako.call('DELETE', `/passports/${bought.body.data.id}`);
      expect(canceled.body.data.status_name.code).toBe('canceled');
      expect(await paymentOf(bought.body.data)).toEqual(['refunded', 'canceled']);
    });

    test('can be begun later while nobody reaches the provider', async () => {
      payments().away = true;
      const bought = await buy(await hanako.order({ payment_type: 'card' }));
      expect(bought.status).toBe(200);
      expect(bought.body.payment_url).toBeUndefined();
      expect(verdictOf(await payAgain(bought.body.data))).toBe('503 server.unavailable');
      payments().away = false;
      expect((await payAgain(bought.body.data)).body.payment_url).toEqual(expect.any(String));
    });

    test('is open to a pass that was to be paid at the counter', async () => {
      const pass = await hanako.buy();
      const { payment_url } = (await payAgain(pass)).body;
      await payments().choose(payment_url, 'pay');
      await payments().deliver();
      expect(await hanako.get(pass.id)).toMatchObject({
        payment_type_name: { code: 'card' },
        payment_status_name: { code: 'paid' },
      });
    });

    test('comes back to the English page from an English one', async () => {
      const { accessToken } = await server.signInAs(hanako.id);
      const answer = await server.api.fetch(
        new Request('http://localhost:4302/passports', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${accessToken}`,
            'content-type': 'application/json',
            'accept-language': 'en',
          },
          body: JSON.stringify(await hanako.order({ payment_type: 'card' })),
        }),
      );
      const { payment_url } = (await answer.json()) as { payment_url: string };
      const back = await payments().choose(payment_url, 'leave');
      expect(back.headers.get('location')).toMatch(/^http:\/\/localhost:4300\/en\/my-page\//);
    });
  });

  describe('a callback', () => {
    const send = (body: string, signature?: string) =>
      server.api.fetch(
        new Request('http://localhost:4302/payments/callback', {
          method: 'POST',
          headers: { ...(signature && { [SIGNATURE_HEADER]: signature }) },
          body,
        }),
      );
    const secret = () => server.context.config.payment?.secret ?? '';

    test('that the provider did not sign changes nothing', async () => {
      const bought = await buy(await hanako.order({ payment_type: 'card' }));
      const id = new URL(bought.body.payment_url).pathname.split('/').at(-1);
      const body = JSON.stringify({ id, status: 'paid' });
      const forged = [undefined, '', 'x', callbackSignature('another secret', body)];
      for (const signature of forged) {
        expect((await send(body, signature)).status).toBe(401);
      }
      const other = JSON.stringify({ id, status: 'declined' });
      expect((await send(body, callbackSignature(secret(), other))).status).toBe(401);
      expect((await hanako.get(bought.body.data.id)).payment_status_name?.code).toBe('pending');
    });

    test('about nothing that we know is told so', async () => {
      for (const [body, status] of [
        [JSON.stringify({ id: randomUUID(), status: 'paid' }), 404],
        [JSON.stringify({ id: 'x', status: 'paid' }), 422],
        ['{', 422],
        [`"${'x'.repeat(20_000)}"`, 413],
      ] as const) {
        expect((await send(body, callbackSignature(secret(), body))).status).toBe(status);
      }
    });
  });
});

test('without a provider a pass is paid for at the counter alone', async () => {
  const server = await startTestServer({ config: { payment: undefined } });
  const hanako = await passClient(server);
  const designs = (await hanako.call('GET', '/passports/designs')).body;
  expect(designs.payment_types).toEqual(['counter']);
  const refused = await hanako.call(
    'POST',
    '/passports',
    await hanako.order({ payment_type: 'card' }),
  );
  expect(refused.body.error_descriptions).toEqual({ payment_type: ['required.choice'] });
  await server.close();
});
