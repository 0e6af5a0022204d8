import { THIS_MACHINE } from '@portal/server-testing/config';
import { DATABASES } from '@portal/server-testing/databases';
import { createBrowser } from '@portal/server-testing/idp/browser';
import { sharedIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { endSession, listSessions } from './sessions.ts';

describe.each(DATABASES)('the sessions of a member, on %s', (database) => {
  const server = sharedIdp({
    database,
    config: { trustedProxies: THIS_MACHINE, countryHeader: 'x-country' },
  });
  let memberId: string;
  beforeAll(async () => {
    ({ id: memberId } = await server.createMember(MEMBER));
  });

  async function signIn(headers: Record<string, string>) {
    const browser = createBrowser(server.issuer, { headers });
    const portal = await createPortal(server, browser);
    return { portal, ...(await portal.signIn()) };
  }

  it('are listed with browser and country, are seen while the portal is in use, and end one by one', async () => {
    const phone = await signIn({ 'user-agent': 'Phone', 'x-country': 'JP' });
    server.clock.advance(60_000);
    const laptop = await signIn({ 'user-agent': 'Laptop' });

    const listed = await listSessions(server.context, memberId);
    expect(listed).toMatchObject([
      { userAgent: 'Laptop', country: null },
      { userAgent: 'Phone', country: 'JP' },
    ]);
    const phoneToken = await server.idp.findAccessToken(phone.tokens.access_token);
    expect(phoneToken?.sessionUid).toBe(listed[1]?.id);

    server.clock.advance(60_000);
    await phone.portal.renew(phone.tokens.refresh_token as string);
    const [lastSeen] = await listSessions(server.context, memberId);
    expect(lastSeen).toMatchObject({ userAgent: 'Phone', lastSeenAt: server.clock.now() });

    expect(await endSession(server.context, memberId, lastSeen?.id ?? '')).toBe('ended');
    expect(await endSession(server.context, memberId, lastSeen?.id ?? '')).toBe('unknown');
    expect(await server.idp.findAccessToken(phone.tokens.access_token)).toBeUndefined();
    expect(await server.idp.findAccessToken(laptop.tokens.access_token)).toBeDefined();
    expect(await listSessions(server.context, memberId)).toHaveLength(1);
    const { back } = await phone.portal.silentCheck();
    expect(back.url.searchParams.get('error')).toBe('login_required');
  });

  it('cannot be ended by another member', async () => {
    const { tokens } = await signIn({ 'user-agent': 'Tablet' });
    const other = await server.createMember();
    const [{ id } = { id: '' }] = await listSessions(server.context, memberId);
    expect(await endSession(server.context, other.id, id)).toBe('unknown');
    expect(await server.idp.findAccessToken(tokens.access_token)).toBeDefined();
    expect(await listSessions(server.context, other.id)).toEqual([]);
  });
});
