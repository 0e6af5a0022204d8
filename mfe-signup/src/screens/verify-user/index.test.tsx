import { authStore, userAtom } from '@portal/kit/auth';
import { screen, waitFor } from '@testing-library/react';
import { anotherCode, enterCode, heading, press, withServer } from '../../testing/actions.ts';

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
  await heading('Confirm this e-mail address');
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

// @proves 12.1
test('a deep link to the code step goes to the first step', async () => {
  const { at } = await portal.openAsMember(`${START}/verify-code`, unverified());
  await heading('Confirm this e-mail address');
  expect(at()).toBe(START);
});

// @proves 12.2
test('Back and a reload keep the code that was sent', async () => {
  const { email, reload, count: sent } = await openAtCode();
  await reload(START);
  expect(await screen.findByRole('link', { name: 'Enter the code' })).toBeVisible();
  await reload(`${START}/verify-code`);
  await enterCode(await portal.lastCode(email));
  await waitFor(() => expect(verified()).toBe(true));
  expect(sent('POST /v2/me/mfa/send-code')).toBe(1);
});

// @proves 9.3
test('counts down the minute until the next code can be sent', async () => {
  await openAtCode();
  expect(await screen.findByText(/You can ask for a new code in (60|5\d) seconds/)).toBeVisible();
});

test('a wrong code shows an error', async () => {
  const { email } = await openAtCode();
  await enterCode(anotherCode(await portal.lastCode(email)));
  expect(await screen.findByText(/security code doesn’t match/)).toBeVisible();
  expect(verified()).toBe(false);
});

// @proves 12.47
test('can be put off at the first step', async () => {
  const { at } = await portal.openAsMember(START, unverified());
  await press('Later');
  await waitFor(() => expect(at()).toBe('/en/my-page'));
});

// @proves 12.47
test('can be put off at the second step', async () => {
  const { at } = await openAtCode();
  await press('Later');
  await waitFor(() => expect(at()).toBe('/en/my-page'));
});

test('after a connection lost between code and confirmation, a retry needs no new code', async () => {
  let offline = false;
  const { email, count: sent } = await openAtCode((request) =>
    offline && request.method === 'PUT'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : portal.server.api.fetch(request),
  );
  offline = true;
  await enterCode(await portal.lastCode(email));
  expect(await screen.findByText(/You seem to be offline/)).toBeVisible();
  offline = false;
  await press('Confirm');
  await waitFor(() => expect(verified()).toBe(true));
  expect(sent('POST /mfa/verify-code')).toBe(1);
});
