import { storePasswordHash } from '@portal/server-accounts/password/credentials';
import { eraseClosedAccounts } from '@portal/server-accounts/settings/close-account';
import { members } from '@portal/server-members/schema/members';
import { sharedServer } from '@portal/server-testing';
import { messagesOf, signInClient } from '@portal/server-testing/account-client';
import {
  actAsOperator,
  checkAtTurnstile,
  createPassportClient,
  type PassportClient,
  verdictOf,
} from '@portal/server-testing/passports';
import { publicCaller } from '@portal/server-testing/public-client';
import { createTurnstileDevice } from '@portal/server-testing/turnstile-device';
import { eq } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const LATER = { usage_start_date: '2026-12-20' };

type Name = 'A' | 'B' | 'C';
/**
 * Who has the passport at the end, and what became of the money; A has bought it. `give` offers by link, and the
 * other accepts; `button` is that of the passport's page, `mail` the link in the last message of that member.
 */
const ROWS: readonly (readonly [name: string, steps: string, end: string])[] = [
  ['given', 'give A B', 'B: paid'],
  ['given and taken back on its page', 'give A B, button A', 'A: paid'],
  ['given and taken back by mail', 'give A B, mail A', 'A: paid'],
  ['offered and taken back by mail', 'offer A, mail A', 'A: paid'],
  ['given on, and taken back by the first', 'give A B, give B C, mail A', 'A: paid'],
  ['given on, and taken back by the second', 'give A B, give B C, mail B', 'B: paid'],
  [
    'given on, and taken back by the first, and then by the second',
    'give A B, give B C, mail A, mail B',
    'A: paid',
  ],
  ['given, offered on and taken back', 'give A B, offer B, button A', 'A: paid'],
  ['given, cancelled by the receiver', 'give A B, cancel B', 'A: paid'],
  [
    'given, cancelled by the receiver, then by the payer',
    'give A B, cancel B, cancel A',
    'A: refund_pending',
  ],
  ['given on, cancelled by the last', 'give A B, give B C, cancel C', 'B: paid'],
  [
    'given on, cancelled by the last and by the one before',
    'give A B, give B C, cancel C, cancel B',
    'A: paid',
  ],
  [
    'given on, cancelled after the one before was erased',
    'give A B, give B C, erase B, cancel C',
    'A: paid',
  ],
  [
    'given, cancelled after the payer was erased',
    'give A B, erase A, cancel B',
    'B: paid, cancelled',
  ],
  [
    'given back to the payer, who cancels, and taken back',
    'give A B, give B A, cancel A, button B',
    'B: paid',
  ],
  [
    'given back to the payer, who cancels and is paid, and not taken back any more',
    'give A B, give B A, cancel A, refund A, button B',
    'A: refunded',
  ],
  ['given, and not taken back after 72 hours', 'give A B, wait A, button A, mail A', 'B: paid'],
];

const server = sharedServer({ config: { callsPerMinute: 1_000_000 } });
let people: Record<Name, PassportClient>;
let undo: (token: string) => Promise<{ status: number; body: { data?: { status: string } } }>;
beforeAll(async () => {
  const call = publicCaller(server);
  undo = (token) => call('POST', '/undo-changes', { token });
});
beforeEach(async () => {
  server.clock.set(new Date('2026-11-22T03:00:00Z'));
  people = {
    A: await createPassportClient(server),
    B: await createPassportClient(server, { lastName: '田中', firstName: '太郎' }),
    C: await createPassportClient(server, { lastName: '鈴木', firstName: '次郎' }),
  };
});

const rowOf = async (id: string) =>
  (await server.db.select().from(passports).where(eq(passports.id, id)))[0];
const mailsTo = async (name: Name) =>
  (await server.outbox.messages()).filter(({ recipient }) => recipient === people[name].email);
const tokensOf = async (name: Name) =>
  (await mailsTo(name)).flatMap(
    ({ text }) => /\/undo-changes#token=([\w-]{43})/.exec(text)?.[1] ?? [],
  );
const offer = async (from: Name, id: string) =>
  (await people[from].call('POST', `/passports/${id}/transfer/link`)).body?.token as string;
const accept = (to: Name, token: string) =>
  people[to].call('POST', '/passport-offers/answer', { token, status: 'accepted' });

