import { enabled } from '@portal/delivery/dev/testing';
import { startTestServer, type TestServer } from '@portal/server/testing';
import { authStore, userAtom } from '@portal/shared-auth';
import type { PortalPage } from '@portal/shared-contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  anotherCode,
  confirmByCode,
  enterCode,
  lastCode,
  openAs,
  press,
} from '../../../testing/open-as.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const PASSWORD = 'sakura-mochi-2026';
const START = '/en/account/change-email';
let count = 0;
const newMember = () => {
  count += 1;
  return { email: `hanako-${count}@example.com`, emailVerified: true, password: PASSWORD };
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

async function openForm(answer?: (request: Request) => Promise<Response>) {
  const member = newMember();
  const opened = await openAs(server, START, member, answer);
  await confirmByCode(server, member.email);
  await heading('Enter the new address');
  return { ...opened, member };
}

async function fill(email: string, password = PASSWORD) {
  const address = await screen.findByLabelText(/^New e-mail address/);
  await userEvent.clear(address);
  await userEvent.type(address, email);
  const field = screen.getByLabelText(/^Current password/);
  await userEvent.clear(field);
  await userEvent.type(field, password);
}

// @proves 1.5 2.7 2.8 2.9 2.10
test('changes the address: a code to the old address, the new address, a code to the new address', async () => {
  const { at, member } = await openForm();
  await fill('hanako.new@example.com');
  await press('Send a code to this address');
  await heading('Confirm the new address');
  expect(screen.getByText(/hanako\.new@example\.com/)).toBeVisible();
  await enterCode(await lastCode(server, 'hanako.new@example.com'));
  await heading('Your address has been changed');
  expect(at()).toBe('/en/account/change-email/complete');
  expect(authStore.get(userAtom)?.email).toBe('hanako.new@example.com');
  const told = await server.outbox.messages();
  expect(told.some(({ recipient, text }) => recipient === member.email && /http/.test(text))).toBe(
    true,
  );
  expect(JSON.stringify(sessionStorage)).not.toContain(PASSWORD);
});

const LOST = 'I cannot open this mailbox any more';

// @proves 12.96 12.97
test('without the mailbox, a recovery code stands in, and the old address can undo the change', async () => {
  const member = newMember();
  let codes: readonly string[] = [];
  const prepare = async (id: string) => {
    codes = await server.makeRecoveryCodes(id);
  };
  const { count: sent } = await openAs(server, START, member, undefined, prepare);
  await press(LOST);
  await press('Use a recovery code instead');
  await waitFor(() => expect(document.body).not.toHaveFocus());
  await userEvent.type(await screen.findByLabelText(/^Recovery code/), '00000-00000');
  await press('Confirm');
  expect(await screen.findByText(/does not match or was used already/)).toBeVisible();
  await userEvent.clear(screen.getByLabelText(/^Recovery code/));
  await userEvent.type(screen.getByLabelText(/^Recovery code/), codes[0] ?? '');
  await press('Confirm');
  await heading('Enter the new address');
  await fill('found@example.com');
  await press('Send a code to this address');
  await enterCode(await lastCode(server, 'found@example.com'));
  await heading('Your address has been changed');
  expect(sent('POST /v2/me/mfa/send-code')).toBe(0);
  const told = await server.outbox.messages();
  const undo = told.find(
    ({ recipient, text }) => recipient === member.email && /\/undo-changes#token=/.test(text),
  );
  expect(undo).toBeDefined();
});

// @proves 12.96
test('without the mailbox, a code to the confirmed number stands in', async () => {
  const phone = '+819012345678';
  const member = { ...newMember(), phone, phoneConfirmedAt: server.clock.now() };
  await openAs(server, START, member);
  // The strongest way comes first, and e-mail is offered beside it.
  await press('Get a code by e-mail instead');
  await press(LOST);
  await press('Get a code by text message (SMS) instead');
  await confirmByCode(server, phone);
  await heading('Enter the new address');
});

// @proves 12.98
test.each([
  ['and is told whom to ask', { contact: 'https://www.example.com/contact' }],
  ['and is offered no contact where none is configured', {}],
])('a member with nothing but the mailbox learns what to do %s', async (_, siteLinks) => {
  await openAs(server, START, newMember());
  window.portal = { config: { ...window.portal.config, siteLinks } } as PortalPage;
  await press(LOST);
  expect(
    screen.getByText(/Only a code sent to this mailbox can show that it is you/),
  ).toBeVisible();
  expect(screen.getByText(/ask your e-mail provider/)).toBeVisible();

  const links = screen.queryAllByRole('link', { name: 'Contact us' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Object.values(siteLinks));
  await press(LOST);
  expect(screen.queryByText(/ask your e-mail provider/)).toBeNull();
});

// @proves 12.98
test('a member whose passkey this browser cannot use is told where it works', async () => {
  const prepare = (id: string) => server.addPasskey(id, 'Laptop');
  await openAs(server, START, newMember(), undefined, prepare);
  await press(LOST);
  expect(screen.getByText(/in a browser or on a device that can use it/)).toBeVisible();
  expect(screen.queryByText(/has no passkey/)).toBeNull();
});

// @proves 12.98
test('a member with LINE can sign in with it instead', async () => {
  const prepare = (id: string) => server.linkLine(id);
  await openAs(server, START, newMember(), undefined, prepare);
  await press(LOST);
  expect(screen.getByRole('button', { name: 'Sign in again with LINE' })).toBeVisible();
});

test.each(['form', 'verify-code', 'complete'])(
  'a deep link to %s redirects to the first step',
  async (step) => {
    const { at } = await openAs(server, `${START}/${step}`, newMember());
    await heading('Change e-mail address');
    expect(at()).toBe(START);
  },
);

test('a wrong code shows an error, and after the fifth only a new code works', async () => {
  const member = newMember();
  const { count: sent } = await openAs(server, START, member);
  await press('Send a code');
  await screen.findByLabelText(/^Code/);
  const right = await lastCode(server, member.email);
  for (let tries = 1; tries <= 5; tries += 1) {
    await enterCode(anotherCode(right, tries));
    await waitFor(() => expect(screen.queryByDisplayValue(anotherCode(right, tries))).toBeNull());
    if (tries < 5) expect(await screen.findByText(/code is not right/)).toBeVisible();
  }
  expect(await screen.findByText(/wrong code was entered five times/)).toBeVisible();
  expect(screen.queryByLabelText(/^Code/)).toBeNull();
  expect(sent('POST /mfa/verify-code')).toBe(5);
});

test('a sent code survives a reload and is not sent again', async () => {
  const member = newMember();
  const { reload, count: sent } = await openAs(server, START, member);
  await press('Send a code');
  await screen.findByLabelText(/^Code/);
  await reload(START);
  await enterCode(await lastCode(server, member.email));
  await heading('Enter the new address');
  expect(sent('POST /v2/me/mfa/send-code')).toBe(1);
});

test('Back and reload keep the typed address but never the password', async () => {
  const { reload } = await openForm();
  await fill('typed@example.com');
  await reload(`${START}/form`);
  expect(await screen.findByLabelText(/^New e-mail address/)).toHaveValue('typed@example.com');
  expect(screen.getByLabelText(/^Current password/)).toHaveValue('');
});

test('a wrong password shows an error under its field, and the address stays', async () => {
  await openForm();
  await fill('other@example.com', 'not-my-password');
  await press('Send a code to this address');
  expect(await screen.findByText(/password is not right/)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText(/^Current password/)).toHaveFocus());
  expect(screen.getByLabelText(/^New e-mail address/)).toHaveValue('other@example.com');
});

test('refuses the current address as the new one', async () => {
  const { member, count: sent } = await openForm();
  await fill(member.email.toUpperCase());
  await press('Send a code to this address');
  expect((await screen.findAllByText(/This is your current address/)).length).toBeGreaterThan(0);
  expect(sent('PUT /me/change-email')).toBe(0);
});

test('an expired confirmation is renewed in place, and the change is requested once', async () => {
  const { member, at, id } = await openForm();
  await fill('later@example.com');
  server.clock.advance(11 * 60 * 1000);
  // The session is renewed, so that only the confirmation is too old.
  await server.renewSessions(id);
  await press('Send a code to this address');
  await screen.findByRole('heading', { name: 'Please confirm that it is you' });
  expect(at()).toBe(`${START}/form`);
  await confirmByCode(server, member.email);
  await heading('Confirm the new address');
  const messages = await server.outbox.messages();
  expect(messages.filter(({ recipient }) => recipient === 'later@example.com')).toHaveLength(1);
});

test('two presses send one request', async () => {
  const { count: sent } = await openForm();
  await fill('once@example.com');
  const button = await screen.findByRole('button', { name: 'Send a code to this address' });
  await enabled(button);
  await userEvent.dblClick(button);
  await heading('Confirm the new address');
  expect(sent('PUT /me/change-email')).toBe(1);
});

test('shows an error while offline and keeps what was typed', async () => {
  let offline = false;
  const { at } = await openForm((request) =>
    offline ? Promise.reject(new TypeError('Failed to fetch')) : server.api.fetch(request),
  );
  await fill('away@example.com');
  offline = true;
  await press('Send a code to this address');
  expect(await screen.findByText(/You seem to be offline/)).toBeVisible();
  expect(screen.getByLabelText(/^New e-mail address/)).toHaveValue('away@example.com');
  expect(screen.getByLabelText(/^Current password/)).toHaveValue(PASSWORD);
  offline = false;
  await press('Send a code to this address');
  await heading('Confirm the new address');
  expect(at()).toBe(`${START}/verify-code`);
});
