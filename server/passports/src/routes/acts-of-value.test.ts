import { members } from '@portal/server-members/schema/members';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { messagesOf, signInClient } from '@portal/server-testing/account-client';
import { type Answer, callApi } from '@portal/server-testing/api-call';
import {
  actAsOperator,
  checkAtTurnstile,
  createPassportClient,
  type PassportClient,
} from '@portal/server-testing/passports';
import { publicCaller } from '@portal/server-testing/public-client';
import { securityTable } from '@portal/server-testing/security-table';
import { createTurnstileDevice } from '@portal/server-testing/turnstile-device';
import { eq } from 'drizzle-orm';
import { passports } from '../schema/passports.ts';
import { windowOf } from '../turnstile/code-format.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NO_KEY = 'auth.browser_unknown';
const REFUSED = [NO_KEY, 'auth.browser_unconfirmed', 'user.step_up_required'];

let server: TestServer;
let owner: PassportClient;
let id: string;
/** The link of the mail about a sign-in that came before everything. */
let notMe: string;
beforeEach(begin);
afterEach(() => server.close());

async function begin(): Promise<void> {
  server = await startTestServer();
  owner = await createPassportClient(server);
  server.clock.advance(30 * DAY_MS);
  const start = new Date(server.clock.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
  ({ id } = await owner.buyPaid({ usage_start_date: start }));
  server.clock.advance(DAY_MS);
  const [mail] = await messagesOf(server, () => server.mailSignIn(owner.id));
  notMe = /not-me#code=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** Who acts in the owner's name: the columns of the table. */
const HOLDERS: readonly (() => Promise<Call>)[] = [
  async () => {
    const { accessToken } = await signInClient(server, owner.id);
    const headers = { authorization: `Bearer ${accessToken}` };
    return (method, path, body) => callApi(server, { method, path, body, headers });
  },
  async () => (await signInClient(server, owner.id, { unconfirmed: true })).call,
  async () => {
    const browserSince = server.clock.now();
    return (await signInClient(server, owner.id, { browserSince, confirms: true })).call;
  },
  async () => (await signInClient(server, owner.id)).call,
];

const row = async () => (await server.db.select().from(passports).where(eq(passports.id, id)))[0];
const cardOf = async () => {
  const { physicalCardIssuedAt, extMemberCode } = (await row()) ?? {};
  return { physicalCardIssuedAt, extMemberCode };
};
/** What an owner decides of a passport, and whose it is. */
const passport = async () => {
  const { ownerId, photoId, designId, canceledAt, paymentStatus, transferStatus } =
    (await row()) ?? {};
  return { ownerId, photoId, designId, canceledAt, paymentStatus, transferStatus };
};
const delivery = async () => {
  const [member] = await server.db.select().from(members).where(eq(members.id, owner.id));
  return [member?.lastName, member?.address];
};
const untilItStarts = () => server.clock.advance(2 * DAY_MS);
const confirmIdentity = () => actAsOperator(server, id, 'confirmed');
const orderCard = (call: Call) => call('POST', `/passports/${id}/physical-card`);
const moveAway = (call: Call) => call('PUT', '/me', { last_name: '別人', address: '9-9-9' });
const device = createTurnstileDevice();

type Act = { readonly prepare?: () => unknown; readonly act: (call: Call) => Promise<Answer> } & (
  | { /** What the act changes. */ readonly changes: () => Promise<unknown> }
  | {
      /** Whether what the act gave is worth something still. */ readonly isGood: (
        answer: Answer,
      ) => Promise<boolean>;
    }
);

/** The rows of the table, by the text of their first cell. */
const ACTS: Readonly<Record<string, Act>> = {
  'reading turnstile codes': {
    prepare: untilItStarts,
    act: (call) => call('GET', `/passports/${id}/code`),
    isGood: async ({ body }) => opensTurnstile(body.data.codes[0].text),
  },
  'codes for a device': {
    prepare: untilItStarts,
    act: (call) => call('POST', `/passports/${id}/turnstile-grant`, device.body),
    isGood: async ({ body }) =>
      opensTurnstile(device.code(body.data.grant, windowOf(server.clock.now()))),
  },
  photo: {
    act: async (call) => call('PUT', `/passports/${id}`, { photo_id: await owner.newPhoto() }),
    changes: passport,
  },
  design: {
    act: (call) => call('PUT', `/passports/${id}`, { design_id: 'night' }),
    changes: passport,
  },
  'physical card': {
    prepare: confirmIdentity,
    act: orderCard,
    isGood: async () => (await cardOf()).physicalCardIssuedAt !== null,
  },
  'name and address': { act: moveAway, changes: delivery },
  'name and address, a card ordered': {
    prepare: async () => {
      await confirmIdentity();
      await orderCard((await signInClient(server, owner.id)).call);
    },
    act: moveAway,
    changes: delivery,
  },
  giving: { act: (call) => call('POST', `/passports/${id}/transfer/link`), changes: passport },
  cancelling: { act: (call) => call('DELETE', `/passports/${id}`), changes: passport },
};

const opensTurnstile = async (code: string) => (await checkAtTurnstile(server, code)) === 'valid';

/** What a call comes to: `yes`, `no` or `waits`. */
function verdict({ status, body }: Answer): string {
  if (REFUSED.includes(body?.error)) return 'no';
  if (body?.error === 'auth.browser_too_new' || body?.data?.transfer?.held_until) return 'waits';
  return status < 300 ? 'yes' : `${status} ${body?.error}`;
}

/** What is left of an act of the owner's own browser after `/not-me`. */
async function left({ act, ...acted }: Act): Promise<string> {
  const before = 'changes' in acted ? await acted.changes() : undefined;
  const { call } = await signInClient(server, owner.id, { confirms: true });
  const answer = await act(call);
  expect(verdict(answer)).toBe('yes');
  if ('changes' in acted) expect(await acted.changes()).not.toEqual(before);
  await publicCaller(server)('POST', '/not-me', { code: notMe });
  if ('changes' in acted) {
    expect(await acted.changes()).toEqual(before);
    return 'as before';
  }
  return (await acted.isGood(answer)) ? 'good' : 'void';
}

// @proves 14.708 14.709 14.711 14.712
test.each(Object.entries(ACTS))('the table of acts of value is true for: %s', async (name, act) => {
  await act.prepare?.();
  const found = [name];
  for (const holder of HOLDERS) found.push(verdict(await act.act(await holder())));
  await server.close();
  await begin();
  await act.prepare?.();
  found.push(await left(act));
  expect(securityTable('Acts of value').find(([first]) => first === name)).toEqual(found);
});

test('each row of the table is tried', () => {
  expect(securityTable('Acts of value').map(([first]) => first)).toEqual(Object.keys(ACTS));
});
