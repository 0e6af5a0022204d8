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
  await fill(/^Email address/, email);
  await userEvent.click(screen.getByRole('checkbox'));
  await press('Send a code to this address');
  await heading('Enter the code');
}

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

test('refuses a LINE ticket that this tab did not ask for, and says why', async () => {
  expectToLeave();
  const ticket = await portal.server.lineTicket();
  await comeFromLine({ connection_ticket: ticket, state: 'planted' });
  expect(await screen.findByText(/could not confirm that you started/)).toBeVisible();
  expect(screen.queryByText(/LINE is ready/)).toBeNull();
  expect(window.location.hash).toBe('');
  expect(JSON.stringify(sessionStorage)).not.toContain(ticket);
});
