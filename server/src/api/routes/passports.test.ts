import {
  addYears,
  ERROR_STATUS,
  type ErrorCode,
  type Passport,
  todayInJapan,
} from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { members } from '../../db/schema/members.ts';
import { passports } from '../../db/schema/passes.ts';
import { signInClient } from '../../testing/account-client.ts';
import { DATABASES, startTestServer, type TestServer } from '../../testing/index.ts';
import { COMPLETE_MEMBER } from '../../testing/members.ts';
import { atCounter, type PassClient, passClient, verdictOf } from '../../testing/passes.ts';

jest.setTimeout(60_000);
const DAY_MS = 24 * 60 * 60 * 1000;
const UNKNOWN = '0b7d2c1e-6f0a-4b52-9f6d-3c1d2e4f5a6b';

describe.each(DATABASES)('passes on %s', (database) => {
  let server: TestServer;
  let hanako: PassClient;
  let taro: PassClient;
  beforeAll(async () => {
    server = await startTestServer({ database, config: { callsPerMinute: 100_000 } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    hanako = await passClient(server);
    taro = await passClient(server, { lastName: '田中', firstName: '太郎' });
  });
  const today = () => todayInJapan(server.clock.now());
  const dayFrom = (days: number) =>
    todayInJapan(new Date(server.clock.now().getTime() + days * DAY_MS));
  const change = (id: string, columns: Partial<typeof passports.$inferInsert>) =>
    server.db.update(passports).set(columns).where(eq(passports.id, id));

  describe('every refusal of spec §8', () => {
    type Scene = (pass: string) => Promise<unknown>;
    const offered: Scene = (id) => hanako.offer(id, taro.code);
    const given: Scene = async (id) => {
      await offered(id);
      await taro.answer(id, 'accepted');
    };
    const canceled: Scene = (id) => change(id, { canceledAt: server.clock.now() });
    const confirmed: Scene = (id) => atCounter(server, id, 'confirmed');
    const issued: Scene = async (id) => {
      await confirmed(id);
      await hanako.call('POST', `/passports/${id}/physical-card`);
    };
    const nothing: Scene = async () => {};
    const hanakos =
      (method: string, path = '', body?: unknown) =>
      (id: string) =>
        hanako.call(method, `/passports/${id}${path}`, body);
    const taros =
      (method: string, path = '', body?: unknown) =>
      (id: string) =>
        taro.call(method, `/passports/${id}${path}`, body);
    const toTaro = (id: string) => hanako.offer(id, taro.code);
    const newPhoto = async (id: string) =>
      hanako.call('PUT', `/passports/${id}`, { photo_id: await hanako.newPhoto() });

    const refusals: [
      name: string,
      scene: Scene,
      act: (id: string) => ReturnType<PassClient['call']>,
      code: ErrorCode,
    ][] = [
      ['a stranger opens it', nothing, taros('GET'), 'ap_passport.not_found'],
      ['nobody has it', nothing, () => hanakos('GET')(UNKNOWN), 'ap_passport.not_found'],
      ['the id is none', nothing, () => hanakos('GET')('x'), 'ap_passport.not_found'],
      ['a stranger cancels it', nothing, taros('DELETE'), 'ap_passport.not_found'],
      ['a former owner opens it', given, hanakos('GET'), 'ap_passport.user.access_denied'],
      [
        'one to whom it is offered cancels it',
        offered,
        taros('DELETE'),
        'ap_passport.user.access_denied',
      ],
      [
        'one to whom it is offered asks for codes',
        offered,
        taros('GET', '/code'),
        'ap_passport.user.access_denied',
      ],
      [
        'the sender accepts for the receiver',
        offered,
        hanakos('PUT', '/transfer', { status: 'accepted' }),
        'ap_passport.user.access_denied',
      ],
      [
        'a staff pass is given away',
        (id) => change(id, { extPermission: 90 }),
        toTaro,
        'ap_passport.user.access_denied',
      ],
      [
        'what is paid is paid again',
        nothing,
        hanakos('POST', '/payment'),
        'ap_passport.user.access_denied',
      ],
      [
        'an answer without an offer',
        nothing,
        hanakos('PUT', '/transfer', { status: 'accepted' }),
        'ap_passport.transfer_status.access_denied',
      ],
      [
        'nothing to take back',
        nothing,
        hanakos('DELETE', '/transfer'),
        'ap_passport.transfer_status.access_denied',
      ],
      ['a second offer', offered, toTaro, 'ap_passport.transfer_status.access_denied'],
      [
        'an unpaid one is offered',
        (id) => change(id, { paymentStatus: 'pending' }),
        toTaro,
        'ap_passport.transfer_status.access_denied',
      ],
      [
        'a change while it is offered',
        offered,
        hanakos('PUT', '', { design_id: 'night' }),
        'ap_passport.transfer_status.access_denied',
      ],
      [
        'a card while it is offered',
        offered,
        hanakos('POST', '/physical-card'),
        'ap_passport.transfer_status.access_denied',
      ],
      [
        'a card before the identity is confirmed',
        nothing,
        hanakos('POST', '/physical-card'),
        'ap_passport.confirmed_id_at.required',
      ],
      [
        'another photo after the identity is confirmed',
        confirmed,
        newPhoto,
        'ap_passport.confirmed_id_at.access_denied',
      ],
      [
        'an offer after the identity is confirmed',
        confirmed,
        toTaro,
        'ap_passport.confirmed_id_at.access_denied',
      ],
      [
        'a change of a cancelled one',
        canceled,
        hanakos('PUT', '', { design_id: 'night' }),
        'ap_passport.canceled_at.access_denied',
      ],
      ['cancelled twice', canceled, hanakos('DELETE'), 'ap_passport.canceled_at.access_denied'],
      [
        'cancelled after it has begun',
        nothing,
        hanakos('DELETE'),
        'ap_passport.canceled_at.access_denied',
      ],
      [
        'codes of a cancelled one',
        canceled,
        hanakos('GET', '/code'),
        'ap_passport.canceled_at.access_denied',
      ],
      [
        'codes before it is paid',
        (id) => change(id, { paymentStatus: 'pending' }),
        hanakos('GET', '/code'),
        'ap_passport.qr_code_url.access_denied',
      ],
      [
        'codes before it has begun',
        (id) => change(id, { usageStartDate: dayFrom(1) }),
        hanakos('GET', '/code'),
        'ap_passport.qr_code_url.access_denied',
      ],
      [
        'codes after its last day',
        (id) => change(id, { extExpirationDate: dayFrom(-1) }),
        hanakos('GET', '/code'),
        'ap_passport.qr_code_url.access_denied',
      ],
      [
        'codes while it is offered',
        offered,
        hanakos('GET', '/code'),
        'ap_passport.qr_code_url.access_denied',
      ],
      [
        'codes without a photo',
        (id) => change(id, { photoId: null }),
        hanakos('GET', '/code'),
        'ap_passport.photo.required',
      ],
      [
        'a design that does not exist',
        nothing,
        hanakos('PUT', '', { design_id: 'gold' }),
        'ap_passport.design_id.required',
      ],
      [
        'no design',
        nothing,
        hanakos('PUT', '', { design_id: null }),
        'ap_passport.design_id.required',
      ],
      [
        'a second card',
        issued,
        hanakos('POST', '/physical-card'),
        'ap_passport.physical_card_issued_at.access_denied',
      ],
      [
        'another design once the card is issued',
        issued,
        hanakos('PUT', '', { design_id: 'night' }),
        'ap_passport.physical_card_issued_at.access_denied',
      ],
      [
        'an offer once the card is issued',
        issued,
        toTaro,
        'ap_passport.physical_card_issued_at.access_denied',
      ],
      [
        'a photo that does not exist',
        nothing,
        hanakos('PUT', '', { photo_id: UNKNOWN }),
        'ap_passport.photo.required',
      ],
      [
        "another member's photo",
        nothing,
        async (id) => hanako.call('PUT', `/passports/${id}`, { photo_id: await taro.newPhoto() }),
        'ap_passport.photo.required',
      ],
      [
        'a card without a photo',
        (id) => change(id, { photoId: null }),
        hanakos('POST', '/physical-card'),
        'ap_passport.photo.required',
      ],
      [
        'an offer to nobody',
        nothing,
        (id) => hanako.offer(id, '0000000000'),
        'ap_passport.user.not_found',
      ],
      [
        'an offer to oneself',
        nothing,
        (id) => hanako.offer(id, hanako.code),
        'ap_passport.user.not_found',
      ],
      [
        'an offer to what is no name',
        nothing,
        (id) => hanako.offer(id, 'taro'),
        'ap_passport.user.not_found',
      ],
      [
        'a card of a pass without a number',
        (id) => change(id, { extMemberCode: null }),
        hanakos('POST', '/physical-card'),
        'ap_passport.ext_member_code.required',
      ],
    ];

    test.each(refusals)('%s', async (_, scene, act, code) => {
      const { id } = await hanako.buyPaid();
      await scene(id);
      const [before] = await server.db.select().from(passports).where(eq(passports.id, id));
      expect(verdictOf(await act(id))).toBe(`${ERROR_STATUS[code]} ${code}`);
      const [after] = await server.db.select().from(passports).where(eq(passports.id, id));
      expect(after).toEqual(before);
    });

    test('none of the spec is left out', () => {
      const provoked = new Set(refusals.map(([, , , code]) => code));
      const all = Object.keys(ERROR_STATUS).filter((code) => code.startsWith('ap_passport.'));
      expect([...provoked].sort()).toEqual(all.sort());
    });
  });

  test('a stranger cannot tell a pass that exists from one that does not', async () => {
    const { id } = await hanako.buyPaid();
    for (const [method, path, body] of [
      ['GET', ''],
      ['PUT', '', { design_id: 'night' }],
      ['DELETE', ''],
      ['GET', '/code'],
      ['POST', '/payment'],
      ['POST', '/physical-card'],
      ['POST', '/transfer', { username: hanako.code }],
      ['PUT', '/transfer', { status: 'accepted' }],
      ['DELETE', '/transfer'],
    ] as const) {
      const existing = await taro.call(method, `/passports/${id}${path}`, body);
      const unknown = await taro.call(method, `/passports/${UNKNOWN}${path}`, body);
      expect(existing.status).toBe(404);
      expect({ ...existing.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    }
  });

  describe('the list', () => {
    test('shows offers first, then the newest, in pages', async () => {
      const first = await hanako.buyPaid();
      server.clock.advance(1000);
      const second = await hanako.buy();
      const offer = await taro.buyPaid();
      await taro.offer(offer.id, hanako.email);

      const list = (await hanako.call('GET', '/passports')).body;
      expect(list.data.map(({ id }: { id: string }) => id)).toEqual([
        offer.id,
        second.id,
        first.id,
      ]);
      expect(list.meta).toEqual({ page: 1, limit: 10, total: 3, last_page: 1 });
      const page = (await hanako.call('GET', '/passports?page=2&limit=2')).body;
      expect(page.data.map(({ id }: { id: string }) => id)).toEqual([first.id]);
      expect(page.meta).toEqual({ page: 2, limit: 2, total: 3, last_page: 2 });
    });

    test('says of an offer no more than is needed to choose', async () => {
      const own = await taro.buyPaid();
      const child = await taro.buyPaid({
        holder: {
          kind: 'child',
          last_name: '田中',
          first_name: '小太郎',
          date_of_birth: '2015-05-05',
        },
      });
      for (const { id } of [own, child]) await taro.offer(id, hanako.email);
      const [ownSeen, childSeen] = await Promise.all([hanako.get(own.id), hanako.get(child.id)]);
      const offered = {
        role: 'receiver',
        photo: null,
        qr_code_url: null,
        ext_member_code: null,
        transfer: { direction: 'incoming', other: '田***' },
      };
      // What it would become …
      const hanakoAsHolder = {
        last_name: '山田',
        first_name: '花子',
        date_of_birth: COMPLETE_MEMBER.dateOfBirth,
      };
      expect(ownSeen).toMatchObject({ ...offered, holder: hanakoAsHolder });
      // … and whose it stays.
      const masked = { last_name: '田***', first_name: '小***', date_of_birth: null };
      expect(childSeen).toMatchObject({ ...offered, holder: { kind: 'child', ...masked } });
      expect((await taro.get(own.id)).transfer).toMatchObject({
        direction: 'outgoing',
        other: expect.stringMatching(/^m\*\*\*.@example\.com$/),
      });
    });
  });

  test('a pass that is bought runs a year, and waits for its payment', async () => {
    const pass = await hanako.buy();
    expect(pass).toMatchObject({
      holder: { kind: 'member', last_name: '山田', first_name: '花子' },
      usage_start_date: today(),
      ext_expiration_date: expect.stringMatching(/^\d{4}-/),
      ext_permission: 10,
      ext_member_code: null,
      status_name: { code: 'payment_pending', color: 'warning' },
      payment_status_name: { code: 'pending' },
      qr_code_url: null,
      role: 'owner',
      price: 9800,
    });
    await atCounter(server, pass.id, 'paid');
    expect(await hanako.get(pass.id)).toMatchObject({
      ext_member_code: expect.stringMatching(/^\d{10}$/),
      status_name: { code: 'active', color: 'success' },
      payment_status_name: { code: 'paid' },
      qr_code_url: expect.stringContaining(`/api/passports/${pass.id}/qr-code?`),
    });
  });

  describe('a cancellation', () => {
    test('before the start date gives the money back', async () => {
      const pass = await hanako.buyPaid({ usage_start_date: dayFrom(1) });
      const canceled = await hanako.call('DELETE', `/passports/${pass.id}`);
      expect(canceled.body.data).toMatchObject({
        status_name: { code: 'canceled' },
        canceled_at: server.clock.now().toISOString(),
        payment_status_name: { code: 'refund_pending' },
      });
      await atCounter(server, pass.id, 'refunded');
      expect((await hanako.get(pass.id)).payment_status_name?.code).toBe('refunded');
    });

    test('of what was never paid is possible at any time', async () => {
      const pass = await hanako.buy();
      const canceled = await hanako.call('DELETE', `/passports/${pass.id}`);
      expect(canceled.body.data.payment_status_name.code).toBe('pending');
    });
  });

  test('a card is ordered once photo, number and identity are there', async () => {
    const pass = await hanako.buyPaid();
    await atCounter(server, pass.id, 'confirmed');
    const issued = await hanako.call('POST', `/passports/${pass.id}/physical-card`);
    expect(issued.body.data.physical_card_issued_at).toBe(server.clock.now().toISOString());
  });

  test('twenty orders of a card issue one', async () => {
    const pass = await hanako.buyPaid();
    await atCounter(server, pass.id, 'confirmed');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => hanako.call('POST', `/passports/${pass.id}/physical-card`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  describe('an account with a pass', () => {
    const close = async (client: PassClient) =>
      verdictOf(await client.call('DELETE', '/me', { reason: 'not_needed', comment: null }));
    const HAS_PASS = '422 user.deactivate_account.has_passport';
    const NEEDS_CODE = '422 user.deactivate_account.mfa_invalid';

    test.each([
      ['in use', { paymentStatus: 'paid' }, HAS_PASS],
      ['that is not paid yet', { paymentStatus: 'pending' }, HAS_PASS],
      ['on its last day', { extExpirationDate: 0 }, HAS_PASS],
      ['past its last day', { extExpirationDate: -1 }, NEEDS_CODE],
      ['that is cancelled', { canceledAt: new Date() }, NEEDS_CODE],
    ] as const)('%s', async (_, columns, verdict) => {
      const { id } = await hanako.buyPaid();
      const { extExpirationDate: days, ...others } = { extExpirationDate: undefined, ...columns };
      await change(id, {
        ...others,
        ...(days !== undefined && { extExpirationDate: dayFrom(days) }),
      });
      expect(await close(hanako)).toBe(verdict);
    });

    test('that is only offered to it can be closed, and the offer is refused', async () => {
      const { id } = await taro.buyPaid();
      await taro.offer(id, hanako.code);
      const leaving = await signInClient(server, hanako.id);
      await leaving.stepUp('mfa_deactivate_account');
      const closed = await leaving.call('DELETE', '/me', { reason: 'not_needed', comment: null });
      expect(closed.status).toBe(204);
      expect(await taro.get(id)).toMatchObject({
        role: 'owner',
        transfer: null,
        transfer_status_name: { code: 'rejected' },
      });
    });
  });

  describe('check-username', () => {
    const check = async (username: string) => {
      const query = new URLSearchParams({ username });
      return hanako.call('GET', `/passports/check-username?${query}`);
    };

    test('finds a member by code, typed in any width', async () => {
      const wide = taro.code.replace(/\d/g, (digit) =>
        String.fromCharCode(digit.charCodeAt(0) + 0xfee0),
      );
      for (const typed of [taro.code, ` ${taro.code} `, wide]) {
        expect((await check(typed)).body).toEqual({ data: { other: '田***' } });
      }
    });

    test('answers the same for every address, whoever has it', async () => {
      const known = await check(taro.email);
      const unknown = await check('m-nobody-7@example.com');
      const left = await passClient(server);
      await server.db
        .update(members)
        .set({ cancelledAt: server.clock.now() })
        .where(eq(members.id, left.id));
      for (const answer of [known, unknown, await check(left.email)]) {
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({
          data: { other: expect.stringMatching(/^m\*\*\*.@example\.com$/) },
        });
      }
    });

    test('does not find oneself, nor who has left, nor anything else', async () => {
      await server.db
        .update(members)
        .set({ cancelledAt: server.clock.now() })
        .where(eq(members.id, taro.id));
      for (const typed of [taro.code, hanako.code, hanako.email, '0000000000', 'taro', '<b>']) {
        expect(verdictOf(await check(typed))).toBe('404 ap_passport.user.not_found');
      }
      expect(verdictOf(await check(''))).toBe('422 request.invalid');
    });

    test('is not for trying codes', async () => {
      const answers = [];
      for (let tried = 0; tried < 31; tried += 1)
        answers.push(verdictOf(await check('0000000000')));
      expect(answers.slice(0, 30)).not.toContain('429 too_many_attempts');
      expect(answers.at(30)).toBe('429 too_many_attempts');
    });
  });

  describe('a transfer', () => {
    test('hands the pass over with new codes, and both sides hear of each step', async () => {
      const pass = await hanako.buyPaid();
      const titles = async (client: PassClient) => {
        const list = (await client.call('GET', '/notifications?limit=50')).body.data;
        return list.map(({ title }: { title: string }) => title);
      };
      const before = (await hanako.call('GET', `/passports/${pass.id}/code`)).body.data.codes;
      await hanako.offer(pass.id, taro.code);
      expect(await titles(taro)).toEqual(['パスポートが届いています']);
      server.clock.advance(1000);
      const accepted = await taro.answer(pass.id, 'accepted');
      expect(accepted.body.data).toMatchObject({
        role: 'owner',
        holder: { last_name: '田中', first_name: '太郎' },
        photo: null,
        transfer: null,
        transfer_status_name: { code: 'accepted' },
      });
      expect(await titles(taro)).toContain('パスポートを受け取りました');
      expect(await titles(hanako)).toContain('パスポートを譲渡しました');

      await taro.call('PUT', `/passports/${pass.id}`, { photo_id: await taro.newPhoto() });
      const after = (await taro.call('GET', `/passports/${pass.id}/code`)).body.data.codes;
      expect(after[0].text.slice(0, 40)).not.toBe(before[0].text.slice(0, 40));
    });

    test('is told without a link to what one may not open, and with names as text', async () => {
      const jiro = await passClient(server, { lastName: '<img src=x onerror=alert(1)>' });
      const { id } = await jiro.buyPaid();
      await jiro.offer(id, taro.code);
      await taro.answer(id, 'accepted');
      const bodies = async (client: PassClient): Promise<string[]> =>
        (await client.call('GET', '/notifications?limit=50')).body.data.map(
          ({ body }: { body: string }) => body,
        );
      const given = (await bodies(jiro)).filter((body) =>
        body.includes('パスポートを受け取りました'),
      );
      expect(given).toEqual([expect.not.stringContaining('href')]);
      const received = (await bodies(taro)).join('');
      expect(received).toContain('&lt;***');
      expect(received).toContain(`href="/my-page/passports/${id}"`);
      expect(received).not.toContain('<img');
    });

    test('to an address that nobody has proven is seen by nobody', async () => {
      const unproven = await passClient(server, { emailVerified: false });
      const { id } = await hanako.buyPaid();
      const offered = await hanako.offer(id, unproven.email);
      expect(offered.body.data.transfer_status_name.code).toBe('transferring');
      expect(verdictOf(await unproven.answer(id, 'accepted'))).toBe('404 ap_passport.not_found');
      expect((await unproven.call('GET', '/passports')).body.meta.total).toBe(0);
      expect((await hanako.withdraw(id)).body.data.transfer_status_name).toBeNull();
    });

    test('looks the same to its sender whether the address has an account or not', async () => {
      const known = 'known-1-x@example.com';
      await passClient(server, { email: known });
      const seen = [];
      for (const address of [known, 'kn0wn-1-x@example.com']) {
        const { id } = await hanako.buyPaid();
        const offered = await hanako.offer(id, address);
        const { data } = (await hanako.call('GET', '/passports')).body;
        const listed = data.find((pass: Passport) => pass.id === id);
        const notices = (await hanako.call('GET', '/notifications?limit=50')).body.data;
        const told = notices.flatMap(({ body }: { body: string }) =>
          body.includes(id) ? body : [],
        );
        told.sort();
        const withdrawn = await hanako.withdraw(id);
        const all = [offered.status, offered.body, listed, told, withdrawn.body];
        // Ids and pictures are drawn anew for each.
        seen.push(JSON.stringify(all).replaceAll(/[0-9a-f-]{36}|\?[^"]+|"\d{10}"/g, ''));
      }
      expect(seen[0]).toContain('k***x@example.com');
      expect(seen[0]).toBe(seen[1]);
    });

    test('wants a complete profile of whoever accepts', async () => {
      const newcomer = await passClient(server, { city: null });
      const { id } = await hanako.buyPaid();
      await hanako.offer(id, newcomer.code);
      const refused = await newcomer.answer(id, 'accepted');
      expect(refused.body).toMatchObject({
        error: 'request.invalid',
        error_descriptions: { profile: ['required.profile'] },
      });
      await server.db
        .update(members)
        .set({ city: COMPLETE_MEMBER.city })
        .where(eq(members.id, newcomer.id));
      expect((await newcomer.answer(id, 'accepted')).status).toBe(200);
    });

    test("leaves a child's pass the child's", async () => {
      const child = {
        kind: 'child',
        last_name: '山田',
        first_name: '陽太',
        date_of_birth: addYears(today(), -8),
      };
      const { id } = await hanako.buyPaid({ holder: child });
      await hanako.offer(id, taro.code);
      const accepted = await taro.answer(id, 'accepted');
      expect(accepted.body.data).toMatchObject({ holder: child, photo: expect.any(String) });
    });
  });
});
