import { openScreen } from '@portal/delivery/dev/testing';
import { startTestServer, type TestServer } from '@portal/server/testing';
import { UNDO_EMAIL_CHANGE_PATH } from '@portal/shared-contract';
import { cleanup, screen } from '@testing-library/react';
import * as routes from '../routes.ts';
import { lastCode, press } from '../testing/open-as.ts';

const HOUR_MS = 60 * 60 * 1000;
const PASSWORD = 'sakura-mochi-2026';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

let count = 0;

/** A member whose address was changed, by somebody who had their session; answers the mail's link. */
async function changedAddress(password?: string) {
  count += 1;
  const old = `old-${count}@example.com`;
  const fresh = `new-${count}@example.com`;
  const { id } = await server.createMember({
    email: old,
    emailVerified: true,
    ...(password && { password }),
  });
  // What was set after the change would be taken back with it.
  server.clock.advance(1000);
  const { accessToken } = await server.signInAs(id);
  const call = (method: string, path: string, body?: object) =>
    server.api.fetch(
      new Request(`http://localhost:4302${path}`, {
        method,
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  const verify = async (type: string, to: string) =>
    call('POST', '/mfa/verify-code', { type, code: await lastCode(server, to) });
  await call('POST', '/v2/me/mfa/send-code', { type: 'verify_pre_change_email' });
  await verify('verify_pre_change_email', old);
  await call('PUT', '/me/change-email', {
    email: fresh,
    ...(password && { current_password: password }),
  });
  await verify('verify_email_change', fresh);
  const told = (await server.outbox.messages()).find(
    ({ recipient, text }) => recipient === old && text.includes(UNDO_EMAIL_CHANGE_PATH),
  );
  const link = new URL(/http\S+undo-email-change\S*/.exec(told?.text ?? '')?.[0] ?? '');
  return {
    path: `/en${UNDO_EMAIL_CHANGE_PATH}${link.search}`,
    signedIn: async () => (await call('GET', '/userinfo')).ok,
    /** The address on file, asked for in a session of its own. */
    async email(): Promise<string> {
      const { accessToken: own } = await server.signInAs(id);
      const answer = await server.api.fetch(
        new Request('http://localhost:4302/userinfo', {
          headers: { authorization: `Bearer ${own}` },
        }),
      );
      return ((await answer.json()) as { email: string }).email;
    },
    old,
    fresh,
  };
}

const open = (path: string) => openScreen({ routes, path, fetch: server.api.fetch });
const USELESS = /link can no longer be used/;

test('opening the link changes nothing; its button brings the address back and signs out everywhere', async () => {
  const { path, email, signedIn, old, fresh } = await changedAddress(PASSWORD);
  await open(path);
  await screen.findByRole('button', { name: 'Bring back my address' });
  expect(await email()).toBe(fresh);
  await press('Bring back my address');
  expect(await screen.findByText(/Your former address is back/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign in and change the password' })).toHaveAttribute(
    'href',
    '/en/account/change-password',
  );
  expect(await signedIn()).toBe(false);
  expect(await email()).toBe(old);
});

test('a link that was used says that it is done, and does nothing more', async () => {
  const { path, email, old } = await changedAddress(PASSWORD);
  await open(path);
  await press('Bring back my address');
  await screen.findByText(/Your former address is back/);
  cleanup();
  await open(path);
  await press('Bring back my address');
  expect(await screen.findByText(/has been done already/)).toBeVisible();
  expect(await email()).toBe(old);
});

test('who has no password is led to setting one', async () => {
  const { path } = await changedAddress();
  await open(path);
  await press('Bring back my address');
  expect(await screen.findByRole('link', { name: 'Set a new password' })).toHaveAttribute(
    'href',
    '/en/reset-password',
  );
});

test.each([
  ['one second before the end', -1000, 'done'],
  ['at the end', 0, 'too late'],
] as const)('the link counts for 72 hours: %s it is %s', async (_, offset, outcome) => {
  const { path } = await changedAddress(PASSWORD);
  await open(path);
  server.clock.advance(72 * HOUR_MS + offset);
  await press('Bring back my address');
  expect(
    await screen.findByText(outcome === 'done' ? /former address is back/ : USELESS),
  ).toBeVisible();
});

test.each(['', '?token=', '?token=made-up'])(
  'the link “%s” is of no use, and says so',
  async (query) => {
    await open(`/en${UNDO_EMAIL_CHANGE_PATH}${query}`);
    if (query.endsWith('made-up')) await press('Bring back my address');
    expect(await screen.findByText(USELESS)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('without a connection the page says so, and the button works when it is back', async () => {
  const { path } = await changedAddress(PASSWORD);
  let offline = true;
  await openScreen({
    routes,
    path,
    fetch: (request) =>
      offline ? Promise.reject(new TypeError('Failed to fetch')) : server.api.fetch(request),
  });
  await press('Bring back my address');
  expect(await screen.findByText(/You seem to be offline/)).toBeVisible();
  offline = false;
  await press('Bring back my address');
  expect(await screen.findByText(/Your former address is back/)).toBeVisible();
});
