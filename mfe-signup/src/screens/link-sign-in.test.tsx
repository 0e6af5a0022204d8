import { openScreen } from '@portal/delivery/dev/testing';
import { startTestServer, type TestServer } from '@portal/server/testing';
import { AUDIENCE, startMinimalProvider } from '@portal/server/testing/minimal-provider';
import { screen, waitFor } from '@testing-library/react';
import * as routes from '../routes.ts';
import {
  anotherCode,
  enterCode,
  heading,
  lastCode,
  press,
  withServer,
} from '../testing/actions.ts';

const EMAIL = 'hanako@example.com';

let provider: Awaited<ReturnType<typeof startMinimalProvider>>;
let server: TestServer;
beforeAll(async () => {
  provider = await startMinimalProvider({
    people: { hanako: { email: EMAIL, email_verified: true } },
  });
  server = await startTestServer({
    config: {
      otherProvider: { issuer: provider.issuer, tokens: { kind: 'jwt', audience: AUDIENCE } },
    },
  });
  await server.createMember({ email: EMAIL });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

// @proves 2.94 10.163
test('an account with the address of a member is linked by a code to that address', async () => {
  const { origin, issuer } = provider;
  const { router } = await openScreen({
    routes,
    path: '/en/link-sign-in',
    accessToken: await provider.accessToken('hanako'),
    provider: {
      idpUrl: issuer,
      endpoints: { authorization: `${origin}/authorize`, token: `${origin}/token` },
    },
    fetch: server.api.fetch,
  });
  await heading('You already have an account');
  await press('Send a code');
  const code = await lastCode(server, EMAIL);
  await enterCode(anotherCode(code));
  expect(await screen.findByText(/code is not right/)).toBeVisible();
  await enterCode(code);
  await waitFor(() =>
    expect(router.state.location.pathname).toMatch(/^\/en\/(my-page|verify-term|register)/),
  );
});

describe('at our own provider', () => {
  const portal = withServer();

  test('there is nothing to link', async () => {
    const { at } = await portal.openAsMember('/en/link-sign-in', {});
    await waitFor(() => expect(at()).toBe('/en/my-page'));
  });
});
