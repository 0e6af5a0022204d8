import { authStore, userAtom } from '@portal/kit/auth';
import { STEP_UP_MS } from '@portal/kit/contract';
import { sharedServer } from '@portal/kit/testing';
import { confirmAtProvider } from '@portal/kit/testing/open-screen';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAs, press } from '../../../testing/open-as.ts';
import { connectLineFlow } from './flow.ts';

const server = sharedServer();

const START = '/en/account/connect-line';
const RETURN = '/en/confirm-connect-line';
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
let count = 0;

/** Opens a screen as a member with a linked LINE account. */
async function openWithLine(path: string, password?: string) {
  count += 1;
  const email = `line-${count}@example.com`;
  const member = { email, ...(password && { password }) };
  const opened = await openAs(server, path, member, undefined, server.linkLine);
  return opened;
}

// @proves 3.38
test('a member whose only sign-in method is LINE sets a password first and returns to finish', async () => {
  const { at, id } = await openWithLine(START);
  await press('Disconnect LINE');
  expect(await screen.findByText('Set a password first')).toBeVisible();
  expect(connectLineFlow.state().kind).toBe('needsPassword');

  await userEvent.click(screen.getByRole('link', { name: 'Set a password' }));
  expect(await confirmAtProvider()).toBe('set_password');
  await userEvent.type(await screen.findByLabelText(/^New password/), 'a-new-yuzu-tea-27');
  await press('Set password');
  await heading('Your password has been set');
  expect(authStore.get(userAtom)?.password_set).toBe(true);

  await userEvent.click(screen.getByRole('link', { name: 'Continue to disconnect LINE' }));
  expect(await screen.findByText(/Your password is set/)).toBeVisible();
  expect(at()).toBe(START);
  // The step-up of a moment ago was for the password, and has ended.
  server.clock.advance(STEP_UP_MS);
  await server.renewSessions(id);
  await press('Disconnect LINE');
  await confirmAtProvider();
  expect(await screen.findByRole('button', { name: 'Continue to LINE' })).toBeVisible();
  expect(authStore.get(userAtom)?.line_linked).toBe(false);
});

describe('the return from LINE', () => {
  // @proves 2.37 3.37
  test('that was requested here and is confirmed by the server shows the success page, also after a reload', async () => {
    const { at, reload } = await openWithLine('/en/account', 'sakura-mochi-2026');
    connectLineFlow.send({ type: 'leftForLine', state: 'abc' });
    await reload(`${RETURN}?result=success&state=abc`);
    await heading('LINE is connected');
    expect(at()).toBe(`${START}/complete`);
    expect(authStore.get(userAtom)?.line_linked).toBe(true);
    await reload(`${RETURN}?result=success&state=abc`);
    await heading('LINE is connected');
  });

  test('that was not requested in this tab is refused', async () => {
    const { reload } = await openAs(server, START, {});
    await reload(`${RETURN}?result=success&state=evil`);
    expect(await screen.findByText(/could not confirm that you started/)).toBeVisible();
  });
});
