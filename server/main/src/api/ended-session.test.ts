import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { createEdge, type Edge } from '@portal/delivery-serve/edge/edge';
import { type RunningNginx, startNginxEdge } from '@portal/delivery-serve/edge/testing/run-nginx';
import { whenNginxIsInstalled } from '@portal/delivery-serve/edge/testing/when-nginx-is-installed';
import { checkPassword } from '@portal/server-accounts/password/credentials';
import { findMemberById, type MemberRecord } from '@portal/server-members/members';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { messagesOf, signInClient } from '@portal/server-testing/account-client';
import { actOf } from '@portal/server-testing/acts';
import { callApi, refusal } from '@portal/server-testing/api-call';
import { freePort } from '@portal/server-testing/free-ports';
import { listenOnFreePort } from '@portal/server-testing/listen';
import { COMPLETE_MEMBER } from '@portal/server-testing/members';
import {
  checkAtTurnstile,
  createPassportClient,
  photoFile,
} from '@portal/server-testing/passports';
import type { TestSession } from '@portal/server-testing/sessions';
import { createSharedDatabase, type SharedDatabase } from '@portal/server-testing/shared-postgres';

jest.setTimeout(60_000);

const API = 'http://localhost:4302';
const PASSWORD = 'sakura-mochi-2026';
const THIEFS_PASSWORD = 'hooked-on-tofu-77';
const OWNERS_PASSWORD = 'lantern-over-kiso-5';
const NOBODY = [401, 'auth.unauthorized'];

let database: SharedDatabase;
let server: TestServer;
/** Another replica. */
let other: TestServer;
/** Host and port of the API. */
let apiHost: string;
beforeAll(async () => {
  database = await createSharedDatabase('migrated');
  const options = { databaseUrl: database.url, config: { callsPerMinute: 1_000_000 } };
  [server, other] = [await startTestServer(options), await startTestServer(options)];
  apiHost = `127.0.0.1:${await listenOnFreePort(apiListener)}`;
});
afterAll(async () => {
  apiListener.closeAllConnections();
  apiListener.close();
  await Promise.all([server.close(), other.close()]);
  await database.drop();
});

/** A member with a password and a paid passport, and the session of a thief who has its key and every step-up. */
async function robbedMember() {
  const { id } = await server.createMember({ ...COMPLETE_MEMBER, password: PASSWORD });
  const passports = await createPassportClient(server, {}, id);
  const passport = await passports.buyPaid();
  const owner = await signInClient(server, id, { confirms: true });
  const thief = await signInClient(server, id);
  return { id, passports, passport, owner, thief };
}
type Robbed = Awaited<ReturnType<typeof robbedMember>>;

type Held = { readonly method: string; readonly path: string; readonly body: object | Uint8Array };

/** The API on a port, for the edges. Tells when a call is let in and its body is read. */
const bodyIsRead = new EventTarget();
const apiListener = createServer(
  getRequestListener((received) => {
    const reader = received.body?.getReader();
    if (!reader) return server.api.fetch(received);
    const body = new ReadableStream(
      {
        async pull(controller) {
          bodyIsRead.dispatchEvent(new Event('read'));
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
      },
      { highWaterMark: 0 },
    );
    return server.api.fetch(new Request(received, { body, duplex: 'half' } as RequestInit));
  }),
);

/** Sends a call whose body comes only after something else has been done meanwhile. */
async function heldCall(
  address: string,
  session: TestSession,
  { method, path, body }: Held,
  meanwhile: () => Promise<unknown>,
) {
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body));
  const headers = {
    ...session.headers({ method, url: API + path }),
    'content-type': body instanceof Uint8Array ? 'image/jpeg' : 'application/json',
    'content-length': bytes.length,
  };
  const call = request(address + path, { method, headers, agent: false });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  const isRead = once(bodyIsRead, 'read');
  call.write(bytes.subarray(0, 1));
  await isRead;
  await meanwhile();
  call.end(bytes.subarray(1));
  const [answer] = await answered;
  return { status: answer.statusCode, body: await json(answer) };
}

const notMeCode = async ({ id }: Robbed) => {
  const messages = await messagesOf(server, () => server.mailSignIn(id));
  return /not-me#code=([\w-]+)/.exec(messages[0]?.text ?? '')?.[1];
};
const notMe = async (robbed: Robbed) => {
  const code = await notMeCode(robbed);
  return async () => {
    const answer = await callApi(server, { method: 'POST', path: '/not-me', body: { code } });
    expect(answer.body.data.status).toBe('signed_out');
  };
};
const signOutEverywhere =
  async ({ owner }: Robbed) =>
  async () =>
    expect((await owner.call('DELETE', '/me/devices?scope=others')).status).toBe(204);
const setNewPassword =
  async ({ owner }: Robbed) =>
  async () => {
    const body = { current_password: PASSWORD, password: OWNERS_PASSWORD };
    expect((await owner.call('PUT', '/me/setting-password', body)).status).toBe(200);
  };
const WAYS_OUT = {
  'not me': notMe,
  'sign out everywhere': signOutEverywhere,
  'a new password': setNewPassword,
};

