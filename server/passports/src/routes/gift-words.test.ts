import { sharedServer } from '@portal/server-testing';
import { messagesOf } from '@portal/server-testing/account-client';
import { callApi } from '@portal/server-testing/api-call';
import {
  createPassportClient,
  type PassportClient,
  verdictOf,
} from '@portal/server-testing/passports';
import { eq } from 'drizzle-orm';
import { endLapsedOffers } from '../giving/transfer.ts';
import { passportTransfers } from '../schema/passports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MADE_UP = 'A'.repeat(43);
const WORDS = { giver_name: 'ゆみ', message: 'おめでとう。\nまた会いましょう。' };
const NOT_FOUND = '404 ap_passport.not_found';

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let hanako: PassportClient;
let taro: PassportClient;
beforeEach(async () => {
  hanako = await createPassportClient(server);
  taro = await createPassportClient(server, { lastName: '田中', firstName: '太郎' });
});
const offer = (id: string, words: object = WORDS) =>
  hanako.call('POST', `/passports/${id}/transfer`, { username: taro.code, ...words });
const byLink = async (id: string, words?: object) =>
  (await hanako.call('POST', `/passports/${id}/transfer/link`, words)).body.token as string;
const show = (token: string) =>
  callApi(server, { method: 'POST', path: '/passport-offers/show', body: { token } });
const accept = (token: string) =>
  taro.call('POST', '/passport-offers/answer', { token, status: 'accepted' });
const stored = async (id: string) => {
  const [transfer] = await server.db
    .select()
    .from(passportTransfers)
    .where(eq(passportTransfers.passportId, id));
  return { giver_name: transfer?.giverName, message: transfer?.message };
};

// @proves 7.303 14.401
test('is shown to a visitor with the link, with the design and until when, and nothing else', async () => {
  const { id } = await hanako.buyPaid({ design_id: 'night' });
  const token = await byLink(id, WORDS);
  const shown = await show(token);
  expect(shown.body.data).toEqual({
    ...WORDS,
    design_id: 'night',
    requested_at: (await hanako.get(id)).transfer?.requested_at,
  });
  expect((await taro.call('POST', '/passport-offers/find', { token })).body.data.transfer).toEqual(
    expect.objectContaining(WORDS),
  );
});

// @proves 14.401 14.403
test('is for nobody once the offer has ended, and stays with the passport that was accepted', async () => {
  const ends = {
    withdrawn: (id: string) => hanako.withdraw(id),
    lapsed: async () => {
      server.clock.advance(14 * DAY_MS + 1);
      await endLapsedOffers(server.context);
    },
    declined: (_id: string, token: string) =>
      taro.call('POST', '/passport-offers/answer', { token, status: 'rejected' }),
  };
  const verdicts = new Set([verdictOf(await show(MADE_UP))]);
  for (const end of Object.values(ends)) {
    const { id } = await hanako.buyPaid();
    const token = await byLink(id, WORDS);
    await end(id, token);
    verdicts.add(verdictOf(await show(token)));
    expect(await stored(id)).toEqual({ giver_name: null, message: null });
  }
  const { id } = await hanako.buyPaid();
  const token = await byLink(id, WORDS);
  await accept(token);
  verdicts.add(verdictOf(await show(token)));
  expect(await stored(id)).toEqual(WORDS);
  expect([...verdicts]).toEqual([NOT_FOUND]);
  expect(verdictOf(await show('short'))).toBe('422 request.invalid');
});

// @proves 14.402
test('is in the mail to the receiver, text and HTML, with the card and the registered name', async () => {
  const { id } = await hanako.buyPaid({ design_id: 'night' });
  const words = { ...WORDS, message: `${WORDS.message} https://evil.example` };
  const mails = await messagesOf(server, () => offer(id, words));
  const { text, html, attachments } = mails.find(({ recipient }) => recipient === taro.email) ?? {};
  for (const part of [text, html]) {
    expect(part).toContain('ゆみ');
    expect(part).toContain('山***');
    expect(part).toContain('おめでとう。');
    expect(part).toContain('また会いましょう。');
    expect(part).not.toContain('evil.example');
  }
  expect(html).toContain('src="cid:design-night"');
  expect(attachments).toContainEqual(expect.objectContaining({ designId: 'night' }));
  const toGiver = mails.find(({ recipient }) => recipient === hanako.email);
  expect(toGiver?.text).not.toContain('おめでとう');
});

// @proves 14.405
test.each(['to a member', 'by link'])(
  'a passport given %s is never unknown to its giver, and no longer their business',
  async (how) => {
    const payer = await createPassportClient(server);
    const { id } = await payer.buyPaid({ usage_start_date: '2027-12-01' });
    await payer.offer(id, hanako.code);
    await hanako.answer(id, 'accepted');
    // The order of two gifts is the order of their times.
    server.clock.advance(1000);
    const at = server.clock.now().toISOString();
    if (how === 'by link') await accept(await byLink(id));
    else {
      await offer(id);
      await taro.answer(id, 'accepted');
    }
    const given = { to: '田***', given_at: at };
    expect(await hanako.get(id)).toMatchObject({
      role: 'giver',
      given: { ...given, take_back_until: expect.any(String) },
    });
    server.clock.advance(3 * DAY_MS);
    const later = {
      role: 'giver',
      given: { ...given, take_back_until: null },
      canceled_at: null,
    };
    expect(await hanako.get(id)).toMatchObject(later);
    await taro.call('DELETE', `/passports/${id}`);
    expect((await hanako.get(id)).role).toBe('owner');
  },
);
