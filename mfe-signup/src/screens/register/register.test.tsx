import type { TestServer } from '@portal/server/testing';
import { COMPLETE_MEMBER } from '@portal/server/testing/members';
import { authStore, userAtom } from '@portal/shared-auth';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  enterCode,
  fill,
  heading,
  lastCode,
  openAsMember,
  press,
  SOON,
  withServer,
} from '../../testing/hands.ts';
import { registerFlow } from './flow.ts';

let server: TestServer;
withServer((started) => {
  server = started;
});

const START = '/en/register';
let count = 0;
/** Who has signed up a moment ago: an address, and nothing else. */
const newcomer = () => {
  count += 1;
  return { email: `new-${count}@example.com`, emailVerified: true };
};

async function fillIn(): Promise<void> {
  await heading('Your details');
  await fill(/^Last name(?! in)/, '桜井');
  await fill(/^First name(?! in)/, 'さくら');
  await fill(/^Last name in katakana/, 'さくらい');
  await fill(/^First name in katakana/, 'サクラ');
  await fill(/^Year/, '1990');
  await fill(/^Month/, '4');
  await fill(/^Day/, '12');
  await userEvent.click(screen.getByRole('radio', { name: 'Female' }));
  await fill(/^Postal code/, '1000001');
  await userEvent.tab();
  await waitFor(() => expect(screen.getByLabelText(/^City/)).toHaveValue('千代田区'), SOON);
  await fill(/^Street address/, '千代田1-1');
  await fill(/^Phone number/, '09012345678');
}

async function openAtCheck(answer?: (request: Request) => Promise<Response>) {
  const member = newcomer();
  const opened = await openAsMember(server, START, member, answer);
  await fillIn();
  await press('Check your details');
  await heading('Check your details');
  return { ...opened, member };
}

test('straight through: details, a look at them, welcome, and no second step for now', async () => {
  const { count: sent, at } = await openAtCheck();
  for (const shown of ['サクライ', 'April 12, 1990', '100-0001', '090-1234-5678', 'Tokyo']) {
    expect(screen.getByText(shown)).toBeVisible();
  }
  expect(sent('PUT /me')).toBe(0);
  await press('Register');
  await heading('Welcome!');
  expect(sent('PUT /me')).toBe(1);
  expect(authStore.get(userAtom)).toMatchObject({ last_name: '桜井', city: '千代田区' });
  await press('Not now');
  await waitFor(() => expect(at()).toBe('/en/my-page'));
});

test('the second step is turned on by a code', async () => {
  const { member, at } = await openAtCheck();
  await press('Register');
  await heading('Welcome!');
  await userEvent.click(screen.getByRole('link', { name: 'Turn on two-step verification' }));
  await heading('Two-step verification');
  await press('Turn on');
  await press('Send a code');
  await enterCode(await lastCode(server, member.email));
  await press('Confirm');
  await waitFor(() => expect(at()).toBe('/en/my-page'), SOON);
  expect(authStore.get(userAtom)).toMatchObject({ mfa_enabled: true, mfa_channel: 'email' });
});

test.each(['confirm', 'complete', 'enable-2fa'])(
  'a deep link to %s leads to the first step',
  async (step) => {
    const { at } = await openAsMember(server, `${START}/${step}`, newcomer());
    await heading('Your details');
    expect(at()).toBe(START);
  },
);

test('Back and reload keep everything that was typed', async () => {
  const { reload } = await openAtCheck();
  await reload('/en/register/confirm');
  await heading('Check your details');
  await reload(START);
  await heading('Your details');
  expect(screen.getByLabelText(/^Last name in katakana/)).toHaveValue('サクライ');
  expect(screen.getByLabelText(/^Street address/)).toHaveValue('千代田1-1');
  expect(screen.getByLabelText(/^Year/)).toHaveValue('1990');
});

test('what is missing is said in words, and nothing is asked of the server', async () => {
  const { count: sent } = await openAsMember(server, START, newcomer());
  await heading('Your details');
  await press('Check your details');
  expect((await screen.findAllByText('Please enter your last name.', {}, SOON)).length).toBe(2);
  expect(sent('PUT /me')).toBe(0);
});

test('what the server finds wrong leads back to its field', async () => {
  await openAtCheck((request) =>
    request.method === 'PUT'
      ? Promise.resolve(
          Response.json(
            { error: 'request.invalid', error_descriptions: { phone: ['format.phone'] } },
            { status: 422 },
          ),
        )
      : server.api.fetch(request),
  );
  await press('Register');
  await heading('Your details');
  expect(
    (await screen.findAllByText('This phone number cannot be used. Please check it.', {}, SOON))
      .length,
  ).toBeGreaterThan(0);
});

test('who has nothing to add is let through', async () => {
  const { at } = await openAsMember(server, START, { ...newcomer(), ...COMPLETE_MEMBER });
  await waitFor(() => expect(at()).toBe('/en/my-page'), SOON);
});

test('it can be put off', async () => {
  const { at } = await openAsMember(server, START, newcomer());
  await press('Later');
  await waitFor(() => expect(at()).toBe('/en/my-page'), SOON);
});

test('a member with two-step verification confirms by a code, and is registered once', async () => {
  const member = { ...newcomer(), mfaEnabled: true };
  const { count: sent } = await openAsMember(server, START, member);
  await fillIn();
  await press('Check your details');
  await heading('Check your details');
  await press('Register');
  await press('Send a code');
  await enterCode(await lastCode(server, member.email));
  await press('Confirm');
  await heading('Welcome!');
  expect(sent('PUT /me')).toBe(2);
  // The second step is on already: there is nothing to offer.
  expect(screen.queryByRole('link', { name: 'Turn on two-step verification' })).toBeNull();
  await press('Continue');
});

test('two presses are one request, and a lost connection loses nothing', async () => {
  let offline = false;
  const { count: sent } = await openAtCheck((request) =>
    offline ? Promise.reject(new TypeError('Failed to fetch')) : server.api.fetch(request),
  );
  offline = true;
  await press('Register');
  expect(await screen.findByText(/You seem to be offline/, {}, SOON)).toBeVisible();
  offline = false;
  const before = sent('PUT /me');
  const button = screen.getByRole('button', { name: 'Register' });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'), SOON);
  await userEvent.dblClick(button);
  await heading('Welcome!');
  expect(sent('PUT /me')).toBe(before + 1);
});

test('after it is done, the first step leads to the last', async () => {
  const { reload, at } = await openAtCheck();
  await press('Register');
  await heading('Welcome!');
  await reload(START);
  await heading('Welcome!');
  expect(at()).toBe('/en/register/complete');
  act(() => registerFlow.forget());
});
