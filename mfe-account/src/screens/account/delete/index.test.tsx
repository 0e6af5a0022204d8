import { openScreen } from '@portal/delivery/dev/testing';
import { startTestServer, type TestServer } from '@portal/server/testing';
import { createPassportClient } from '@portal/server/testing/passports';
import { authStore, isCancelledAtom, isLoginAtom } from '@portal/shared-auth';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../routes.ts';
import { confirmByCode, openAs, press } from '../../../testing/open-as.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const START = '/en/account/delete';

test('closes the account once, with a reason and a code', async () => {
  const { count, at, accessToken } = await openAs(server, START, { email: 'leaving@example.com' });
  await press('Go on to confirm');
  expect((await screen.findAllByText('Please choose a reason.')).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByLabelText('I receive too many mails'));
  await userEvent.type(screen.getByLabelText(/anything you would like to tell us/), 'さようなら');
  await press('Go on to confirm');
  await screen.findByRole('heading', { name: 'Close your account?' });
  expect(at()).toBe(`${START}/confirm`);
  expect(screen.getByText('I receive too many mails')).toBeVisible();
  expect(screen.getByText('さようなら')).toBeVisible();

  await press('Close my account');
  await confirmByCode(server, 'leaving@example.com');
  await waitFor(() => expect(authStore.get(isCancelledAtom)).toBe(true));
  await waitFor(() => expect(authStore.get(isLoginAtom)).toBe(false));
  expect(count('DELETE /me')).toBe(2);
  const answer = await server.api.fetch(
    new Request('http://localhost:4302/userinfo', {
      headers: { authorization: `Bearer ${accessToken}` },
    }),
  );
  expect(answer.status).toBe(401);
});

test('Back and reload keep the reason and the comment', async () => {
  const { reload } = await openAs(server, START, {});
  await userEvent.click(await screen.findByLabelText('It is hard to use'));
  await userEvent.type(screen.getByLabelText(/anything you would like to tell us/), 'Bye');
  await reload(START);
  expect(await screen.findByLabelText('It is hard to use')).toBeChecked();
  expect(screen.getByLabelText(/anything you would like to tell us/)).toHaveValue('Bye');
});

test('the confirmation without a reason redirects to the first step', async () => {
  const { at } = await openAs(server, `${START}/confirm`, {});
  await screen.findByRole('heading', { name: 'Cancel your account' });
  expect(at()).toBe(START);
});

test('refuses to close an account with a live passport: says why, links to it, and asks for no code', async () => {
  const member = await createPassportClient(server);
  await member.buyPaid();
  const { accessToken, browserKey } = await server.signInAs(member.id);
  await openScreen({
    routes,
    path: START,
    accessToken,
    proveBrowser: async (request) => browserKey.prove({ ...request, now: server.clock.now() }),
    fetch: server.api.fetch,
  });
  await userEvent.click(await screen.findByLabelText('I no longer need it'));
  await press('Go on to confirm');
  await press('Close my account');
  expect(await screen.findByText(/You still have a passport that can be used/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'See my passports' })).toHaveAttribute(
    'href',
    '/en/my-page',
  );
  expect(screen.queryByRole('button', { name: 'Send a code' })).toBeNull();
  expect(authStore.get(isLoginAtom)).toBe(true);
});
