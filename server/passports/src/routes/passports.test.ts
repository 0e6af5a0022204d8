import { members } from '@portal/server-members/schema/members';
import { sharedServer } from '@portal/server-testing';
import { signInClient } from '@portal/server-testing/account-client';
import { COMPLETE_MEMBER } from '@portal/server-testing/members';
import {
  ADULT,
  actAsOperator,
  checkAtTurnstile,
  createPassportClient,
  type PassportClient,
  verdictOf,
} from '@portal/server-testing/passports';
import { ERROR_STATUS, type ErrorCode, todayInJapan } from '@portal/shared-contract';
import { eq } from 'drizzle-orm';
import { passports, passportTransfers } from '../schema/passports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNKNOWN = '0b7d2c1e-6f0a-4b52-9f6d-3c1d2e4f5a6b';

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
let taro: PassportClient;
beforeEach(async () => {
  hanako = await createPassportClient(server);
  taro = await createPassportClient(server, { lastName: '田中', firstName: '太郎' });
});
const today = () => todayInJapan(server.clock.now());
const dayFrom = (days: number) =>
  todayInJapan(new Date(server.clock.now().getTime() + days * DAY_MS));
const change = (id: string, columns: Partial<typeof passports.$inferInsert>) =>
  server.db.update(passports).set(columns).where(eq(passports.id, id));

