import { startTestServer, type TestServer } from '@portal/server-testing';
import { accountClosed } from '@portal/shared-auth';
import { act, screen, waitFor } from '@testing-library/react';
import { openPortal } from '../testing/portal.tsx';
import { remoteWith } from '../testing/remote.tsx';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const remotes = {
  owning: (path: string) => (/^\/account/.test(path) ? 'account' : undefined),
  load: async () => remoteWith({ '/account/delete/confirm': { heading: 'Close it?' } }),
};

// @proves 12.36 12.66
test('after closing, the page says farewell under its own title, in both languages, without a sign-out', async () => {
  const { id } = await server.createMember({});
  const { accessToken } = await server.signInAs(id);
  const portal = await openPortal({
    path: '/en/account/delete/confirm',
    accessToken,
    remotes,
    fetch: (input, init) => server.api.fetch(new Request(input, init)),
  });
  await screen.findByRole('heading', { name: 'Close it?' });
  await act(() => accountClosed());
  const heading = await screen.findByRole('heading', { name: 'Your account has been closed' });
  expect(document.title).toMatch(/^Your account has been closed · /);
  expect(heading).toHaveFocus();
  expect(screen.getByText('You can come back for 30 days')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull();
  expect(document.body).not.toHaveTextContent(/cancelled/);

  await act(() => portal.router.navigate('/account/delete/confirm'));
  await screen.findByRole('heading', { name: '退会の手続きが完了しました' });
  await waitFor(() => expect(document.title).toMatch(/^退会の手続きが完了しました · /));
});
