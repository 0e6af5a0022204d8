import { enabled } from '@portal/kit/testing/open-screen';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { anotherCode, enterCode, fill, heading, press, withServer } from '../../testing/actions.ts';

const portal = withServer();

const START = '/en/reset-password';
const PASSWORD = 'matcha-to-daifuku-88';
const SEND = 'Send a code to this address';

async function openAtCode(answer?: (request: Request) => Promise<Response>) {
  const { email } = await portal.server.createMember({ password: 'yuzu-to-kinako-27' });
  const opened = await portal.openAsStranger(START, answer);
  await fill(/^E-mail address/, email);
  await press(SEND);
  await heading('Enter the code');
  return { ...opened, email };
}

async function openAtPassword(answer?: (request: Request) => Promise<Response>) {
  const opened = await openAtCode(answer);
  await enterCode(await portal.lastCode(opened.email));
  await heading('Choose a new password');
  return opened;
}

// @proves 12.1
test.each(['verify-code', 'form', 'complete'])(
  'a deep link to %s goes to the first step',
  async (step) => {
    const { at } = await portal.openAsStranger(`${START}/${step}`);
    await heading('Set a new password');
    expect(at()).toBe(START);
  },
);

// @proves 10.20
test('begins with the address that the sign-in page carries over', async () => {
  window.location.hash = '#email=hanako%2B1%40example.com';
  await portal.openAsStranger(START);
  expect(await screen.findByLabelText(/^E-mail address/)).toHaveValue('hanako+1@example.com');
  window.location.hash = '';
});

// @proves 12.16 3.44
test('takes the address, the code and the new password, and offers to sign in', async () => {
  const { count } = await openAtPassword();
  await userEvent.type(screen.getByLabelText(/^New password/), PASSWORD);
  await press('Set password');
  await heading('Your password has been set');
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  expect(count('PUT /setting-password')).toBe(1);
  expect(JSON.stringify(sessionStorage)).not.toContain(PASSWORD);
});

// @proves 12.50
test('the link of the message opens the new password in another browser, once', async () => {
  const { email } = await openAtCode();
  const link = await portal.lastLink(email, '/reset-password/form');
  sessionStorage.clear();
  const { at, count } = await portal.openAsStranger(link);
  await heading('Choose a new password');
  expect(at()).toBe('/en/reset-password/form');
  expect(count('PUT /setting-password')).toBe(0);
  await userEvent.type(screen.getByLabelText(/^New password/), 'qwerty123');
  await press('Set password');
  await waitFor(() =>
    expect(screen.getByLabelText(/^New password/)).toHaveAttribute('aria-invalid', 'true'),
  );
  await userEvent.clear(screen.getByLabelText(/^New password/));
  await userEvent.type(screen.getByLabelText(/^New password/), PASSWORD);
  await press('Set password');
  await heading('Your password has been set');
  sessionStorage.clear();
  await portal.openAsStranger(link);
  await userEvent.type(await screen.findByLabelText(/^New password/), PASSWORD);
  await press('Set password');
  expect(await screen.findByText(/time limit has passed/)).toBeVisible();
});

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
  await fill(/^E-mail address/, email);
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

// @proves 11.21
test('an unknown address looks the same, and no code is sent', async () => {
  const before = (await portal.server.outbox.messages()).length;
  await portal.openAsStranger(START);
  await fill(/^E-mail address/, 'nobody-at-all@example.com');
  await press(SEND);
  await heading('Enter the code');
  expect(screen.getByText(/your account may have another address/)).toBeVisible();
  await enterCode('123456');
  expect(await screen.findByText(/security code doesn’t match/)).toBeVisible();
  expect(await portal.server.outbox.messages()).toHaveLength(before);
});

// @proves 12.2 3.44
// @asvs 14.3.3
test('Back and a reload keep the address and the step, but not the password', async () => {
  const { email, reload, count } = await openAtCode();
  await reload(START);
  expect(await screen.findByLabelText(/^E-mail address/)).toHaveValue(email);
  await press(SEND);
  await heading('Enter the code');
  expect(count('POST /v2/mfa/send-code')).toBe(1);
  await enterCode(await portal.lastCode(email));
  await heading('Choose a new password');
  await userEvent.type(screen.getByLabelText(/^New password/), PASSWORD);
  await reload(`${START}/form`);
  expect(await screen.findByLabelText(/^New password/)).toHaveValue('');
  await reload(START);
  expect(await screen.findByRole('link', { name: 'Continue' })).toHaveAttribute(
    'href',
    `${START}/form`,
  );
});

// @proves 9.23
test('a wrong code shows an error; after the fifth only a new code is accepted', async () => {
  const { email, count } = await openAtCode();
  const right = await portal.lastCode(email);
  for (let tries = 1; tries <= 5; tries += 1) {
    await enterCode(anotherCode(right, tries));
    await waitFor(() => expect(count('POST /v2/mfa/verify-code')).toBe(tries));
    if (tries < 5) {
      expect(await screen.findByText(/security code doesn’t match/)).toBeVisible();
    }
  }
  expect(await screen.findByText(/wrong code was entered five times/)).toBeVisible();
});

// @proves 11.5
test('an expired code shows an error, and a new one can be sent', async () => {
  const { email } = await openAtCode();
  const code = await portal.lastCode(email);
  portal.server.clock.advance(11 * 60 * 1000);
  await enterCode(code);
  expect(
    await screen.findByText(/time limit has passed|security code doesn’t match/),
  ).toBeVisible();
});

// @proves 9.25
test('ten minutes after the code the password can no longer be set, and the reset starts again', async () => {
  const { email } = await openAtPassword();
  portal.server.clock.advance(11 * 60 * 1000);
  await userEvent.type(screen.getByLabelText(/^New password/), PASSWORD);
  await press('Set password');
  expect(await screen.findByText(/time limit has passed|can no longer be used/)).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Start again' }));
  await heading('Set a new password');
  expect(await screen.findByLabelText(/^E-mail address/)).toHaveValue(email);
});

// @proves 5.42
test('shows the error of a common password under its field', async () => {
  await openAtPassword();
  await userEvent.type(screen.getByLabelText(/^New password/), 'password123');
  await press('Set password');
  await waitFor(() =>
    expect(screen.getByLabelText(/^New password/)).toHaveAttribute('aria-invalid', 'true'),
  );
});

// @proves 4.23 12.3
test('two clicks send one request, and a lost connection loses nothing that was typed', async () => {
  let offline = false;
  const { count } = await openAtPassword((request) =>
    offline ? Promise.reject(new TypeError('Failed to fetch')) : portal.server.api.fetch(request),
  );
  await userEvent.type(screen.getByLabelText(/^New password/), PASSWORD);
  offline = true;
  await press('Set password');
  expect(await screen.findByText(/You seem to be offline/)).toBeVisible();
  expect(screen.getByLabelText(/^New password/)).toHaveValue(PASSWORD);
  offline = false;
  const before = count('PUT /setting-password');
  const button = screen.getByRole('button', { name: 'Set password' });
  await enabled(button);
  await userEvent.dblClick(button);
  await heading('Your password has been set');
  expect(count('PUT /setting-password')).toBe(before + 1);
});
