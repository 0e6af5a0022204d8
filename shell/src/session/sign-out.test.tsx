import { startTestServer, type TestServer } from '@portal/server-testing';
import { sessionDraft } from '@portal/shared-routing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { openPortal } from '../testing/portal.tsx';
import { remoteWith } from '../testing/remote.tsx';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const remotes = {
  owning: (path: string) => (/^\/account/.test(path) ? 'account' : undefined),
  load: async () => remoteWith({ '/account': { heading: 'Account' } }),
};

test('signing out forgets what the member has typed', async () => {
  const { id } = await server.createMember({});
  const { accessToken } = await server.signInAs(id);
  const { left } = await openPortal({
    path: '/en/account',
    accessToken,
    remotes,
    fetch: (input, init) => server.api.fetch(new Request(input, init)),
  });
  const schema = v.object({ email: v.string() });
  const draft = sessionDraft({ key: 'change-email', schema, lifetimeMs: 60_000 });
  draft.write({ email: 'new@example.com' });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(left).toEqual([expect.stringContaining('/logout?')]));
  expect(draft.read()).toBeUndefined();
});
