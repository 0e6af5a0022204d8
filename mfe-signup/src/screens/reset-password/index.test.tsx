import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enterCode, fill, heading, press, withServer } from '../../testing/actions.ts';

const portal = withServer();

const START = '/en/reset-password';
const PASSWORD = 'matcha-to-daifuku-88';
const SEND = 'Send a code to this address';

// @proves 12.55
test('a member without codes also gives a recovery code, before the password is set', async () => {
  const { id, email } = await portal.server.createMember({
    password: 'yuzu-to-kinako-27',
    mfaEnabled: true,
    mfaWithoutCodes: true,
  });
  await portal.server.addPasskey(id, 'Phone');
  await portal.server.addPasskey(id, 'Laptop');
  const [code = ''] = await portal.server.makeRecoveryCodes(id);
  const { count } = await portal.openAsStranger(START);
  await fill(/^Email address/, email);
  await press(SEND);
  await heading('Enter the code');
  await enterCode(await portal.lastCode(email));
  await heading('Choose a new password');
  await userEvent.type(screen.getByLabelText(/^New password/), PASSWORD);
  await press('Set password');
  expect(await screen.findByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
  // This browser has no passkeys, so the other way is asked for.
  await fill(/^Recovery code/, 'not-a-code');
  await press('Confirm');
  expect(await screen.findByText(/recovery code doesn’t match/)).toBeVisible();
  await fill(/^Recovery code/, code);
  await press('Confirm');
  await heading('Your password has been set');
  expect(count('PUT /setting-password')).toBe(2);
  expect(JSON.stringify(sessionStorage)).not.toContain(PASSWORD);
});