async function walk(id: string, steps: string) {
  let token = '';
  for (const [act, who, other] of steps
    .split(', ')
    .map((step) => step.split(' ') as [string, Name, Name?])) {
    server.clock.advance(60_000);
    const client = people[who];
    if (act === 'give' && other) await accept(other, await offer(who, id));
    if (act === 'offer') token = await offer(who, id);
    if (act === 'accept') await accept(who, token);
    if (act === 'cancel') await client.call('DELETE', `/passports/${id}`);
    if (act === 'button') await client.call('POST', `/passports/${id}/transfer/take-back`);
    if (act === 'mail') await undo((await tokensOf(who))[0] ?? '');
    if (act === 'refund') await actAsOperator(server, id, 'refunded');
    if (act === 'wait') server.clock.advance(72 * HOUR_MS);
    if (act === 'erase') {
      await server.db
        .update(members)
        .set({ closedAt: new Date(0) })
        .where(eq(members.id, client.id));
      await eraseClosedAccounts(server.context);
    }
  }
}

async function endOf(id: string) {
  const passport = await rowOf(id);
  const names = Object.entries(people).find(([, { id: one }]) => one === passport?.ownerId);
  const cancelled = passport?.canceledAt && passport.paymentStatus === 'paid';
  return `${names?.[0]}: ${passport?.paymentStatus}${cancelled ? ', cancelled' : ''}`;
}

// @proves 7.450 14.453 14.454 14.455 14.457
test.each(ROWS)('a gift that is %s', async (_, steps, end) => {
  const { id } = await people.A.buyPaid(LATER);
  const before = await rowOf(id);
  await walk(id, steps);
  expect(await endOf(id)).toEqual(end);
  const after = await rowOf(id);
  const isBack = end === 'A: paid' && after?.photoId;
  if (isBack) {
    const { holderLastName, holderDateOfBirth, photoId } = before ?? {};
    expect(after).toMatchObject({ holderLastName, holderDateOfBirth, photoId });
  }
  // Cash at the counter is for whoever has paid it, and there is none where it was not cancelled by them.
  const refund = await actAsOperator(server, id, 'refunded').then(
    () => 'paid back',
    () => 'refused',
  );
  expect(refund).toBe(end === 'A: refund_pending' ? 'paid back' : 'refused');
  for (const name of ['B', 'C'] as const) {
    const told = (await mailsTo(name)).map(({ text }) => text).join();
    expect(told).not.toMatch(/9,800|返金いたしました/);
  }
});

