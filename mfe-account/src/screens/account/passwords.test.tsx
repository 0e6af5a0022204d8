import { authStore, userAtom } from '@portal/kit/auth';
import { sharedServer } from '@portal/kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAs, passFirstStep, press } from '../../testing/open-as.ts';

const server = sharedServer();

const PASSWORD = 'sakura-mochi-2026';
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const type = async (label: RegExp, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

// @proves 2.11 2.12 2.13
test('changes the password', async () => {
  const { count } = await openAs(server, '/en/account/change-password', {
    email: 'a@example.com',
    password: PASSWORD,
  });
  await passFirstStep();
  await heading('Choose a new password');
  await type(/^Current password/, 'not-this-one');
  await type(/^New password/, 'a-new-yuzu-tea-27');
  await press('Change password');
  expect(await screen.findByText(/Wrong password\. Enter your current/)).toBeVisible();
  await type(/^Current password/, PASSWORD);
  await press('Change password');
  await heading('Your password has been changed');
  expect(count('PUT /me/setting-password')).toBe(2);
  expect(JSON.stringify(sessionStorage)).not.toMatch(/yuzu|sakura/);
});

// @proves 2.14 2.15 2.16 3.37
test('a member without a password sets one, and the menu changes at once', async () => {
  const { at } = await openAs(server, '/en/account/change-password', { email: 'c@example.com' });
  await heading('Set a password');
  expect(at()).toBe('/en/account/password-settings');
  await passFirstStep();
  await heading('Choose a password');
  await type(/^New password/, 'a-new-yuzu-tea-27');
  await press('Set password');
  await heading('Your password has been set');
  expect(authStore.get(userAtom)?.password_set).toBe(true);
});
