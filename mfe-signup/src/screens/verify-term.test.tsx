import type { TestServer } from '@portal/server/testing';
import { authStore, userAtom } from '@portal/shared-auth';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expectToLeave, heading, openAsMember, press, SOON, withServer } from '../testing/hands.ts';

let server: TestServer;
withServer((started) => {
  server = started;
});

const OLD = { termsAcceptedVersion: '2025-04-01' };

test.each([
  ['/verify-term', '利用規約が変わりました', /ロックする/, '同意して続ける'],
  ['/en/verify-term', 'The terms of service have changed', /we may lock/, 'Agree and continue'],
])('%s says what is new, and agreeing leads on', async (path, title, change, agree) => {
  const { at, count } = await openAsMember(server, path, OLD);
  await heading(title);
  expect(screen.getByText(change)).toBeVisible();
  expect(screen.getByRole('link', { name: /利用規約|terms of service/ })).toHaveAttribute(
    'target',
    '_blank',
  );
  expect(count('PUT /me/accept-terms')).toBe(0);
  await press(agree);
  await waitFor(() => expect(at()).toMatch(/\/my-page$/), SOON);
  expect(count('PUT /me/accept-terms')).toBe(1);
  const { terms_accepted_version, terms_current_version } = authStore.get(userAtom) ?? {};
  expect(terms_accepted_version).toBe(terms_current_version);
});

test('who has accepted none is asked to read them; nothing has changed for them', async () => {
  await openAsMember(server, '/en/verify-term', {});
  expect(await screen.findByText('Please read them before you agree.')).toBeVisible();
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('who has accepted the present ones is let through', async () => {
  const { at } = await openAsMember(server, '/en/verify-term', {
    termsAcceptedVersion: '2026-11-01',
  });
  await waitFor(() => expect(at()).toBe('/en/my-page'), SOON);
});

test('refusing asks once; going back changes nothing, going on signs out', async () => {
  expectToLeave();
  const { count } = await openAsMember(server, '/en/verify-term', OLD);
  await press('I do not agree');
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('Your account and your data stay as they are');
  await userEvent.click(within(question).getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull(), SOON);
  expect(localStorage.getItem('access_token')).toBeTruthy();

  await press('I do not agree');
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign out' }),
  );
  await waitFor(() => expect(localStorage.getItem('access_token')).toBeNull(), SOON);
  expect(count('PUT /me/accept-terms')).toBe(0);
});

test('two presses agree once; a lost connection says so and may be tried again', async () => {
  let offline = false;
  const { count, at } = await openAsMember(server, '/en/verify-term', OLD, (request) =>
    offline ? Promise.reject(new TypeError('Failed to fetch')) : server.api.fetch(request),
  );
  await heading('The terms of service have changed');
  offline = true;
  await press('Agree and continue');
  expect(await screen.findByText(/You seem to be offline/, {}, SOON)).toBeVisible();
  offline = false;
  const before = count('PUT /me/accept-terms');
  const button = screen.getByRole('button', { name: 'Agree and continue' });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'), SOON);
  await userEvent.dblClick(button);
  await waitFor(() => expect(at()).toBe('/en/my-page'), SOON);
  expect(count('PUT /me/accept-terms')).toBe(before + 1);
});
