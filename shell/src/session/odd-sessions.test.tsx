import { startTestServer, type TestServer } from '@portal/server-testing';
import { screen } from '@testing-library/react';
import { openPortal } from '../testing/portal.tsx';
import { remoteWith } from '../testing/remote.tsx';

let server: TestServer;
let provider: jest.SpiedFunction<typeof fetch>;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  // The provider renews every token.
  const tokens = { access_token: 'renewed', refresh_token: 'next', token_type: 'Bearer' };
  provider = jest.spyOn(window, 'fetch').mockImplementation(async () => Response.json(tokens));
});
afterEach(() => provider.mockRestore());

const remotes = {
  owning: (path: string) => (/^\/(account|verify-user)/.test(path) ? 'account' : undefined),
  load: async () =>
    remoteWith({
      '/account': { heading: 'Your details' },
      '/verify-user': { heading: 'Verify', guard: 'user-verification', layout: 'empty' },
    }),
};
/** Opens the portal with the server's API in front of it, and counts its calls. */
async function open(path: string, options: Partial<Parameters<typeof openPortal>[0]>) {
  const calls: string[] = [];
  const portal = await openPortal({
    path,
    remotes,
    fetch: (input, init) => {
      const request = new Request(input, init);
      calls.push(`${request.method} ${new URL(request.url).pathname}`);
      return server.api.fetch(request);
    },
    ...options,
  });
  return { ...portal, calls };
}

// @proves 7.97
test('without a refresh token the API is not asked, and who is signed out at the provider comes to the welcome page', async () => {
  const answer = Promise.withResolvers<string>();
  const portal = await open('/en/account?tab=2', {
    accessToken: 'ended',
    refreshToken: null,
    silentAnswer: answer.promise,
  });
  await screen.findByRole('heading', { name: 'Your details' });
  answer.resolve('?error=login_required&state=s');
  expect(await screen.findByText(/^You have been signed out/)).toBeVisible();
  expect(portal.at()).toBe('/en');
  expect(portal.router.state.location.state).toMatchObject({ returnTo: '/en/account?tab=2' });
  expect(localStorage.getItem('access_token')).toBeNull();
  expect(portal.calls).toEqual([]);
  // What the browser keeps is removed; the provider is not asked.
  expect(provider.mock.calls.map(([url]) => url)).toEqual(['/signed-out']);
});
