import { issueLinkTicket } from '@portal/server-accounts/line/link';
import { listEvents } from '@portal/server-members/events';
import { findMemberById } from '@portal/server-members/members';
import { createBrowser, type TestBrowser, type Visit } from '@portal/server-testing/idp/browser';
import { freshIdp, PORTAL } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { endAllSessions, listSessions } from '../tokens/sessions.ts';
import { LINE_PEOPLE } from './sandbox/page.ts';

const WITHOUT_TICKET = '/connections/connect/line?client_id=portal&ui_locale=ja';
const FROM_PORTAL = { headers: { referer: `${PORTAL}/` } };
const [HANAKO, KENTA, ANNA] = LINE_PEOPLE.map(({ subject }) => subject) as [string, string, string];

const server = freshIdp({ line: true });
let memberId: string;
let browser: TestBrowser;
beforeEach(async () => {
  ({ id: memberId } = await server.createMember(MEMBER));
  browser = newBrowser();
});

const newBrowser = () => createBrowser(server.issuer, { alsoAt: [server.line] });
const isLinked = async (id = memberId) => (await findMemberById(server.context, id))?.lineLinked;
const signIn = async (who = browser) => (await createPortal(server, who)).signIn();
const allow = (page: Visit, person = HANAKO, who = browser) =>
  who.submit(page, { person, decision: 'allow' });

/** The address to which the portal sends a member who has proven who they are. */
async function connectAddress(id = memberId): Promise<string> {
  const [session] = await listSessions(server.context, id);
  const holder = { memberId: id, sessionUid: session?.id ?? '' };
  return `${WITHOUT_TICKET}&ticket=${await issueLinkTicket(server.context, holder)}`;
}

async function connectFromPortal(person = HANAKO, id = memberId): Promise<Visit> {
  const page = await browser.go(await connectAddress(id), FROM_PORTAL);
  expect(page.url.origin).toBe(server.line);
  return allow(page, person);
}

// @proves 10.29
it('goes to LINE, asks there, links the account, and returns to the portal', async () => {
  await signIn();
  const back = await connectFromPortal();
  expect(back.url.href).toBe(`${PORTAL}/confirm-connect-line?result=success`);
  expect(await isLinked()).toBe(true);
  const [mail] = await server.outbox.messages();
  expect(mail).toMatchObject({
    recipient: MEMBER.email,
    subject: expect.stringMatching('LINE'),
    text: expect.stringContaining(`${PORTAL}/ja/undo-changes#token=`),
  });
  const kinds = (await listEvents(server.context, memberId, 10)).map(({ kind }) => kind);
  expect(kinds).toContain('line_linked');
});

// @proves 10.28
it('uses OpenID Connect with state, nonce and PKCE, and logs none of them', async () => {
  await signIn();
  const stops = createBrowser(server.issuer);
  for (const [name, cookie] of browser.jar) stops.jar.set(name, cookie);
  const { url } = await stops.go(await connectAddress(), FROM_PORTAL);
  expect(url.href).toMatch(new RegExp(`^${server.line}/oauth2/v2.1/authorize\\?`));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'line-sandbox',
    redirect_uri: `${server.issuer}/connections/callback/line`,
    scope: 'openid profile email',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
    ui_locales: 'ja-JP',
  });
  const back = await connectFromPortal();
  expect(back.url.searchParams.get('result')).toBe('success');
  const log = server.log.join('');
  for (const secret of [HANAKO, 'channel', url.searchParams.get('state') ?? '']) {
    expect(log).not.toContain(secret);
  }
  expect(log).not.toMatch(/[?&](code|state|ticket)=/);
});

it('reports that the LINE account belongs to another member', async () => {
  await signIn();
  await connectFromPortal(KENTA);
  const other = await server.createMember({
    email: 'kenta@example.com',
    password: MEMBER.password,
  });
  browser = newBrowser();
  const portal = await createPortal(server, browser);
  const page = await browser.go((await portal.authorization()).url);
  await browser.submit(page, { email: 'kenta@example.com', password: MEMBER.password });
  const back = await connectFromPortal(KENTA, other.id);
  expect(back.url.href).toBe(`${PORTAL}/confirm-connect-line?result=already_linked`);
  expect(await isLinked(other.id)).toBe(false);
  expect(await isLinked()).toBe(true);
});

it('links only one account if two tabs return with two', async () => {
  await signIn();
  const tabs = [
    await browser.go(await connectAddress(), FROM_PORTAL),
    await browser.go(await connectAddress(), FROM_PORTAL),
  ];
  const [one, two] = tabs as [Visit, Visit];
  expect((await allow(one, KENTA)).url.searchParams.get('result')).toBe('success');
  expect((await allow(two, ANNA)).url.searchParams.get('result')).toBe('error');
});

