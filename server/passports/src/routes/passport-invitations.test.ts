import { members } from '@portal/server-members/schema/members';
import { sharedServer } from '@portal/server-testing';
import { messagesOf } from '@portal/server-testing/account-client';
import { callApi } from '@portal/server-testing/api-call';
import {
  actAsOperator,
  createPassportClient,
  type PassportClient,
  verdictOf,
} from '@portal/server-testing/passports';
import { eq } from 'drizzle-orm';

const LINK = /\/my-page\/offer#([\w-]{43})/;
const TARO = { kind: 'adult', last_name: '田中', first_name: '太郎' };

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
let taro: PassportClient;
beforeEach(async () => {
  hanako = await createPassportClient(server);
  taro = await createPassportClient(server, { lastName: '田中', firstName: '太郎' });
});

const forAdult = (email: string, changes: object = {}) => ({
  holder: { ...TARO, email },
  photo_id: null,
  ...changes,
});
const answer = (client: PassportClient, token: string, status: 'accepted' | 'rejected') =>
  client.call('POST', '/passport-offers/answer', { token, status });
const find = (client: PassportClient, token: string) =>
  client.call('POST', '/passport-offers/find', { token });
/** Buys a passport for an address, and answers what was mailed there once it was paid. */
async function invite(email: string, changes: object = {}) {
  const { id } = await hanako.buy(forAdult(email, changes));
  const mails = await messagesOf(server, () => actAsOperator(server, id, 'paid'));
  const invitations = mails.filter(({ recipient }) => recipient === email);
  expect(invitations).toHaveLength(1);
  return { id, mail: invitations[0], token: LINK.exec(invitations[0]?.text ?? '')?.[1] ?? '' };
}

// @proves 14.480 14.481
test('are bought with those of the buyer and a child, in one payment', async () => {
  const child = { kind: 'child', last_name: '山田', first_name: '陽太' };
  const own = await hanako.order({ payment_type: 'card' });
  const { usage_start_date } = own;
  const bought = await hanako.call('POST', '/passports', {
    ...own,
    others: [
      forAdult(taro.email, { design_id: 'night', usage_start_date }),
      {
        holder: { ...child, date_of_birth: '2019-04-01' },
        design_id: 'waves',
        photo_id: await hanako.newPhoto(),
        usage_start_date,
      },
    ],
  });
  expect(verdictOf(bought)).toBe('200');
  const id = bought.body.data.bought_with[0].id as string;
  expect(await hanako.get(id)).toMatchObject({
    holder: { kind: 'adult', last_name: '田中', first_name: '太郎', date_of_birth: null },
    photo: null,
    transfer: null,
  });
  const mails = await messagesOf(server, async () => {
    await server.payments?.choose(bought.body.payment_url, 'pay', 'twice');
    await server.payments?.deliver();
  });
  expect(mails.filter(({ recipient }) => recipient === taro.email)).toHaveLength(1);
  const paid = (await hanako.call('GET', '/passports')).body.data;
  expect(paid.map(({ transfer }: { transfer: unknown }) => transfer !== null).sort()).toEqual([
    false,
    false,
    true,
  ]);
  expect(await hanako.get(id)).toMatchObject({ role: 'owner', qr_code_url: null });
});

// @proves 14.401 14.481 14.482
test('become theirs who have confirmed the address, and nobody else', async () => {
  const { id, token, mail } = await invite(taro.email);
  // What the buyer has typed is in no message to a stranger.
  expect(mail?.text).not.toContain('太郎');
  const other = await createPassportClient(server);
  expect(verdictOf(await find(other, token))).toBe('404 ap_passport.not_found');
  const visit = { method: 'POST', path: '/passport-offers/show', body: { token } };
  expect(verdictOf(await callApi(server, visit))).toBe('404 ap_passport.not_found');
  for (const status of ['accepted', 'rejected'] as const) {
    expect(verdictOf(await answer(other, token, status))).toBe(
      '403 ap_passport.transfer_status.access_denied',
    );
  }
  const confirm = (emailVerified: boolean) =>
    server.db.update(members).set({ emailVerified }).where(eq(members.id, taro.id));
  await confirm(false);
  expect(verdictOf(await find(taro, token))).toBe('404 ap_passport.not_found');
  expect(verdictOf(await answer(taro, token, 'accepted'))).toBe(
    '403 ap_passport.transfer_status.access_denied',
  );
  await confirm(true);
  expect((await find(taro, token)).body.data).toMatchObject({ id, role: 'receiver' });
  expect(verdictOf(await answer(taro, token, 'accepted'))).toBe('200');
  expect(await taro.get(id)).toMatchObject({
    role: 'owner',
    holder: { kind: 'member', last_name: '田中', date_of_birth: '1990-04-05' },
    price: null,
  });
  expect((await hanako.get(id)).role).toBe('giver');
});

// @proves 14.482
test('look alike for an address with and without an account', async () => {
  const known = await invite(taro.email);
  const unknown = await invite('nobody-yet@example.com');
  const seen = async ({ id }: { id: string }) => {
    const { transfer } = await hanako.get(id);
    return { ...transfer, other: transfer?.other?.length !== 0, requested_at: '' };
  };
  expect(await seen(unknown)).toEqual(await seen(known));
  expect(unknown.mail?.subject).toBe(known.mail?.subject);
  const plain = (text = '') => text.replace(LINK, '').replaceAll(/\d/g, '');
  expect(plain(unknown.mail?.text)).toBe(plain(known.mail?.text));
  const newcomer = await createPassportClient(server, { email: 'nobody-yet@example.com' });
  expect(verdictOf(await answer(newcomer, unknown.token, 'accepted'))).toBe('200');
});

// @proves 14.483
test('stay with the buyer when they are declined, to be offered again', async () => {
  const { id, token } = await invite(taro.email);
  expect(verdictOf(await answer(taro, token, 'rejected'))).toBe('200');
  expect(await hanako.get(id)).toMatchObject({
    role: 'owner',
    holder: { kind: 'adult', last_name: '田中' },
    transfer: null,
    qr_code_url: null,
  });
  const photo_id = await hanako.newPhoto();
  const photo = await hanako.call('PUT', `/passports/${id}`, { photo_id });
  expect(verdictOf(photo)).toBe('403 ap_passport.user.access_denied');
  const jiro = await createPassportClient(server, { lastName: '佐藤' });
  expect(verdictOf(await hanako.offer(id, jiro.code))).toBe('200');
  expect(verdictOf(await jiro.answer(id, 'accepted'))).toBe('200');
  expect((await jiro.get(id)).holder.last_name).toBe('佐藤');
});