// @proves 14.451 14.453
test('a thief with an access token gives it to their own account; the mail brings it back', async () => {
  const { id } = await people.A.buyPaid();
  const device = createTurnstileDevice();
  const sent = await messagesOf(server, async () => accept('B', await offer('A', id)));
  const mine = sent.filter(({ recipient }) => recipient === people.A.email);
  expect(mine).toHaveLength(2);
  for (const { text } of mine) {
    expect(text.match(/https?:\S+/g)).toEqual([expect.stringContaining('/undo-changes#token=')]);
    expect(text).toMatch(/2026年11月22日（日）|Sun 22 Nov 2026/);
    expect(text).toContain('山田 花子');
  }
  expect(mine.map(({ text }) => text).join()).toMatch(/Chrome · Windows/);
  expect(sent.filter(({ recipient }) => recipient === people.B.email)).toHaveLength(1);

  await people.B.call('PUT', `/passports/${id}`, { photo_id: await people.B.newPhoto() });
  const code = (await people.B.call('GET', `/passports/${id}/code`)).body.data.codes[0].text;
  const { grant } = (await people.B.call('POST', `/passports/${id}/turnstile-grant`, device.body))
    .body.data;
  expect(await checkAtTurnstile(server, code)).toBe('valid');
  expect(await people.A.get(id)).toMatchObject({
    role: 'giver',
    given: { to: '田***', uses: [{ turnstile: 'North' }] },
  });
  expect((await undo((await tokensOf('A'))[0] ?? '')).body.data).toMatchObject({
    status: 'undone',
    passports: 1,
  });
  expect((await undo((await tokensOf('A')).find(Boolean) ?? '')).status).toBe(200);
  server.clock.advance(30_000);
  const period = Math.floor(server.clock.now().getTime() / 30_000);
  for (const text of [code, device.code(grant, period)]) {
    expect(await checkAtTurnstile(server, text)).toBe('replaced');
  }
  expect(verdictOf(await people.B.call('GET', `/passports/${id}`))).toBe(
    '403 ap_passport.user.access_denied',
  );
  const told = (await mailsTo('A')).map(({ text }) => text).join();
  expect(told).toMatch(/その間のゲートでの利用：North（2026|その間のゲートでの利用：North \(2026/);
  const thiefs = (await mailsTo('B')).map(({ subject }) => subject).join();
  expect(thiefs).toContain('取り戻されました');
});

// @proves 14.454
test('whoever was not it at a sign-in gets back what has left since, and no earlier gift', async () => {
  const [honest, stolen, open] = [
    await people.A.buyPaid(),
    await people.A.buyPaid(),
    await people.A.buyPaid(),
  ];
  await walk(honest.id, 'give A C');
  server.clock.advance(60_000);
  const [mail] = await messagesOf(server, () => server.mailSignIn(people.A.id));
  const code = /not-me#code=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  await walk(stolen.id, 'give A B');
  await walk(open.id, 'offer A');
  const call = publicCaller(server);
  expect((await call('POST', '/not-me', { code })).body.data.status).toBe('signed_out');
  expect(await endOf(honest.id)).toMatch(/^C/);
  expect(await endOf(stolen.id)).toMatch(/^A/);
  expect(await rowOf(open.id)).toMatchObject({ transferStatus: null });
  expect((await call('POST', '/not-me', { code })).body.data.status).toBe('already_done');
});

describe('what leaves while something is new', () => {
  const giveFrom = async (browserSince: Date) => {
    const { id } = await people.A.buyPaid();
    const thief = await signInClient(server, people.A.id, {
      browserSince,
      amr: ['otp'],
      confirms: true,
    });
    const { body } = await thief.call('POST', `/passports/${id}/transfer/link`);
    return { id, token: body.token as string, held: body.data.transfer.held_until };
  };

  // @proves 14.452
  test.each([
    ['a browser', async () => giveFrom(server.clock.now())],
    [
      'a password',
      async () => {
        await storePasswordHash(server.context, people.A.id, 'hash');
        return giveFrom(new Date(0));
      },
    ],
  ])('%s waits until it is 24 hours old, and both sides are told', async (_, give) => {
    server.clock.advance(30 * DAY_MS);
    const since = server.clock.now().getTime();
    const sent = await messagesOf(server, async () => {
      const { token, held } = await give();
      expect(held).toBe(new Date(since + DAY_MS).toISOString());
      const found = await people.B.call('POST', '/passport-offers/find', { token });
      expect(found.body.data.transfer.held_until).toBe(held);
      expect(verdictOf(await accept('B', token))).toBe('403 ap_passport.held_until.access_denied');
      server.clock.advance(DAY_MS - 1);
      expect(verdictOf(await accept('B', token))).toBe('403 ap_passport.held_until.access_denied');
      server.clock.advance(1);
      expect(verdictOf(await accept('B', token))).toBe('200');
    });
    const offered = sent.find(({ text }) => text.includes('受け取りが可能になる日時'));
    expect(offered?.recipient).toBe(people.A.email);
    expect(offered?.text).toContain('（日本時間）');
  });
});

// @proves 14.456
test('the receiver is told nothing of the money, and the payer all of it, before and after', async () => {
  const { id, order_number } = await people.A.buyPaid(LATER);
  const other = await people.A.buyPaid(LATER);
  await people.A.offer(id, people.B.code);
  const nothing = {
    price: null,
    order_number: null,
    payment_type_name: null,
    payment_status_name: null,
    amount_due: 0,
    bought_with: [],
  };
  expect(await people.B.get(id)).toMatchObject({ ...nothing, role: 'receiver' });
  server.clock.advance(1);
  await people.B.answer(id, 'accepted');
  expect(await people.B.get(id)).toMatchObject({
    ...nothing,
    role: 'owner',
    gift: { from: '山***' },
  });
  const all = { price: 9800, order_number, payment_status_name: { code: 'paid' } };
  expect(await people.A.get(id)).toMatchObject({
    ...all,
    role: 'giver',
    photo: null,
    ext_member_code: null,
  });
  server.clock.advance(100 * HOUR_MS);
  expect(await people.A.get(id)).toMatchObject({ ...all, given: { take_back_until: null } });
  const listed = (await people.A.call('GET', '/passports')).body.data;
  expect(listed.map((one: { id: string; role: string }) => [one.id, one.role])).toEqual([
    [other.id, 'owner'],
    [id, 'giver'],
  ]);
  expect(JSON.stringify((await people.B.call('GET', '/passports')).body)).not.toContain('9800');
});