it('links nothing if the member was signed out meanwhile', async () => {
  await signIn();
  const page = await browser.go(await connectAddress(), FROM_PORTAL);
  await endAllSessions(server.context, memberId);
  const back = await allow(page);
  expect(back.url.href).toBe(`${PORTAL}/confirm-connect-line?result=error`);
  expect(await isLinked()).toBe(false);
});

it('links nothing if another member has signed in meanwhile', async () => {
  await signIn();
  const page = await browser.go(await connectAddress(), FROM_PORTAL);
  await endAllSessions(server.context, memberId);
  const other = await server.createMember({
    email: 'kenta@example.com',
    password: MEMBER.password,
  });
  const portal = await createPortal(server, browser);
  const form = await browser.go((await portal.authorization()).url);
  await browser.submit(form, { email: 'kenta@example.com', password: MEMBER.password });
  expect((await allow(page)).url.searchParams.get('result')).toBe('error');
  expect([await isLinked(), await isLinked(other.id)]).toEqual([false, false]);
});

it.each([
  ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
  ['no state', (url: URL) => url.searchParams.delete('state')],
  ['two states', (url: URL) => url.searchParams.append('state', 'x')],
])('refuses a callback with %s', async (_name, change) => {
  await signIn();
  const returned = await returnAddress(await browser.go(await connectAddress(), FROM_PORTAL));
  change(returned);
  const page = await browser.go(returned);
  expect([page.response.status, page.url.origin]).toEqual([400, server.issuer]);
  expect(await isLinked()).toBe(false);
});

// @proves 10.689
it('refuses the callback of another browser, and says that it is another', async () => {
  await signIn();
  const returned = await returnAddress(await browser.go(await connectAddress(), FROM_PORTAL));
  const victim = newBrowser();
  await signIn(victim);
  const page = await victim.go(returned);
  expect(page.response.status).toBe(400);
  expect(page.html).toContain('LINEから別のブラウザーに戻りました');
  expect(page.html).toContain(`href="${PORTAL}/callback?error=login_required"`);
  expect(await isLinked()).toBe(false);
});

it('refuses a code that LINE did not issue', async () => {
  await signIn();
  const returned = await returnAddress(await browser.go(await connectAddress(), FROM_PORTAL));
  returned.searchParams.set('code', 'x'.repeat(43));
  const back = await browser.go(returned);
  expect(back.url.searchParams.get('result')).toBe('error');
  expect(await isLinked()).toBe(false);
});

// @proves 10.33 11.28
it.each([
  ['without a ticket', async () => WITHOUT_TICKET],
  ['with a made-up ticket', async () => `${WITHOUT_TICKET}&ticket=made-up`],
  [
    'with the ticket of another session',
    async () => {
      const holder = { memberId, sessionUid: 'another' };
      return `${WITHOUT_TICKET}&ticket=${await issueLinkTicket(server.context, holder)}`;
    },
  ],
  [
    'with a ticket that was used',
    async () => {
      const address = await connectAddress();
      await browser.go(address, FROM_PORTAL);
      return address;
    },
  ],
  [
    'with a ticket that is too old',
    async () => {
      const address = await connectAddress();
      server.clock.advance(60_000);
      return address;
    },
  ],
])('leads to the page of the portal %s', async (_name, address) => {
  await signIn();
  const page = await browser.go(await address(), FROM_PORTAL);
  expect(page.url.href).toBe(`${PORTAL}/account/connect-line`);
});

// @proves 10.3
it.each([
  ['another client', '/connections/connect/line?client_id=evil', 400],
  ['no client', '/connections/connect/line', 400],
  ['another connection', '/connections/connect/evil?client_id=portal', 404],
])('refuses %s', async (_name, address, status) => {
  await signIn();
  expect((await browser.go(address, FROM_PORTAL)).response.status).toBe(status);
});

it.each([
  'https://evil.example/',
  'http://localhost:4300.evil.example/',
  'http://localhost:4300@evil.example/',
  'not an address',
])('never returns to an address from the request: %s', async (evil) => {
  await signIn();
  const address = `${await connectAddress()}&returnTo=${evil}&redirect_uri=${evil}&state=${encodeURIComponent(`${evil}"><script>`)}`;
  const page = await browser.go(address, {
    headers: { referer: evil, 'sec-fetch-site': 'same-site' },
  });
  expect((await allow(page)).url.href).toBe(`${PORTAL}/confirm-connect-line?result=success`);
});

/** The callback address to which LINE redirects, before the browser opens it. */
async function returnAddress(page: Visit): Promise<URL> {
  const stops = createBrowser(server.line);
  for (const [name, cookie] of browser.jar) stops.jar.set(name, cookie);
  return (await allow(page, HANAKO, stops)).url;
}
