import { callApi } from '@portal/server-testing/api-call';
import { startTestIdp, type TestIdp } from '@portal/server-testing/idp/idp';
import { startMinimalProvider } from '@portal/server-testing/other-provider/minimal-provider';

let idp: TestIdp;
let provider: Awaited<ReturnType<typeof startMinimalProvider>>;
beforeAll(async () => {
  provider = await startMinimalProvider();
  const { issuer } = provider;
  const tokens = { kind: 'jwt', audience: 'https://api.portal.example' } as const;
  idp = await startTestIdp({ config: { otherProvider: { issuer, tokens } } });
});
afterAll(async () => {
  await idp.close();
  await provider.close();
});

// @proves 10.168
test.each([
  ['GET', '/authorize?client_id=portal&response_type=code'],
  ['POST', '/oauth/token'],
  ['GET', '/logout'],
  ['GET', '/sign-in/of-another-time'],
  ['POST', '/sign-in/of-another-time/password'],
  ['GET', '/oidc/userinfo'],
  ['GET', '/jwks'],
  ['GET', '/.well-known/openid-configuration'],
])('while another provider is used, ours answers 404 to %s %s', async (method, path) => {
  expect((await fetch(idp.issuer + path, { method })).status).toBe(404);
});

// @proves 10.168
test('a token of ours from before is not taken any more', async () => {
  const member = await idp.createMember();
  const { accessToken } = await idp.signInAs(member.id);
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await callApi(idp, { method: 'GET', path: '/userinfo', headers })).status).toBe(401);
});
