import { authStore, isLoginAtom } from '@portal/kit/auth';
import { enabled } from '@portal/kit/testing/open-screen';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
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
  await fill(/^Email address/, email);
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
  [START, 'Your email address', 'Enter the code', 'Choose your password'],
])('%s: creates the account from an address, a code and a password', async (path, ...headings) => {
  expectToLeave();
  const ja = path.startsWith('/signup');
  const email = newAddress();
  const { count } = await portal.openAsStranger(path);
  await heading(headings[0] as string);
  await fill(ja ? /^メールアドレス/ : /^Email address/, email);
  await userEvent.click(screen.getByRole('checkbox'));
  await press(ja ? '確認コードを送る' : SEND);
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

// @proves 12.9
test('requires agreement to the terms, which open in a new tab', async () => {
  const { count } = await portal.openAsStranger(START);
  await fill(/^Email address/, newAddress());
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
  expect(await screen.findByLabelText(/^Email address/)).toHaveValue(email);
  expect(screen.getByRole('checkbox')).toBeChecked();
  await press(SEND);
  await heading('Enter the code');
  await reload('/en/signup/verify-code');
  await enterCode(await portal.lastCode(email));
  await heading('Choose your password');
  expect(count('POST /v2/mfa/send-code')).toBe(1);
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
