import { authStore, isLoginAtom } from '@portal/kit/auth';
import { enabled } from '@portal/kit/testing/open-screen';
import { followServerClock } from '@portal/kit/testing/test-clock';
import { pageStep } from '@portal/kit/ui';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  anotherCode,
  enterCode,
  expectToLeave,
  fill,
  heading,
  press,
  withServer,
} from '../../testing/actions.ts';

const portal = withServer();

const START = '/en/signup/enter-email';
const PASSWORD = 'yuzu-to-kinako-27';
const SEND = 'Send a code to this address';
afterEach(() => jest.restoreAllMocks());
let people = 0;
const newAddress = () => {
  people += 1;
  return `newcomer-${people}@example.com`;
};

async function sendCode(email: string): Promise<void> {
  await fill(/^E-mail address/, email);
  const agreed = screen.getByRole('checkbox');
  if (!(agreed as HTMLInputElement).checked) await userEvent.click(agreed);
  await press(SEND);
  await heading('Enter the code');
}

async function openAtCode(answer?: (request: Request) => Promise<Response>) {
  const email = newAddress();
  const opened = await portal.openAsStranger(START, answer);
  await sendCode(email);
  return { ...opened, email };
}

async function openAtPassword(answer?: (request: Request) => Promise<Response>) {
  const opened = await openAtCode(answer);
  await enterCode(await portal.lastCode(opened.email));
  await heading('Choose your password');
  return opened;
}

// @proves 3.44 4.17 12.9 12.10
test.each([
  ['/signup/enter-email', 'メールアドレスの入力', '確認コードの入力', 'パスワードの設定'],
  [START, 'Your e-mail address', 'Enter the code', 'Choose your password'],
])('%s: creates the account from an address, a code and a password', async (path, ...headings) => {
  expectToLeave();
  const ja = path.startsWith('/signup');
  const email = newAddress();
  const { count } = await portal.openAsStranger(path);
  await heading(headings[0] as string);
  await fill(ja ? /^メールアドレス/ : /^E-mail address/, email);
  await userEvent.click(screen.getByRole('checkbox'));
  await press(ja ? 'このアドレスに確認コードを送信' : SEND);
  await heading(headings[1] as string);
  await enterCode(await portal.lastCode(email));
  await heading(headings[2] as string);
  const password = await screen.findByLabelText(ja ? /^パスワード/ : /^Password/);
  await waitFor(() => expect(password).toHaveFocus());
  await userEvent.type(password, PASSWORD);
  await press(ja ? 'アカウントを作成' : 'Create the account');
  await heading(ja ? 'アカウントができました' : 'Your account is ready');
  expect(count('POST /signup')).toBe(1);
  // The visitor is signed in, and an authorization with the sign-up token has started.
  expect(authStore.get(isLoginAtom)).toBe(true);
  expect(localStorage.getItem('access_token')).toBeTruthy();
  expect(JSON.stringify(sessionStorage)).not.toContain(PASSWORD);
  expect(sessionStorage.getItem('draft:sign-up')).toBeNull();
});

// @proves 13.70
test('the page is named after the step within it', async () => {
  await openAtCode();
  expect(pageStep()).toBe('Enter the code');
  cleanup();
  await openAtPassword();
  expect(pageStep()).toBe('Choose your password');
});

// @proves 12.82
test('counts the steps through to the profile', async () => {
  expectToLeave();
  await openAtPassword();
  expect(screen.getByText('Step 3 of 4: Password')).toBeVisible();
  await userEvent.type(await screen.findByLabelText(/^Password/), PASSWORD);
  await press('Create the account');
  await heading('Your account is ready');
  expect(screen.getByText('Step 4 of 4: Details')).toBeVisible();
});

// @proves 12.1
test('a deep link to the code step goes to the address step', async () => {
  const { at } = await portal.openAsStranger('/en/signup/verify-code');
  await heading('Your e-mail address');
  expect(at()).toBe(START);
});

// @proves 12.9
test('requires agreement to the terms, which open in a new tab', async () => {
  const { count } = await portal.openAsStranger(START);
  await fill(/^E-mail address/, newAddress());
  await press(SEND);
  expect(
    (await screen.findAllByText('Read and agree to the terms of service.')).length,
  ).toBeGreaterThan(0);
  expect(count('POST /v2/mfa/send-code')).toBe(0);
  expect(screen.getByRole('link', { name: /opens in a new tab/ })).toHaveAttribute(
    'target',
    '_blank',
  );
});

// @proves 12.2
test('Back and a reload keep the address and the agreement, and send no second code', async () => {
  const { email, reload, count } = await openAtCode();
  await reload(START);
  expect(await screen.findByLabelText(/^E-mail address/)).toHaveValue(email);
  expect(screen.getByRole('checkbox')).toBeChecked();
  await press(SEND);
  await heading('Enter the code');
  await reload('/en/signup/verify-code');
  await enterCode(await portal.lastCode(email));
  await heading('Choose your password');
  expect(count('POST /v2/mfa/send-code')).toBe(1);
});

// @proves 3.44 12.2
test('a reload at the password asks for the code again, and the same code is accepted', async () => {
  const { email, reload } = await openAtPassword();
  await userEvent.type(await screen.findByLabelText(/^Password/), PASSWORD);
  await reload('/en/signup/verify-code');
  await heading('Enter the code');
  await enterCode(await portal.lastCode(email));
  await heading('Choose your password');
  expect(screen.getByLabelText(/^Password/)).toHaveValue('');
});

