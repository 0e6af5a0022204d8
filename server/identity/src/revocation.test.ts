import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { PORTAL, sharedIdp } from '@portal/server-testing/idp/idp';
import { createPortal, MEMBER } from '@portal/server-testing/idp/portal';
import { eq, sql } from 'drizzle-orm';
import { oidcPayloads } from './schema/oidc.ts';

const server = sharedIdp({ member: MEMBER });
let portal: Awaited<ReturnType<typeof createPortal>>;
beforeEach(async () => {
  portal = await createPortal(server);
});

async function revoke(token: string, fields: Record<string, string> = {}) {
  const response = await fetch(String(portal.as.revocation_endpoint), {
    method: 'POST',
    headers: { origin: PORTAL },
    body: new URLSearchParams({ client_id: 'portal', token, ...fields }),
  });
  return { status: response.status, body: await response.text(), headers: response.headers };
}

const NOTHING = { status: 200, body: '' };

// @proves 10.47
it('is named by the discovery document and open to pages of the portal', async () => {
  expect(portal.as.revocation_endpoint).toBe(`${server.issuer}/oauth/revoke`);
  expect(portal.as).toMatchObject({ revocation_endpoint_auth_methods_supported: ['none'] });
  const { headers } = await revoke('x');
  expect(headers.get('access-control-allow-origin')).toBe(PORTAL);
});

// @proves 10.47
it.each(['refresh_token', 'access_token'] as const)(
  'ends the %s, and every other token of that sign-in at once',
  async (kind) => {
    const { tokens } = await portal.signIn();
    const { access_token, refresh_token } = tokens;
    expect(await revoke(String(tokens[kind]), { token_type_hint: kind })).toMatchObject(NOTHING);
    expect(await server.idp.findAccessToken(access_token)).toBeUndefined();
    expect(await portal.renew(String(refresh_token))).toMatchObject({ status: 400 });
    // Without the wrong end of a later sign-in: the session of the browser goes on.
    const again = await portal.signIn();
    expect(await server.idp.findAccessToken(again.tokens.access_token)).toBeDefined();
  },
);

// @proves 10.47
it('answers alike for a token that is unknown, of another client or revoked, and ends none', async () => {
  const { tokens } = await portal.signIn();
  const token = tokens.access_token;
  const row = eq(oidcPayloads.idHash, secretHash(token));
  const clientId = sql`jsonb_set(${oidcPayloads.payload}, '{clientId}', '"another"')`;
  await server.db.update(oidcPayloads).set({ payload: clientId }).where(row);
  expect(await revoke(token)).toMatchObject(NOTHING);
  expect(await server.idp.findAccessToken(token)).toBeDefined();
  expect(await portal.renew(String(tokens.refresh_token))).toMatchObject({ status: 200 });
  expect(await revoke('nobody-knows-this-token')).toMatchObject(NOTHING);
  expect(await revoke(token, { client_id: 'another' })).toMatchObject({ status: 401 });
  expect((await revoke('')).status).toBe(400);
});

// @proves 9.36
it('sends a password manager from the provider to the portal’s screen', async () => {
  const wellKnown = `${server.issuer}/.well-known`;
  const answer = await fetch(`${wellKnown}/change-password`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    `${PORTAL}/account/change-password`,
  ]);
  expect((await fetch(`${wellKnown}/not-there`)).status).toBe(404);
});
