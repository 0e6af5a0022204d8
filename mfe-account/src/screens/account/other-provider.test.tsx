import { startTestServer, type TestServer } from '@portal/kit/testing';
import { left } from '@portal/kit/testing/left-page';
import { openScreen } from '@portal/kit/testing/open-screen';
import { startMinimalProvider } from '@portal/kit/testing/other-provider/minimal-provider';
import { cleanup, screen } from '@testing-library/react';
import * as routes from '../../routes.ts';
import { press } from '../../testing/open-as.ts';

const AUDIENCE = 'https://api.portal.example';
const ACCOUNT_URL = 'https://id.example/account';

let provider: Awaited<ReturnType<typeof startMinimalProvider>>;
let server: TestServer;
beforeAll(async () => {
  provider = await startMinimalProvider({
    people: { hanako: { email: 'hanako@example.com', email_verified: true } },
  });
  server = await startTestServer({
    config: {
      otherProvider: { issuer: provider.issuer, tokens: { kind: 'jwt', audience: AUDIENCE } },
    },
  });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

async function open(path: string) {
  const accessToken = await provider.accessToken('hanako');
  await server.api.fetch(
    new Request('http://localhost:4302/me/accept-terms', {
      method: 'PUT',
      headers: { authorization: `Bearer ${accessToken}` },
    }),
  );
  const { origin, issuer } = provider;
  return openScreen({
    routes,
    path,
    accessToken,
    provider: {
      idpUrl: issuer,
      endpoints: { authorization: `${origin}/authorize`, token: `${origin}/token` },
      accountUrl: ACCOUNT_URL,
    },
    fetch: server.api.fetch,
  });
}

// @proves 10.166
test('leads to the provider for password and the second step', async () => {
  await open('/en/account/security');
  const link = await screen.findByRole('link', { name: 'Go to your sign-in settings' });
  expect(link).toHaveAttribute('href', ACCOUNT_URL);
});

// @proves 10.166
test('offers none of it on the overview', async () => {
  await open('/en/account');
  await screen.findByRole('region', { name: 'Profile' });
  expect(screen.queryByRole('link', { name: 'Go to your sign-in settings' })).toBeNull();
});

// @proves 10.164 10.166
test('promises no password and no way back by signing in, but the link in the e-mail', async () => {
  await open('/en/account/delete');
  expect(await screen.findByText(/For 72 hours you can undo this with the link/)).toBeVisible();
  expect(screen.queryByText(/sign in as before/)).toBeNull();
  cleanup();
  await open('/en/undo-changes?token=any');
  expect(await screen.findByText('All devices will be signed out.')).toBeVisible();
  expect(document.body).not.toHaveTextContent(/password/);
});

// @proves 10.165
test('leads there for a sensitive change, on the same way as to our own provider', async () => {
  await open('/en/account/change-email');
  await press('Continue');
  const address = await left();
  expect(address.origin + address.pathname).toBe(`${provider.origin}/authorize`);
  expect(address.searchParams.get('prompt')).toBe('login');
  expect(address.searchParams.get('max_age')).toBe('0');
});