// @proves 9.23
test('a wrong code shows an error; after the fifth only a new code is accepted', async () => {
  const { email, count } = await openAtCode();
  const right = await portal.lastCode(email);
  for (let tries = 1; tries <= 5; tries += 1) {
    await enterCode(anotherCode(right, tries));
    await waitFor(() => expect(count('POST /v2/mfa/verify-code')).toBe(tries));
    if (tries < 5) expect(await screen.findByText(/code doesn’t match/)).toBeVisible();
  }
  expect(await screen.findByText(/wrong code was entered five times/)).toBeVisible();
  expect(screen.queryByLabelText(/^Code/)).toBeNull();
});

// @proves 12.80
test('a code filled in again after it was refused is not sent by itself a second time', async () => {
  const { email, count } = await openAtCode();
  const checks = () => count('POST /v2/mfa/verify-code');
  const right = await portal.lastCode(email);
  await enterCode(anotherCode(right));
  expect(await screen.findByText(/code doesn’t match/)).toBeVisible();
  await enterCode(anotherCode(right));
  expect(screen.getByLabelText(/^Code/)).toHaveValue(anotherCode(right));
  await press('Confirm');
  await waitFor(() => expect(screen.getByLabelText(/^Code/)).toHaveValue(''));
  expect(checks()).toBe(2);
  await enterCode(right);
  await heading('Choose your password');
});

// @proves 11.20
test('tells that the address has an account only after the right code, and offers to sign in', async () => {
  const { email } = await portal.server.createMember({ password: PASSWORD });
  await portal.openAsStranger(START);
  await sendCode(email);
  expect(screen.queryByText(/already/)).toBeNull();
  await enterCode(await portal.lastCode(email));
  await heading('You already have an account');
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  expect(screen.getByRole('link', { name: 'Use another address' })).toHaveAttribute('href', START);
  expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
    'href',
    '/en/reset-password',
  );
});

// @proves 5.42 5.43
test('shows the error of a common password, and of the address as a password, under the field', async () => {
  const { email } = await openAtPassword();
  for (const password of ['password123', email]) {
    await fill(/^Password/, password);
    await press('Create the account');
    await waitFor(() =>
      expect(screen.getByLabelText(/^Password/)).toHaveAttribute('aria-invalid', 'true'),
    );
    expect(screen.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  }
});

// @proves 11.5
test('a code that expires while the password is typed leads back to the code step, with the reason', async () => {
  followServerClock(portal.server);
  const { email } = await openAtPassword();
  portal.server.clock.advance(11 * 60 * 1000);
  await userEvent.type(await screen.findByLabelText(/^Password/), PASSWORD);
  await press('Create the account');
  await heading('Enter the code');
  expect(await screen.findByText(/code doesn’t match/)).toBeVisible();
  await press('Send a new code');
  await waitFor(async () => expect(await portal.lastCode(email)).toBeTruthy());
});

// @proves 12.11
test('asks for agreement again if new terms came into force meanwhile', async () => {
  const { at } = await openAtPassword((request) =>
    new URL(request.url).pathname === '/signup'
      ? Promise.resolve(
          Response.json(
            {
              error: 'request.invalid',
              error_descriptions: { terms_version: ['terms.changed'] },
            },
            { status: 422 },
          ),
        )
      : portal.server.api.fetch(request),
  );
  await userEvent.type(await screen.findByLabelText(/^Password/), PASSWORD);
  await press('Create the account');
  expect(await screen.findByText(/terms of service have changed in the meantime/)).toBeVisible();
  expect(at()).toBe(START);
  expect(screen.getByRole('checkbox')).not.toBeChecked();
});

// @proves 4.23 12.3
test('two clicks create one account', async () => {
  expectToLeave();
  const { count } = await openAtPassword();
  await userEvent.type(await screen.findByLabelText(/^Password/), PASSWORD);
  const button = await screen.findByRole('button', { name: 'Create the account' });
  await enabled(button);
  await userEvent.dblClick(button);
  await heading('Your account is ready');
  expect(count('POST /signup')).toBe(1);
});

test('without a connection every step shows an error and keeps what was typed', async () => {
  let offline = false;
  expectToLeave();
  const email = newAddress();
  await portal.openAsStranger(START, (request) =>
    offline ? Promise.reject(new TypeError('Failed to fetch')) : portal.server.api.fetch(request),
  );
  await fill(/^E-mail address/, email);
  await userEvent.click(screen.getByRole('checkbox'));
  offline = true;
  await press(SEND);
  expect(await screen.findByText(/You seem to be offline/)).toBeVisible();
  expect(screen.getByLabelText(/^E-mail address/)).toHaveValue(email);
  offline = false;
  await press(SEND);
  await heading('Enter the code');
  offline = true;
  await enterCode(await portal.lastCode(email));
  expect(await screen.findByText(/You seem to be offline/)).toBeVisible();
  offline = false;
  await press('Confirm');
  await heading('Choose your password');
  await userEvent.type(await screen.findByLabelText(/^Password/), PASSWORD);
  offline = true;
  await press('Create the account');
  expect(await screen.findByText(/You seem to be offline/)).toBeVisible();
  expect(screen.getByLabelText(/^Password/)).toHaveValue(PASSWORD);
  offline = false;
  await press('Create the account');
  await heading('Your account is ready');
});
