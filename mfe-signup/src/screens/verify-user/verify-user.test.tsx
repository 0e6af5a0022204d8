import type { TestServer } from '@portal/server/testing';
import { authStore, userAtom } from '@portal/shared-auth';
import { screen, waitFor } from '@testing-library/react';
import {
  enterCode,
  heading,
  lastCode,
  openAsMember,
  otherThan,
  press,
  SOON,
  withServer,
} from '../../testing/hands.ts';

let server: TestServer;
withServer((started) => {
  server = started;
});

const START = '/en/verify-user';
let count = 0;
const unverified = () => {
  count += 1;
  return { email: `unverified-${count}@example.com`, emailVerified: false };
};
const verified = () => authStore.get(userAtom)?.email_verified;

async function openAtCode(answer?: (request: Request) => Promise<Response>) {
  const member = unverified();
  const opened = await openAsMember(server, START, member, answer);
  await heading('Please confirm your e-mail address');
  expect(screen.getByText(new RegExp(member.email))).toBeVisible();
  await press('Send a code');
  await heading('Enter the code');
  return { ...opened, ...member };
}

test('a code to the address confirms it', async () => {
  const { email, count: sent } = await openAtCode();
  await enterCode(await lastCode(server, email));
  // From there the guard leads on (shell/src/router).
  await waitFor(() => expect(verified()).toBe(true), SOON);
  expect(sent('PUT /me/verify-email')).toBe(1);
});

test('a deep link to the code leads to the first step', async () => {
  const { at } = await openAsMember(server, `${START}/verify-code`, unverified());
  await heading('Please confirm your e-mail address');
  expect(at()).toBe(START);
});

test('Back and reload keep the code that is on its way', async () => {
  const { email, reload, count: sent } = await openAtCode();
  await reload(START);
  expect(await screen.findByRole('link', { name: 'Enter the code' })).toBeVisible();
  await reload(`${START}/verify-code`);
  await enterCode(await lastCode(server, email));
  await waitFor(() => expect(verified()).toBe(true), SOON);
  expect(sent('POST /v2/me/mfa/send-code')).toBe(1);
});

test('the next code has to wait for a minute, which is counted down', async () => {
  await openAtCode();
  expect(await screen.findByText(/You can ask for a new code in (60|5\d) seconds/)).toBeVisible();
});

test('a wrong code is said in words', async () => {
  const { email } = await openAtCode();
  await enterCode(otherThan(await lastCode(server, email)));
  expect(await screen.findByText(/security code is not right/, {}, SOON)).toBeVisible();
  expect(verified()).toBe(false);
});

test('it can be put off at the first step', async () => {
  const { at } = await openAsMember(server, START, unverified());
  await press('Later');
  await waitFor(() => expect(at()).toBe('/en/my-page'), SOON);
});

test('it can be put off at the second step', async () => {
  const { at } = await openAtCode();
  await press('Later');
  await waitFor(() => expect(at()).toBe('/en/my-page'), SOON);
});

test('a connection lost between code and confirmation is made good without a new code', async () => {
  let offline = false;
  const { email, count: sent } = await openAtCode((request) =>
    offline && request.method === 'PUT'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : server.api.fetch(request),
  );
  offline = true;
  await enterCode(await lastCode(server, email));
  expect(await screen.findByText(/You seem to be offline/, {}, SOON)).toBeVisible();
  offline = false;
  await press('Confirm');
  await waitFor(() => expect(verified()).toBe(true), SOON);
  expect(sent('POST /mfa/verify-code')).toBe(1);
});
