import { enabled } from '@portal/kit/testing/open-screen';
import { screen } from '@testing-library/react';
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