// @proves 8.450 8.452
describe('each passport error', () => {
  /** Brings the passport with this id into a state. */
  type Scene = (id: string) => Promise<unknown>;
  const offered: Scene = (id) => hanako.offer(id, taro.code);
  const declined: Scene = async (id) => {
    await offered(id);
    await taro.answer(id, 'rejected');
  };
  const waiting: Scene = async (id) => {
    await offered(id);
    const heldUntil = new Date(server.clock.now().getTime() + DAY_MS);
    await server.db.update(passportTransfers).set({ heldUntil });
  };
  const forOthers: Scene = async (id) => {
    await change(id, { soldAs: { ...ADULT, ages: { from: 120 } } });
    await offered(id);
  };
  const canceled: Scene = (id) => change(id, { canceledAt: server.clock.now() });
  const confirmed: Scene = (id) => actAsOperator(server, id, 'confirmed');
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
  const unpaid: Scene = (id) => change(id, { paymentStatus: 'pending' });
  const accepted = { status: 'accepted' };
  const newPhoto = async (id: string) =>
    hanako.call('PUT', `/passports/${id}`, { photo_id: await hanako.newPhoto() });

  type Action = (id: string) => ReturnType<PassportClient['call']>;
  /** By the part of its code behind `ap_passport.`. */
  const refusals: Readonly<
    Record<string, readonly [name: string, scene: Scene, action: Action][]>
  > = {
    not_found: [
      ['a stranger opens it', nothing, taros('GET')],
      ['the passport does not exist', nothing, () => hanakos('GET')(UNKNOWN)],
      ['the id is not a UUID', nothing, () => hanakos('GET')('x')],
      ['a stranger cancels it', nothing, taros('DELETE')],
    ],
    'user.access_denied': [
      ['who declined it opens it', declined, taros('GET')],
      ['a receiver cancels it', offered, taros('DELETE')],
      ['a receiver asks for codes', offered, taros('GET', '/code')],
      ['the sender accepts for the receiver', offered, hanakos('PUT', '/transfer', accepted)],
      ['a staff passport is offered', (id) => change(id, { extPermission: 90 }), toTaro],
      ['a paid passport is paid again', nothing, hanakos('POST', '/payment')],
    ],
    'held_until.access_denied': [
      ['a receiver accepts what waits', waiting, taros('PUT', '/transfer', accepted)],
    ],
    'age.access_denied': [
      ['a receiver of another age accepts it', forOthers, taros('PUT', '/transfer', accepted)],
    ],
    'transfer_status.access_denied': [
      ['an answer without an offer', nothing, hanakos('PUT', '/transfer', accepted)],
      ['a withdrawal without an offer', nothing, hanakos('DELETE', '/transfer')],
      ['a second offer', offered, toTaro],
      ['an unpaid passport is offered', unpaid, toTaro],
      ['a change while it is offered', offered, hanakos('PUT', '', { design_id: 'night' })],
      ['a card while it is offered', offered, hanakos('POST', '/physical-card')],
    ],
    'confirmed_id_at.required': [
      ['a card before the identity is confirmed', nothing, hanakos('POST', '/physical-card')],
    ],
    'confirmed_id_at.access_denied': [
      ['another photo after the identity is confirmed', confirmed, newPhoto],
      ['an offer after the identity is confirmed', confirmed, toTaro],
    ],
    'canceled_at.access_denied': [
      ['a change of a cancelled passport', canceled, hanakos('PUT', '', { design_id: 'night' })],
      ['cancelled twice', canceled, hanakos('DELETE')],
      ['cancelled after its start date', nothing, hanakos('DELETE')],
      ['codes of a cancelled passport', canceled, hanakos('GET', '/code')],
    ],
    'qr_code_url.access_denied': [
      ['codes before it is paid', unpaid, hanakos('GET', '/code')],
      [
        'codes before its start date',
        (id) => change(id, { usageStartDate: dayFrom(1) }),
        hanakos('GET', '/code'),
      ],
      [
        'codes after its last day',
        (id) => change(id, { extExpirationDate: dayFrom(-1) }),
        hanakos('GET', '/code'),
      ],
      ['codes while it is offered', offered, hanakos('GET', '/code')],
    ],
    'photo.required': [
      ['codes without a photo', (id) => change(id, { photoId: null }), hanakos('GET', '/code')],
      ['a photo that does not exist', nothing, hanakos('PUT', '', { photo_id: UNKNOWN })],
      [
        "another member's photo",
        nothing,
        async (id) => hanako.call('PUT', `/passports/${id}`, { photo_id: await taro.newPhoto() }),
      ],
      [
        'a card without a photo',
        (id) => change(id, { photoId: null }),
        hanakos('POST', '/physical-card'),
      ],
    ],
    'design_id.required': [
      ['a design that does not exist', nothing, hanakos('PUT', '', { design_id: 'gold' })],
      ['no design', nothing, hanakos('PUT', '', { design_id: null })],
    ],
    'physical_card_issued_at.access_denied': [
      ['a second card', issued, hanakos('POST', '/physical-card')],
      [
        'another design once the card is issued',
        issued,
        hanakos('PUT', '', { design_id: 'night' }),
      ],
      ['an offer once the card is issued', issued, toTaro],
    ],
    'user.not_found': [
      ['an offer to an unknown member code', nothing, (id) => hanako.offer(id, '0000000000')],
      ['an offer to the member’s own code', nothing, (id) => hanako.offer(id, hanako.code)],
      ['an offer to neither a code nor an address', nothing, (id) => hanako.offer(id, 'taro')],
    ],
    'ext_member_code.required': [
      [
        'a card of a passport without a number',
        (id) => change(id, { extMemberCode: null }),
        hanakos('POST', '/physical-card'),
      ],
    ],
  };
  const rows = Object.entries(refusals).flatMap(([code, list]) =>
    list.map(([name, ...does]) => [name, ...does, `ap_passport.${code}` as ErrorCode] as const),
  );

  // @proves 6.3 8.45 8.46 8.47 8.48 8.49 8.50 8.51 8.52 8.53 8.54 8.55 8.56 14.13 14.14 14.17 14.20 14.23 14.25 14.26 14.28
  test.each(rows)('%s', async (_, scene, action, code) => {
    const { id } = await hanako.buyPaid();
    await scene(id);
    const [before] = await server.db.select().from(passports).where(eq(passports.id, id));
    expect(verdictOf(await action(id))).toBe(`${ERROR_STATUS[code]} ${code}`);
    const [after] = await server.db.select().from(passports).where(eq(passports.id, id));
    expect(after).toEqual(before);
  });

  test('every passport error is provoked above', () => {
    const provoked = new Set(rows.map(([, , , code]) => code));
    const all = Object.keys(ERROR_STATUS).filter((code) => code.startsWith('ap_passport.'));
    expect([...provoked].sort()).toEqual(all.sort());
  });
});

