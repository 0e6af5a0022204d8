import { authStore, userAtom } from '@portal/kit/auth';
import { screen, waitFor } from '@testing-library/react';
import { enterCode, heading, press, withServer } from '../../testing/actions.ts';

const portal = withServer();

const START = '/en/verify-user';
let count = 0;
const unverified = () => {
  count += 1;
  return { email: `unverified-${count}@example.com`, emailVerified: false };
};
const verified = () => authStore.get(userAtom)?.email_verified;

async function openAtCode(answer?: (request: Request) => Promise<Response>) {
  const member = unverified();
  const opened = await portal.openAsMember(START, member, answer);
  await heading('Confirm this email address');
  expect(await screen.findByText(new RegExp(member.email))).toBeVisible();
  await press('Send a code');
  await heading('Enter the code');
  return { ...opened, ...member };
}

// @proves 2.54
test('confirms the address by a code', async () => {
  const { email, count: sent } = await openAtCode();
  await enterCode(await portal.lastCode(email));
  // The guard in shell/src/router redirects from here.
  await waitFor(() => expect(verified()).toBe(true));
  expect(sent('PUT /me/verify-email')).toBe(1);
});

// @proves 12.47
test('can be put off at the first step', async () => {
  const { at } = await portal.openAsMember(START, unverified());
  await press('Later');
  await waitFor(() => expect(at()).toBe('/en/my-page'));
});
