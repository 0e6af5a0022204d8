import { PORTAL, sharedIdp } from '@portal/server-testing/idp/idp';

const server = sharedIdp();

it('publishes its keys without the private parts', async () => {
  const response = await fetch(`${server.issuer}/jwks`);
  const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };
  const published = { kid: expect.any(String), alg: expect.any(String), use: 'sig' };
  expect(keys).toEqual([
    { ...published, kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) },
    { ...published, kty: 'RSA', n: expect.any(String), e: expect.any(String) },
  ]);
});

describe('scripts', () => {
  const preflight = (path: string, origin: string) =>
    fetch(`${server.issuer}${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  it.each(['/oauth/token', '/.well-known/openid-configuration', '/jwks', '/oidc/userinfo'])(
    'may call %s from the portal only',
    async (path) => {
      const ours = await preflight(path, PORTAL);
      expect(ours.status).toBe(204);
      expect(ours.headers.get('access-control-allow-origin')).toBe(PORTAL);
      expect(ours.headers.get('access-control-allow-credentials')).toBeNull();
      for (const origin of [
        'https://evil.example',
        'null',
        `${PORTAL}.evil.example`,
        `${PORTAL}/`,
      ]) {
        const theirs = await preflight(path, origin);
        expect(theirs.headers.get('access-control-allow-origin')).toBeNull();
      }
    },
  );

  it.each(['/.well-known/openid-configuration', '/jwks'])(
    'may read %s from the portal only',
    async (path) => {
      const read = (origin: string) => fetch(server.issuer + path, { headers: { origin } });
      expect((await read(PORTAL)).headers.get('access-control-allow-origin')).toBe(PORTAL);
      const theirs = await read('https://evil.example');
      expect(theirs.headers.get('access-control-allow-origin')).toBeNull();
      expect(theirs.headers.get('vary')).toMatch(/origin/i);
    },
  );

  it.each(['/authorize', '/logout', '/sign-in/x'])('may never read %s', async (path) => {
    const answer = await preflight(path, PORTAL);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('of other origins are refused at the token endpoint', async () => {
    const answer = await fetch(`${server.issuer}/oauth/token`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'portal',
        refresh_token: 'x',
      }),
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});
