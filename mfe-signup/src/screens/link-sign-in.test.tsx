import { LINK_PATH, stepBefore } from '@portal/kit/auth';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { ACCEPTED_TERMS, COMPLETE_MEMBER } from '@portal/kit/testing/members';
import { openScreen } from '@portal/kit/testing/open-screen';
import {
  AUDIENCE,
  startMinimalProvider,
} from '@portal/kit/testing/other-provider/minimal-provider';
import { screen, waitFor } from '@testing-library/react';
import * as routes from '../routes.ts';
import { anotherCode, enterCode, heading, lastCode, press } from '../testing/actions.ts';

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
  await server.createMember({
    ...COMPLETE_MEMBER,
    email: EMAIL,
    termsAcceptedVersion: ACCEPTED_TERMS,
  });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const atProvider = async (path: string) => {
  const { origin, issuer } = provider;
  return openScreen({
    routes,
    path,
    accessToken: await provider.accessToken('hanako'),
    provider: {
      idpUrl: issuer,
      endpoints: { authorization: `${origin}/authorize`, token: `${origin}/token` },
    },
    fetch: server.api.fetch,
  });
};

// @proves 2.100 10.163
test('an account with the address of a member is linked by a code to that address', async () => {
  const { at } = await atProvider('/en/link-sign-in');
  await heading('You already have an account');
  // As the return from the sign-in keeps it.
  stepBefore(LINK_PATH, '/en/my-page/notifications?page=2');
  await press('Send a code');
  const code = await lastCode(server, EMAIL);
  await enterCode(anotherCode(code));
  expect(await screen.findByText(/code doesn’t match/)).toBeVisible();
  await enterCode(code);
  // The member has every post-sign-in step behind them, and comes to where they wanted to go.
  await waitFor(() => expect(at()).toBe('/en/my-page/notifications?page=2'));
});