// @proves 7.60
test('the owner changes the design and the photo, each alone', async () => {
  const { id, photo } = await hanako.buyPaid();
  const change = (body: object) => hanako.call('PUT', `/passports/${id}`, body);
  const designed = (await change({ design_id: 'night' })).body.data;
  expect(designed).toMatchObject({ id, design_id: 'night' });
  const [before] = await server.db.select().from(passports).where(eq(passports.id, id));
  const photographed = await change({ photo_id: await hanako.newPhoto() });
  expect(photographed.body.data).toMatchObject({ id, design_id: 'night' });
  const [after] = await server.db.select().from(passports).where(eq(passports.id, id));
  expect(after?.photoId).not.toBe(before?.photoId);
  expect(photo).not.toBeNull();
});

// @proves 14.13
test('a stranger cannot tell a passport that exists from one that does not', async () => {
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
  // @proves 3.12 3.15 7.57 14.76
  test('has what can be used first, then what is to come and to do, in pages', async () => {
    const names = new Map<string, string>();
    const named = async (name: string, made: Promise<{ id: string }>): Promise<string> => {
      const { id } = await made;
      names.set(id, name);
      server.clock.advance(1000);
      return id;
    };
    const canceled = await named('canceled', hanako.buy());
    await change(canceled, { canceledAt: server.clock.now() });
    const expired = await named('expired', hanako.buyPaid());
    await change(expired, { extExpirationDate: dayFrom(-1) });
    await named('active, older', hanako.buyPaid());
    await named('active, newer', hanako.buyPaid());
    await named('starts soon', hanako.buyPaid({ usage_start_date: dayFrom(2) }));
    await named('starts later', hanako.buyPaid({ usage_start_date: dayFrom(30) }));
    const given = await named('offered to taro', hanako.buyPaid());
    await hanako.offer(given, taro.code);
    const declined = await named('declined payment', hanako.buy());
    await change(declined, { paymentStatus: 'declined' });
    await named('unpaid', hanako.buy());
    await taro.offer(await named('offered to hanako', taro.buyPaid()), hanako.email);

    const read = async (query = '') => {
      const { data, meta } = (await hanako.call('GET', `/passports${query}`)).body;
      return { meta, shown: data.map(({ id }: { id: string }) => names.get(id)) };
    };
    const order = [
      'active, newer',
      'active, older',
      'starts soon',
      'starts later',
      'offered to hanako',
      'unpaid',
      'declined payment',
      'offered to taro',
      'expired',
      'canceled',
    ];
    expect(await read()).toEqual({
      shown: order,
      meta: { page: 1, limit: 10, total: 10, last_page: 1 },
    });
    expect(await read('?page=2&limit=4')).toEqual({
      shown: order.slice(4, 8),
      meta: { page: 2, limit: 4, total: 10, last_page: 3 },
    });
    // A page that has none still tells how many there are.
    expect(await read('?page=9&limit=4')).toEqual({
      shown: [],
      meta: { page: 9, limit: 4, total: 10, last_page: 3 },
    });
  });

  // @proves 7.58 14.15
  test('tells a receiver only what they need to decide', async () => {
    const own = await taro.buyPaid();
    const child = await taro.buyPaid({
      holder: {
        kind: 'child',
        last_name: '田中',
        first_name: '小太郎',
        date_of_birth: '2019-05-05',
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
    // A member's passport shows the receiver as the holder.
    const hanakoAsHolder = {
      last_name: '山田',
      first_name: '花子',
      date_of_birth: COMPLETE_MEMBER.dateOfBirth,
    };
    expect(ownSeen).toMatchObject({ ...offered, holder: hanakoAsHolder });
    // A child's passport shows the child, masked.
    const masked = { last_name: '田***', first_name: '小***', date_of_birth: null };
    expect(childSeen).toMatchObject({ ...offered, holder: { kind: 'child', ...masked } });
    expect((await taro.get(own.id)).transfer).toMatchObject({
      direction: 'outgoing',
      other: expect.stringMatching(/^m\*\*\*.@example\.com$/),
    });
  });
});

// @proves 3.14 4.29 9.28 14.10
test('a new passport is valid for a year once it is paid', async () => {
  const passport = await hanako.buy();
  expect(passport).toMatchObject({
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
  await actAsOperator(server, passport.id, 'paid');
  expect(await hanako.get(passport.id)).toMatchObject({
    ext_member_code: expect.stringMatching(/^\d{10}$/),
    status_name: { code: 'active', color: 'success' },
    payment_status_name: { code: 'paid' },
    qr_code_url: `/api/passports/${passport.id}/qr-code`,
  });
});

describe('a cancellation', () => {
  // @proves 4.29 7.61 14.18
  test('before the start date refunds the price', async () => {
    const passport = await hanako.buyPaid({ usage_start_date: dayFrom(1) });
    const canceled = await hanako.call('DELETE', `/passports/${passport.id}`);
    expect(canceled.body.data).toMatchObject({
      status_name: { code: 'canceled' },
      canceled_at: server.clock.now().toISOString(),
      payment_status_name: { code: 'refund_pending' },
    });
    await actAsOperator(server, passport.id, 'refunded');
    expect((await hanako.get(passport.id)).payment_status_name?.code).toBe('refunded');
  });

  // @proves 14.18
  test('of an unpaid passport is possible after its start date', async () => {
    const passport = await hanako.buy();
    const canceled = await hanako.call('DELETE', `/passports/${passport.id}`);
    expect(canceled.body.data.payment_status_name.code).toBe('pending');
  });
});

// @proves 7.66 14.19
test('a card can be ordered with photo, number and confirmed identity', async () => {
  const passport = await hanako.buyPaid();
  await actAsOperator(server, passport.id, 'confirmed');
  const issued = await hanako.call('POST', `/passports/${passport.id}/physical-card`);
  expect(issued.body.data.physical_card_issued_at).toBe(server.clock.now().toISOString());
});

// @proves 14.19 14.21
test('twenty orders at once issue one card', async () => {
  const passport = await hanako.buyPaid();
  await actAsOperator(server, passport.id, 'confirmed');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      hanako.call('POST', `/passports/${passport.id}/physical-card`),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

describe('closing an account with a passport', () => {
  const close = async (client: PassportClient, givenUp: readonly string[] = []) =>
    verdictOf(await client.call('DELETE', '/me', { reason: 'other', given_up: givenUp }));
  const HAS_PASSPORT = '422 user.deactivate_account.has_passport';
  const CLOSED = '204';

  // @proves 8.38 12.34
  test.each([
    ['that is active', { paymentStatus: 'paid' }, HAS_PASSPORT],
    ['that is unpaid', { paymentStatus: 'pending' }, HAS_PASSPORT],
    ['that is in its last day', { extExpirationDate: 0 }, HAS_PASSPORT],
    ['that is expired', { extExpirationDate: -1 }, CLOSED],
    ['that is cancelled', { canceledAt: new Date() }, CLOSED],
  ] as const)('%s', async (_, columns, verdict) => {
    const { id } = await hanako.buyPaid();
    const { extExpirationDate: days, ...others } = { extExpirationDate: undefined, ...columns };
    await change(id, {
      ...others,
      ...(days !== undefined && { extExpirationDate: dayFrom(days) }),
    });
    expect(await close(hanako)).toBe(verdict);
  });

  // @proves 12.34
  test('that is given up, all of them by name, and comes back with the account', async () => {
    const [one, other] = [await hanako.buyPaid(), await hanako.buyPaid()];
    const leaving = await signInClient(server, hanako.id);
    await leaving.stepUp('mfa_deactivate_account');
    const leave = async (...givenUp: string[]) =>
      verdictOf(await leaving.call('DELETE', '/me', { reason: 'other', given_up: givenUp }));
    expect(await leave(one.id)).toBe(HAS_PASSPORT);
    await hanako.offer(other.id, taro.code);
    expect(await leave(one.id, other.id)).toBe(HAS_PASSPORT);
    await hanako.call('DELETE', `/passports/${other.id}/transfer`);
    await change(other.id, { paymentStatus: 'pending' });
    expect(await leave(one.id, other.id)).toBe(HAS_PASSPORT);
    await change(other.id, { paymentStatus: 'paid' });
    const { codes } = (await hanako.call('GET', `/passports/${one.id}/code`)).body.data;
    expect(await leave(one.id, other.id)).toBe(CLOSED);
    expect(await checkAtTurnstile(server, codes[0].text)).not.toBe('valid');
    await server.db.update(members).set({ closedAt: null }).where(eq(members.id, hanako.id));
    const back = await signInClient(server, hanako.id);
    const { id, role } = (await back.call('GET', `/passports/${one.id}`)).body.data;
    expect({ id, role }).toEqual({ id: one.id, role: 'owner' });
  });
});
