import { authStore, userAtom } from '@portal/kit/auth';
import { sharedServer } from '@portal/kit/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enterCode, lastCode, openAs, passFirstStep, press } from '../../../testing/open-as.ts';

const server = sharedServer();

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
  const address = await screen.findByLabelText(/^New email address/);
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

test('Back and reload keep the typed address but never the password', async () => {
  const { reload } = await openForm();
  await fill('typed@example.com');
  await reload(`${START}/form`);
  expect(await screen.findByLabelText(/^New email address/)).toHaveValue('typed@example.com');
  expect(screen.getByLabelText(/^Current password/)).toHaveValue('');
});
