import { pushSubscriptions } from '@portal/server-notifications/schema/push-subscriptions';
import type { Visit } from '@portal/server-testing/idp/browser';
import { PORTAL, sharedIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';

const FROM_PORTAL = { headers: { referer: `${PORTAL}/` } };

function logoutUrl(server: TestIdp, parameters: Record<string, string>): URL {
  return new URL(`${server.issuer}/logout?${new URLSearchParams(parameters)}`);
}

describe('signing out', () => {
  const server = sharedIdp();
  let memberId: string;
  let portal: Awaited<ReturnType<typeof createPortal>>;
  const returning = { returnTo: `${PORTAL}/`, client_id: 'portal' };
  beforeAll(async () => {
    memberId = (await server.createMember(MEMBER)).id;
  });
  beforeEach(async () => {
    portal = await createPortal(server);
  });

  const leave = async () =>
    portal.browser.submit(await portal.browser.go(logoutUrl(server, returning), FROM_PORTAL), {});

  it('ends session and tokens at once and returns to the portal', async () => {
    const { tokens } = await portal.signIn();
    const back = await leave();
    expect(back.url.href).toBe(`${PORTAL}/`);
    await expect(server.idp.findAccessToken(tokens.access_token)).resolves.toBeUndefined();
    await expect(portal.renew(tokens.refresh_token as string)).resolves.toMatchObject({
      status: 400,
    });
    const { back: check } = await portal.silentCheck();
    expect(check.url.searchParams.get('error')).toBe('login_required');
  });

  // @proves 15.36
  it('ends the push messages to that browser, and to no other', async () => {
    await portal.signIn();
    const [here] = await server.context.sessions.list(server.context, memberId);
    const values = (sessionUid: string) => ({
      memberId,
      endpoint: `https://push.example/${sessionUid}`,
      p256dh: '',
      auth: '',
      vapidKey: '',
      sessionUid,
      createdAt: server.clock.now(),
    });
    const known = [values(here?.id ?? ''), values('of another browser')];
    await server.db.insert(pushSubscriptions).values(known);
    await leave();
    const left = await server.db.select().from(pushSubscriptions);
    expect(left.map(({ sessionUid }) => sessionUid)).toEqual(['of another browser']);
  });

  it.each([1, 2, 3, 4, 5])(
    'also ends tokens that are being issued at that moment (round %i)',
    async () => {
      const { tokens } = await portal.signIn();
      const started = await portal.authorization();
      const onItsWay = await portal.browser.go(started.url);
      const racing = Promise.allSettled([
        leave(),
        portal.renew(tokens.refresh_token as string),
        portal.silentCheck(),
        portal.silentCheck(),
      ]);
      const [left, renewed] = await racing;
      expect(left.status === 'fulfilled' && left.value.url.href).toBe(`${PORTAL}/`);
      await expect(portal.exchange(onItsWay, started)).rejects.toMatchObject({
        error: 'invalid_grant',
      });
      if (renewed.status === 'fulfilled' && renewed.value.status === 200) {
        const { access_token: late } = JSON.parse(renewed.value.body) as { access_token: string };
        await expect(server.idp.findAccessToken(late)).resolves.toBeUndefined();
      }
      const { back: check } = await portal.silentCheck();
      expect(check.url.searchParams.get('error')).toBe('login_required');
    },
  );

  it.each([
    ['a link on another site', { referer: 'https://evil.example/' }],
    ['a link without a referrer', {}],
    ['another port of our host', { referer: 'http://localhost:9999/' }],
    ['another site without a referrer', { 'sec-fetch-site': 'cross-site' }],
  ])('asks first when it comes from %s', async (_name, headers: Record<string, string>) => {
    const { tokens } = await portal.signIn();
    const page = await portal.browser.go(logoutUrl(server, returning), { headers });
    expect(page.html.replaceAll(/<\/?span>/g, '')).toContain('<h1>ログアウトしますか？</h1>');
    expect(page.html).not.toContain('<script');
    await expect(server.idp.findAccessToken(tokens.access_token)).resolves.toBeDefined();
  });

  it('does not ask a member whose request has an ID token, from anywhere', async () => {
    const { tokens } = await portal.signIn();
    const page = await portal.browser.go(
      logoutUrl(server, { ...returning, id_token_hint: tokens.id_token as string }),
    );
    expect(page.html).toContain('submit()');
  });

  it('ends nothing for a form without its secret', async () => {
    const { tokens } = await portal.signIn();
    await portal.browser.go(logoutUrl(server, returning), FROM_PORTAL);
    const forged = await portal.browser.go('/logout/confirm', {
      method: 'POST',
      body: new URLSearchParams({ xsrf: 'guessed', logout: 'yes' }),
    });
    expect(forged.response.status).toBe(400);
    await expect(server.idp.findAccessToken(tokens.access_token)).resolves.toBeDefined();
  });
});

describe('the return address', () => {
  const server = sharedIdp({ member: MEMBER });
  let portal: Awaited<ReturnType<typeof createPortal>>;
  beforeAll(async () => {
    portal = await createPortal(server);
    await portal.signIn();
  });

  const refusedAt = async (visit: Visit) => {
    expect(visit.url.origin).toBe(server.issuer);
    expect(visit.response.status).toBe(400);
    expect(visit.html).toContain(`href="${PORTAL}/"`);
    expect(visit.html).not.toContain('evil');
  };

  const WRONG = [
    'https://evil.example/',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'http://localhost:4300.evil.example/',
    'http://localhost:4300@evil.example/',
    'http://localhost:4300/my-page',
    'http://localhost:4300/?next=//evil.example',
    'http://localhost:4300/#',
    'http://localhost:4300//evil.example',
    'http://localhost:4300/\\evil.example',
    'http://localhost:4301/',
    'http://LOCALHOST:4300/',
    'https://localhost:4300/',
    'http://127.0.0.1:4300/',
    'javascript:alert(1)',
    'data:text/html,evil',
    ' http://localhost:4300/',
    'http://localhost:4300/ ',
    'http://localhost:4300/\r\nset-cookie: evil=1',
    '/',
  ];
  it.each(WRONG)('%j is refused, signed in or not', async (returnTo) => {
    const url = logoutUrl(server, { returnTo, client_id: 'portal' });
    await refusedAt(await portal.browser.go(url, FROM_PORTAL));
    await refusedAt(await (await createPortal(server)).browser.go(url, FROM_PORTAL));
  });

  it('is refused for an unknown client, and if it is given twice', async () => {
    const returnTo = `${PORTAL}/`;
    const stranger = logoutUrl(server, { returnTo, client_id: 'evil' });
    await refusedAt(await portal.browser.go(stranger, FROM_PORTAL));
    const twice = logoutUrl(server, { returnTo, client_id: 'portal' });
    twice.searchParams.append('returnTo', 'https://evil.example/');
    await refusedAt(await portal.browser.go(twice, FROM_PORTAL));
  });

  it.each([`${PORTAL}/`, PORTAL, `${PORTAL}/en`, `${PORTAL}/en/`])(
    '%s is accepted',
    async (returnTo) => {
      const signedOut = await createPortal(server);
      const back = await signedOut.browser.go(logoutUrl(server, { returnTo, client_id: 'portal' }));
      expect(back.url.href).toBe(new URL(returnTo).href);
    },
  );
});
