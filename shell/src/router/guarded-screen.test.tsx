import { startTestServer, type TestServer } from '@portal/server-testing';
import { authStore, loadUser, userAtom } from '@portal/shared-auth';
import { act, screen, waitFor } from '@testing-library/react';
import { openPortal } from '../testing/portal.tsx';
import { remoteWith } from '../testing/remote.tsx';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const remotes = {
  owning: (path: string) => (/^\/verify-user/.test(path) ? 'signup' : undefined),
  load: async () =>
    remoteWith({
      '/verify-user': { heading: 'Verify', guard: 'user-verification', layout: 'empty' },
    }),
};
/** A sign-in that is leading somewhere, and has nothing else to ask. */
const underWay = {
  after_sign_in: JSON.stringify({
    returnTo: '/en/terms-of-service?a=1',
    passed: ['/verify-term', '/register'],
  }),
};

async function openAs(emailVerified: boolean, options: { readonly underWay?: typeof underWay }) {
  const { id } = await server.createMember({ emailVerified });
  const { accessToken } = await server.signInAs(id);
  return openPortal({
    path: '/en/verify-user',
    accessToken,
    remotes,
    fetch: (input, init) => server.api.fetch(new Request(input, init)),
    ...options,
  });
}

test('an unverified member sees the screen; verified, they go on to where the sign-in led', async () => {
  const portal = await openAs(false, { underWay });
  expect(await screen.findByRole('heading', { name: 'Verify' })).toBeVisible();
  const { id } = authStore.get(userAtom) ?? {};
  await verify(id ?? '');
  await act(() => loadUser());
  await waitFor(() => expect(portal.at()).toBe('/en/terms-of-service?a=1'));
});

test('who has nothing to verify and was going nowhere goes home', async () => {
  const portal = await openAs(true, {});
  await waitFor(() => expect(portal.at()).toBe('/en/my-page'));
});

async function verify(memberId: string): Promise<void> {
  const { accessToken, prove } = await server.signInAs(memberId);
  const ask = (method: string, path: string, body?: object) => {
    const url = `http://localhost:4302${path}`;
    return server.api.fetch(
      new Request(url, {
        method,
        headers: {
          authorization: `Bearer ${accessToken}`,
          dpop: prove({ method, url }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  };
  const type = 'verify_email_by_user';
  await ask('POST', '/v2/me/mfa/send-code', { type });
  const [message] = await server.outbox.messages();
  const code = /\b\d{6}\b/.exec(message?.text ?? '')?.[0];
  await ask('POST', '/mfa/verify-code', { type, code });
  expect((await ask('PUT', '/me/verify-email')).status).toBe(200);
}
