import { storePasswordHash } from '@portal/server-accounts/password/credentials';
import { members } from '@portal/server-members/schema/members';
import { freshServer } from '@portal/server-testing';
import { messagesOf, signInClient } from '@portal/server-testing/account-client';
import {
  actAsOperator,
  checkAtTurnstile,
  createPassportClient,
  type PassportClient,
  verdictOf,
} from '@portal/server-testing/passports';
import { publicCaller } from '@portal/server-testing/public-client';
import { eq } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const ELSEWHERE = { address: '2-2-2', city: '北区' };
const TOO_NEW = '403 auth.browser_too_new';

const server = freshServer();
let owner: PassportClient;
beforeEach(async () => {
  owner = await createPassportClient(server);
  // The first hour of an account is nobody else's.
  server.clock.advance(30 * DAY_MS);
});

/** A passport that the owner has for an hour already. */
async function oldPassport(): Promise<string> {
  const { id } = await owner.buyPaid();
  server.clock.advance(HOUR_MS);
  return id;
}

/** Somebody else in a browser of their own that is known since a moment, with its key and every step-up. */
const signIn = (browserSince = new Date(0)) =>
  signInClient(server, owner.id, { browserSince, confirms: true });

const rowOf = async (id: string) =>
  (await server.db.select().from(passports).where(eq(passports.id, id)))[0];
const memberOf = async () =>
  (await server.db.select().from(members).where(eq(members.id, owner.id)))[0];

/** Each act on a passport that is worth something, with what it needs first. */
const ACTS = [
  [
    'photo',
    async () => {},
    async (id: string, call: PassportClient['call']) =>
      call('PUT', `/passports/${id}`, { photo_id: await owner.newPhoto() }),
    'passport_photo_changed',
  ],
  [
    'design',
    async () => {},
    (id: string, call: PassportClient['call']) =>
      call('PUT', `/passports/${id}`, { design_id: 'night' }),
    'passport_design_changed',
  ],
  [
    'physical card',
    (id: string) => actAsOperator(server, id, 'confirmed'),
    (id: string, call: PassportClient['call']) => call('POST', `/passports/${id}/physical-card`),
    'passport_card_ordered',
  ],
] as const;

describe.each(ACTS)('the %s', (_, prepare, act, activity) => {
  // @proves 14.709 8.451
  test('waits while the browser or the password is new', async () => {
    const id = await oldPassport();
    await prepare(id);
    const before = await rowOf(id);
    const since = server.clock.now();
    const thief = await signIn(since);
    expect(verdictOf(await act(id, thief.call))).toBe(TOO_NEW);
    await storePasswordHash(server.context, owner.id, 'hash');
    expect(verdictOf(await act(id, (await signIn()).call))).toBe(TOO_NEW);
    expect(await rowOf(id)).toEqual(before);
    server.clock.advance(DAY_MS);
    expect(verdictOf(await act(id, (await signIn(since)).call))).toBe('200');
  });

  // @proves 14.710
  test('is told by mail, notification and activity at once', async () => {
    const id = await oldPassport();
    await prepare(id);
    const { call } = await signIn();
    const told = async () => (await call('GET', '/notifications?page=1&limit=1')).body.meta.total;
    const before = await told();
    const mails = await messagesOf(server, () => act(id, call));
    expect(mails).toEqual([expect.objectContaining({ recipient: owner.email })]);
    expect(mails[0]?.text).toMatch(/undo-changes#token=/);
    expect(await told()).toBe(before + 1);
    const [latest] = (await call('GET', '/me/activity')).body.data;
    expect(latest.kind).toBe(activity);
  });

  // @proves 14.711
  test.each(['undo', 'not me'] as const)(
    'is taken back by %s, with codes that were read before',
    async (way) => {
      const id = await oldPassport();
      await prepare(id);
      const before = await rowOf(id);
      const [signedIn] = await messagesOf(server, () => server.mailSignIn(owner.id));
      const { call } = await signIn();
      const [told] = await messagesOf(server, () => act(id, call));
      const { body } = await call('GET', `/passports/${id}/code`);
      await (way === 'undo' ? useUndo(told?.text) : useNotMe(signedIn?.text));
      const after = await rowOf(id);
      expect(after).toMatchObject({
        photoId: before?.photoId,
        designId: before?.designId,
        physicalCardIssuedAt: null,
      });
      // A card that is on its way opens nothing.
      expect(after?.extMemberCode === before?.extMemberCode).toBe(
        activity !== 'passport_card_ordered',
      );
      expect(await checkAtTurnstile(server, body.data.codes[0].text)).not.toBe('valid');
      expect(verdictOf(await act(id, (await signIn()).call))).toBe('200');
    },
  );
});

const tokenIn = (text = '', page: string) =>
  new RegExp(`${page}#(?:token|code)=([\\w-]+)`).exec(text)?.[1];
const useUndo = (mail: string | undefined) =>
  publicCaller(server)('POST', '/undo-changes', { token: tokenIn(mail, 'undo-changes') });
const useNotMe = (mail: string | undefined) =>
  publicCaller(server)('POST', '/not-me', { code: tokenIn(mail, 'not-me') });

// @proves 14.709
test('what was bought within the hour is set up at once in the browser that bought it, and nobody is told', async () => {
  const buyer = await signIn(server.clock.now());
  const bought = await buyer.call('POST', '/passports', await owner.order());
  const { id } = bought.body.data;
  const mails = await messagesOf(server, async () => {
    const photo_id = await owner.newPhoto();
    expect(verdictOf(await buyer.call('PUT', `/passports/${id}`, { photo_id }))).toBe('200');
  });
  expect(mails).toEqual([]);
});

describe('name and address', () => {
  // @proves 14.712
  test('are told to whoever has a passport, and are as before after undo and «not me»', async () => {
    await oldPassport();
    const before = await memberOf();
    const [signedIn] = await messagesOf(server, () => server.mailSignIn(owner.id));
    const change = async () => {
      server.clock.advance(MINUTE_MS);
      const { call } = await signIn();
      const [told] = await messagesOf(server, async () =>
        expect(verdictOf(await call('PUT', '/me', ELSEWHERE))).toBe('200'),
      );
      expect((await call('GET', '/me/activity')).body.data[0].kind).toBe('address_changed');
      return told?.text;
    };
    const delivery = { address: before?.address, city: before?.city };
    await useUndo(await change());
    expect(await memberOf()).toMatchObject(delivery);
    await change();
    await useNotMe(signedIn?.text);
    expect(await memberOf()).toMatchObject(delivery);
  });
});
