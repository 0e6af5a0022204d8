import { screen } from '@testing-library/react';
import { expectToLeave, press, withServer } from '../../testing/actions.ts';

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

test('refuses a LINE ticket that this tab did not ask for, and says why', async () => {
  expectToLeave();
  const ticket = await portal.server.lineTicket();
  await comeFromLine({ connection_ticket: ticket, state: 'planted' });
  expect(await screen.findByText(/could not confirm that you started/)).toBeVisible();
  expect(screen.queryByText(/LINE is ready/)).toBeNull();
  expect(window.location.hash).toBe('');
  expect(JSON.stringify(sessionStorage)).not.toContain(ticket);
});
