import { authStore, userAtom } from '@portal/kit/auth';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { left } from '@portal/kit/testing/left-page';
import { confirmAtProvider, enabled } from '@portal/kit/testing/open-screen';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enterCode, lastCode, openAs, passFirstStep, press } from '../../../testing/open-as.ts';

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
  await passFirstStep();
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

test.each(['form', 'verify-code', 'complete'])(
  'a deep link to %s redirects to the first step',
  async (step) => {
    const { at } = await openAs(server, `${START}/${step}`, newMember());
    await heading('Change e-mail address');
    expect(at()).toBe(START);
  },
);

// @proves 10.425
test('a member who comes back without confirming is asked again', async () => {
  const { count: sent } = await openAs(server, START, newMember());
  await press('Continue');
  expect((await left()).searchParams.get('act')).toBe('change_email');
  expect(screen.getByRole('button', { name: 'Continue' })).toBeVisible();
  expect(sent('PUT /me/change-email')).toBe(0);
});

// @proves 10.420
test('goes to the provider at once from a link of the portal', async () => {
  const { router } = await openAs(server, '/en/account/nowhere', newMember());
  await act(() => router.navigate(START));
  const { searchParams } = await left();
  expect(Object.fromEntries(searchParams)).toMatchObject({
    act: 'change_email',
    prompt: 'login',
    max_age: '0',
  });
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
  expect(await screen.findByText(/Wrong password/)).toBeVisible();
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

test('a confirmation that has ended is given again, and what may be kept is kept', async () => {
  const { at, id } = await openForm();
  await fill('later@example.com');
  server.clock.advance(11 * 60 * 1000);
  // The session is renewed, so that only the confirmation is too old.
  await server.renewSessions(id);
  await press('Send a code to this address');
  expect(await confirmAtProvider()).toBe('change_email');
  expect(await screen.findByLabelText(/^New e-mail address/)).toHaveValue('later@example.com');
  await userEvent.type(screen.getByLabelText(/^Current password/), PASSWORD);
  await press('Send a code to this address');
  await heading('Confirm the new address');
  expect(at()).toBe(`${START}/verify-code`);
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
