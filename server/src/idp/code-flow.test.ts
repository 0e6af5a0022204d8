import { DATABASES } from '../testing/index.ts';
import { startTestIdp, type TestIdp } from './testing/idp.ts';
import { createPortal, MEMBER } from './testing/portal.ts';

describe.each(DATABASES)('signing in, on %s', (database) => {
  let server: TestIdp;
  let memberId: string;
  beforeAll(async () => {
    server = await startTestIdp({ database });
    memberId = (await server.createMember({ ...MEMBER, firstName: '花子', lastName: '山田' })).id;
  }, 60_000);
  afterAll(() => server.close());

  it('leads from the portal over the sign-in page back to it, with tokens', async () => {
    const portal = await createPortal(server);
    const { tokens, claims } = await portal.signIn();
    expect(claims.sub).toBe(memberId);
    expect(claims.auth_time).toEqual(expect.any(Number));
    expect(tokens).toMatchObject({
      token_type: 'bearer',
      expires_in: 300,
      refresh_token: expect.any(String),
    });
    await expect(server.idp.findAccessToken(tokens.access_token)).resolves.toMatchObject({
      memberId,
      scope: 'openid offline_access profile',
    });
  });
});
