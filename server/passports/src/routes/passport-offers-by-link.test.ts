import { sharedServer } from '@portal/server-testing';
import {
  createPassportClient,
  type PassportClient,
  verdictOf,
} from '@portal/server-testing/passports';
import { eq } from 'drizzle-orm';
import { passportTransfers } from '../schema/passports.ts';

const MADE_UP = 'A'.repeat(43);

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
let taro: PassportClient;
beforeEach(async () => {
  hanako = await createPassportClient(server);
  taro = await createPassportClient(server, { lastName: '田中', firstName: '太郎' });
});

const titles = async (client: PassportClient): Promise<string[]> =>
  (await client.call('GET', '/notifications?limit=50')).body.data.map(
    ({ title }: { title: string }) => title,
  );
const find = (client: PassportClient, token: string) =>
  client.call('POST', '/passport-offers/find', { token });
const answer = (client: PassportClient, token: string, status: 'accepted' | 'rejected') =>
  client.call('POST', '/passport-offers/answer', { token, status });
async function offerByLink(changes: object = {}) {
  const { id } = await hanako.buyPaid(changes);
  const { body } = await hanako.call('POST', `/passports/${id}/transfer/link`);
  return { id, token: body.token as string, passport: body.data };
}

// @proves 7.300 14.26 14.93
test('answers the link once, and stores its hash alone', async () => {
  const { id, token, passport } = await offerByLink();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(passport).toMatchObject({
    role: 'owner',
    qr_code_url: null,
    transfer: { direction: 'outgoing', other: null },
    transfer_status_name: { code: 'transferring' },
  });
  expect(JSON.stringify(await hanako.get(id))).not.toContain(token);
  const stored = await server.db
    .select()
    .from(passportTransfers)
    .where(eq(passportTransfers.passportId, id));
  expect(JSON.stringify(stored)).not.toContain(token);
  expect(await titles(hanako)).toContain('リンクでパスポートをゆずる手続きをしました');
});

// @proves 7.301 14.96
test('shows whoever has it the passport and the sender, masked, and changes nothing', async () => {
  const { id, token } = await offerByLink();
  const seen = (await find(taro, token)).body.data;
  expect(seen).toMatchObject({
    id,
    role: 'receiver',
    holder: { last_name: '田中' },
    photo: null,
    order_number: null,
    transfer: { direction: 'incoming', other: '山***' },
  });
  expect(verdictOf(await taro.call('GET', `/passports/${id}`))).toBe('404 ap_passport.not_found');
  expect((await taro.call('GET', '/passports')).body.meta.total).toBe(0);
  expect((await find(hanako, token)).body.data.role).toBe('owner');
});

// @proves 7.302 14.27 14.29 14.95
test('gives the passport to the first who accepts, and to nobody else', async () => {
  const { id, token } = await offerByLink();
  const jiro = await createPassportClient(server);
  const answers = await Promise.all([
    answer(taro, token, 'accepted'),
    answer(jiro, token, 'accepted'),
  ]);
  expect(answers.map(verdictOf).sort()).toEqual([
    '200',
    '403 ap_passport.transfer_status.access_denied',
  ]);
  const [winner, other] = answers[0]?.status === 200 ? [taro, jiro] : [jiro, taro];
  expect(await winner.get(id)).toMatchObject({ role: 'owner', photo: null, transfer: null });
  expect(verdictOf(await other.call('GET', `/passports/${id}`))).toBe('404 ap_passport.not_found');
  expect(await hanako.get(id)).toMatchObject({ role: 'giver', photo: null });
  expect(await titles(winner)).toContain('パスポートを受け取りました');
  expect(await titles(hanako)).toContain('パスポートをお渡ししました');
  // The new owner may open the link again; to anybody else it is as if it had never been.
  expect((await find(winner, token)).body.data).toMatchObject({ id, role: 'owner' });
  expect(verdictOf(await find(other, token))).toBe('404 ap_passport.not_found');
  expect(verdictOf(await find(hanako, token))).toBe('404 ap_passport.not_found');
});

// @proves 4.28 14.28 14.96
test('that was withdrawn works no more, and the next one is another', async () => {
  const { id, token } = await offerByLink();
  expect((await hanako.withdraw(id)).body.data.transfer).toBeNull();
  expect(verdictOf(await find(taro, token))).toBe('404 ap_passport.not_found');
  expect(verdictOf(await answer(taro, token, 'accepted'))).toBe(
    '403 ap_passport.transfer_status.access_denied',
  );
  expect(await titles(hanako)).toContain('パスポートをゆずるのをやめました');
  const next = await hanako.call('POST', `/passports/${id}/transfer/link`);
  expect(next.body.token).not.toBe(token);
  expect(verdictOf(await answer(taro, token, 'accepted'))).toBe(
    '403 ap_passport.transfer_status.access_denied',
  );
  expect((await answer(taro, next.body.token, 'accepted')).status).toBe(200);
});

// @proves 14.97
test('cannot be guessed: tries are limited', async () => {
  const tried = [];
  for (let n = 0; n < 31; n += 1) tried.push(verdictOf(await find(taro, MADE_UP)));
  expect(new Set(tried.slice(0, 30))).toEqual(new Set(['404 ap_passport.not_found']));
  expect(tried.at(30)).toBe('429 too_many_attempts');
  expect(verdictOf(await answer(taro, MADE_UP, 'accepted'))).toBe('429 too_many_attempts');
  expect(verdictOf(await find(hanako, 'short'))).toBe('422 request.invalid');
});
