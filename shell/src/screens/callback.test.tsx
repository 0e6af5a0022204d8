import { screen, waitFor } from '@testing-library/react';
import { openPortal } from '../testing/portal.tsx';

/** A sign-in that started on the English pages, from /en/account. */
const underWay = {
  code_verifier: 'v'.repeat(43),
  state: 'state-1',
  nonce: 'nonce-1',
  sign_in_context: JSON.stringify({ locale: 'en', returnTo: '/en/account?tab=2' }),
};

let provider: jest.SpiedFunction<typeof fetch>;
beforeEach(() => {
  // The provider, which does not know the code.
  provider = jest
    .spyOn(window, 'fetch')
    .mockImplementation(async () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
});
afterEach(() => provider.mockRestore());

test.each([
  ['a code that the provider refuses', '?code=used&state=state-1', 'could not be completed'],
  ['a forged state', '?code=c&state=forged', 'could not be completed'],
  ['a member who cancelled', '?error=access_denied&state=state-1', 'was cancelled'],
  ['nothing', '', 'could not be completed'],
])(
  '%s ends on the welcome page, which explains it and offers a way on',
  async (_, search, words) => {
    const portal = await openPortal({ path: `/callback${search}`, underWay });
    expect(await screen.findByText(new RegExp(words))).toBeVisible();
    expect(portal.at()).toBe('/en');
    expect(portal.router.state.location.state).toMatchObject({ returnTo: '/en/account?tab=2' });
    expect(localStorage.getItem('access_token')).toBeNull();
  },
);

// @proves 2.85
test.each([
  ['/en/callback', '/en/my-page'],
  ['/callback', '/my-page'],
])('a signed-in member who opens %s again goes home in its language', async (path, home) => {
  const portal = await openPortal({ path: `${path}?code=c&state=old`, accessToken: 'token' });
  await waitFor(() => expect(portal.at()).toBe(home));
});
