import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { PORTAL, sharedIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';

const server = sharedIdp({ member: MEMBER });

/** Near misses of `http://localhost:4300/callback`, and what people try. */
const WRONG = [
  `${PORTAL}/callback/`,
  `${PORTAL}/callback?`,
  `${PORTAL}/callback?x=1`,
  `${PORTAL}/callback#`,
  `${PORTAL}/callback#x`,
  `${PORTAL}/Callback`,
  `${PORTAL}/CALLBACK`,
  `${PORTAL}//callback`,
  `${PORTAL}/./callback`,
  `${PORTAL}/en/../callback`,
  `${PORTAL}/callback/..`,
  `${PORTAL}/callback%2f`,
  `${PORTAL}/%63allback`,
  `${PORTAL}/callback%00`,
  `${PORTAL}/callback%20`,
  `${PORTAL}/callback `,
  ` ${PORTAL}/callback`,
  `${PORTAL}/callback\r\nlocation: https://evil.example`,
  `${PORTAL}/callback;x`,
  `${PORTAL}/callback.html`,
  `${PORTAL}/en/callback`,
  `${PORTAL}/`,
  PORTAL,
  'http://localhost:4301/callback',
  'http://localhost:43000/callback',
  'http://localhost/callback',
  'https://localhost:4300/callback',
  'HTTP://localhost:4300/callback',
  'http://LOCALHOST:4300/callback',
  'http://localhost.:4300/callback',
  'http://127.0.0.1:4300/callback',
  'http://[::1]:4300/callback',
  'http://localhost:4300@evil.example/callback',
  'http://user@localhost:4300/callback',
  'http://localhost:4300.evil.example/callback',
  'http://localhost:4300\\@evil.example/callback',
  'http:\\\\localhost:4300\\callback',
  '//localhost:4300/callback',
  '/callback',
  'http://evil.example/callback',
  'https://evil.example/?http://localhost:4300/callback',
  'javascript:alert(1)//http://localhost:4300/callback',
  'data:text/html,hello',
  '',
];

it.each(WRONG)('never redirects to %j', async (redirectUri) => {
  const portal = await createPortal(server);
  const { url } = await portal.authorization();
  url.searchParams.set('redirect_uri', redirectUri);
  const page = await portal.browser.go(url);
  expect(page.url.origin).toBe(server.issuer);
  expect(page.response.status).toBe(400);
  expect(page.html).toContain('このリンクはご利用になれません');
  expect(page.html).toContain(`href="${PORTAL}/"`);
  expect(page.html).not.toContain('evil.example');
});

it.each([`${PORTAL}/callback`, `${PORTAL}/silent-check.html`])(
  'redirects to %s',
  async (address) => {
    const portal = await createPortal(server);
    const { url } = await portal.authorization({ redirect_uri: address, prompt: 'none' });
    const { url: back } = await portal.browser.go(url);
    expect(back.origin + back.pathname).toBe(address);
  },
);

it('redirects nowhere for an unknown client, and says so in the requested language', async () => {
  const portal = await createPortal(server);
  const { url } = await portal.authorization({ client_id: 'evil', ui_locale: 'en' });
  const page = await portal.browser.go(url);
  expect(page.response.status).toBe(400);
  expect(page.html).toContain('This link does not work');
});

it('refuses two redirect addresses at once', async () => {
  const portal = await createPortal(server);
  const { url } = await portal.authorization();
  url.searchParams.append('redirect_uri', 'https://evil.example/');
  const page = await portal.browser.go(url);
  expect(page.url.origin).toBe(server.issuer);
  expect(page.response.status).toBe(400);
});

it('builds no address from the Host header or from forwarding headers', async () => {
  const response = await fetch(`${server.issuer}/.well-known/openid-configuration`, {
    headers: {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    },
  });
  expect(await response.text()).not.toContain('evil.example');

  // `fetch` always sends the host of the address.
  const { hostname, port } = new URL(server.issuer);
  const asked = get({
    hostname,
    port,
    path: '/.well-known/openid-configuration',
    headers: { host: 'evil.example' },
  });
  const [answer] = await once(asked, 'response');
  const document = await text(answer);
  expect(document).toContain(`${server.issuer}/authorize`);
  expect(document).not.toContain('evil.example');
});
