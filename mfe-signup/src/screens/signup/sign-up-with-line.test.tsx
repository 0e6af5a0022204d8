import { authStore, isLoginAtom } from '@portal/kit/auth';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  enterCode,
  expectToLeave,
  fill,
  heading,
  press,
  withServer,
} from '../../testing/actions.ts';

const portal = withServer();
afterEach(() => window.history.replaceState(null, '', '/'));

const START = '/en/signup/enter-email';

/** Opens the first step as the identity provider does, with its answer in the fragment. */
async function comeFromLine(hash: Readonly<Record<string, string>>) {
  const opened = await portal.openAsStranger('/en/signup');
  await press('Sign up with LINE');
  const state = sessionStorage.getItem('line_sign_up_state') ?? '';
  const fragment = new URLSearchParams({ state, ...hash });
  window.history.replaceState(null, '', `${START}#${fragment}`);
  await opened.reload(START);
  return opened;
}

async function signUpTo(email: string): Promise<void> {
  await fill(/^E-mail address/, email);
  await userEvent.click(screen.getByRole('checkbox'));
  await press('Send a code to this address');
  await heading('Enter the code');
}

// @proves 2.38
test.each([
  ['/signup', 'LINEで登録'],
  ['/en/signup', 'Sign up with LINE'],
])('%s offers the sign-up with LINE beside that by e-mail', async (path, name) => {
  await portal.openAsStranger(path);
  expect(await screen.findByRole('button', { name })).toBeEnabled();
});

// @proves 12.10
test('with LINE the right code completes the sign-up without a password', async () => {
  expectToLeave();
  const ticket = await portal.server.lineTicket();
  const { count } = await comeFromLine({ connection_ticket: ticket });
  expect(await screen.findByText(/LINE is ready/)).toBeVisible();
  expect(window.location.hash).toBe('');
  await signUpTo('line-1@example.com');
  await enterCode(await portal.lastCode('line-1@example.com'));
  await heading('Your account is ready');
  expect(count('POST /signup')).toBe(1);
  expect(count('POST /v2/mfa/verify-code')).toBe(0);
  expect(authStore.get(isLoginAtom)).toBe(true);
});

test('fills in the address that LINE provides', async () => {
  expectToLeave();
  const ticket = await portal.server.lineTicket();
  await comeFromLine({ connection_ticket: ticket, email: 'known@example.com' });
  expect(await screen.findByLabelText(/^E-mail address/)).toHaveValue('known@example.com');
});

test('refuses a LINE ticket that this tab did not ask for, and says why', async () => {
  expectToLeave();
  const ticket = await portal.server.lineTicket();
  await comeFromLine({ connection_ticket: ticket, state: 'planted' });
  expect(await screen.findByText(/could not confirm that you started/)).toBeVisible();
  expect(screen.queryByText(/LINE is ready/)).toBeNull();
  expect(window.location.hash).toBe('');
  expect(JSON.stringify(sessionStorage)).not.toContain(ticket);
});

// @proves 10.31
test('a LINE ticket expires after 30 minutes, and the sign-up starts again', async () => {
  expectToLeave();
  const ticket = await portal.server.lineTicket();
  await comeFromLine({ connection_ticket: ticket });
  await screen.findByText(/LINE is ready/);
  expect(screen.getByText('Step 1 of 3: E-mail')).toBeVisible();
  portal.server.clock.advance(31 * 60 * 1000);
  await signUpTo('line-2@example.com');
  await enterCode(await portal.lastCode('line-2@example.com'));
  await heading('Start again with LINE');
  expect(screen.getByRole('button', { name: 'Sign up with LINE' })).toBeEnabled();
});

// @proves 11.20
test('for an address with an account, offers to sign in and to link LINE there', async () => {
  expectToLeave();
  const { email } = await portal.server.createMember({ password: 'yuzu-to-kinako-27' });
  await comeFromLine({ connection_ticket: await portal.server.lineTicket() });
  await screen.findByText(/LINE is ready/);
  await signUpTo(email);
  await enterCode(await portal.lastCode(email));
  expect(await screen.findByText(/you can connect LINE afterwards/)).toBeVisible();
});

test('a visitor who switches from LINE to e-mail is asked for a password', async () => {
  expectToLeave();
  const { reload } = await comeFromLine({ connection_ticket: await portal.server.lineTicket() });
  await screen.findByText(/LINE is ready/);
  await reload('/en/signup');
  await userEvent.click(await screen.findByRole('link', { name: 'Sign up by e-mail' }));
  await heading('Your e-mail address');
  expect(screen.queryByText(/LINE is ready/)).toBeNull();
  await signUpTo('line-3@example.com');
  await enterCode(await portal.lastCode('line-3@example.com'));
  await heading('Choose your password');
  expect(screen.getByText('Step 3 of 4: Password')).toBeVisible();
});