const HELD: Readonly<Record<string, (robbed: Robbed) => Held | Promise<Held>>> = {
  'a name': () => ({ method: 'PUT', path: '/me', body: { first_name_kana: 'ハナ' } }),
  'a password': () => ({
    method: 'PUT',
    path: '/me/setting-password',
    body: { current_password: PASSWORD, password: THIEFS_PASSWORD },
  }),
  'a gift by link': ({ passport }) => ({
    method: 'POST',
    path: `/passports/${passport.id}/transfer/link`,
    body: {},
  }),
  'a photo of a passport': async ({ passport, passports }) => ({
    method: 'PUT',
    path: `/passports/${passport.id}`,
    body: { photo_id: await passports.newPhoto() },
  }),
  'an upload': async () => ({ method: 'POST', path: '/passports/photos', body: await photoFile() }),
  'a setting': () => ({ method: 'PUT', path: '/me/reminders', body: { passports: false } }),
};

const NOBODY_THERE = '127.0.0.1:9';

function provesThatHeldCallsDoNothing(address: () => string): void {
  const cases = Object.entries(WAYS_OUT).flatMap(([over, wayOut]) =>
    Object.entries(HELD).map(([name, callOf]) => [name, over, callOf, wayOut] as const),
  );
  // @proves 10.700
  test.each(cases)('%s, held over %s', async (_name, _over, callOf, wayOut) => {
    const robbed = await robbedMember();
    const held = await callOf(robbed);
    const act = actOf(held.method, held.path);
    if (act) await robbed.thief.confirm(act);
    const answer = await heldCall(address(), robbed.thief.session, held, await wayOut(robbed));
    expect([answer.status, (answer.body as { error?: string }).error]).toEqual(NOBODY);
  });
}

describe('a call whose body is held does nothing, through the built-in edge:', () => {
  let edge: Edge;
  let origin: string;
  beforeAll(async () => {
    edge = createEdge({ origin: API, api: `http://${apiHost}`, page: `http://${NOBODY_THERE}` });
    origin = `http://127.0.0.1:${await listenOnFreePort(edge.server as Server)}`;
  });
  afterAll(() => edge.close());
  provesThatHeldCallsDoNothing(() => `${origin}/api`);
});

whenNginxIsInstalled('a call whose body is held does nothing, through nginx:', () => {
  let folder: string;
  let nginx: RunningNginx;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-held-'));
    nginx = await startNginxEdge(
      folder,
      { port: await freePort(), idpPort: await freePort() },
      {
        PORTAL_ORIGIN: 'http://localhost:4300',
        API_SERVER: apiHost,
        IDP_SERVER: NOBODY_THERE,
        PAGE_SERVER: NOBODY_THERE,
        FILES_SERVER: `http://${NOBODY_THERE}`,
      },
    );
  });
  afterAll(async () => {
    await nginx.end();
    await rm(folder, { recursive: true });
  });
  provesThatHeldCallsDoNothing(() => `${nginx.origin}/api`);
});

// @proves 14.454 14.708
test.each(Object.entries(WAYS_OUT))(
  'after %s a code that was read before opens nothing',
  async (_, wayOut) => {
    const robbed = await robbedMember();
    const path = `/passports/${robbed.passport.id}/code`;
    const read = (await robbed.thief.call('GET', path)).body.data.codes[0].text as string;
    await (await wayOut(robbed))();
    expect(await checkAtTurnstile(server, read)).toBe('replaced');
    const fresh = await signInClient(server, robbed.id);
    const { codes } = (await fresh.call('GET', path)).body.data;
    expect(await checkAtTurnstile(server, codes[0].text)).toBe('valid');
  },
);

// @proves 10.432 14.708
test('a password alone, in a new browser, and a token without its key read no code', async () => {
  const { id, passport } = await robbedMember();
  const path = `/passports/${passport.id}/code`;
  const newBrowser = await signInClient(server, id, { unconfirmed: true });
  expect(refusal(await newBrowser.call('GET', path))).toEqual([403, 'auth.browser_unconfirmed']);
  const headers = { authorization: `Bearer ${newBrowser.accessToken}` };
  expect(refusal(await callApi(server, { method: 'GET', path, headers }))).toEqual([
    403,
    'auth.browser_unknown',
  ]);
});

const RACES = 20;
const isOpen = async ({ passports, passport }: Robbed) =>
  (await passports.get(passport.id)).transfer_status_name !== null;

// @proves 10.700 14.454
test('of a gift and a way out at once, no gift is open behind the answer of the way out', async () => {
  let left = 0;
  for (let race = 0; race < RACES; race += 1) {
    const robbed = await robbedMember();
    const code = await notMeCode(robbed);
    await robbed.thief.confirm('give_passport');
    const path = `/passports/${robbed.passport.id}/transfer/link`;
    await Promise.all([
      robbed.thief.call('POST', path, {}),
      callApi(race % 2 ? other : server, { method: 'POST', path: '/not-me', body: { code } }),
    ]);
    if (await isOpen(robbed)) left += 1;
  }
  expect(left).toBe(0);
});

// @proves 10.700 7.28
test('of two passwords at once, whoever was told that theirs is set signs in with it', async () => {
  for (let race = 0; race < RACES; race += 1) {
    const { id, owner, thief } = await robbedMember();
    const set = async (client: typeof owner, password: string) => {
      await client.confirm('set_password');
      const body = { current_password: PASSWORD, password };
      return (await client.call('PUT', '/me/setting-password', body)).status === 200;
    };
    const told = await Promise.all([set(owner, OWNERS_PASSWORD), set(thief, THIEFS_PASSWORD)]);
    expect(told.filter(Boolean)).toHaveLength(1);
    const password = told[0] ? OWNERS_PASSWORD : THIEFS_PASSWORD;
    const { email } = (await findMemberById(server.context, id)) as MemberRecord;
    expect((await checkPassword(server.context, { email, password })).kind).toBe('accepted');
  }
});
