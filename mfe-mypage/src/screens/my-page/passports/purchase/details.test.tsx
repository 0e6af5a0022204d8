import { authStore, userAtom } from '@portal/kit/auth';
import { createTestClock, startTestServer, type TestServer } from '@portal/kit/testing';
import { openScreenAs } from '@portal/kit/testing/open-screen';
import { pageStep } from '@portal/kit/ui';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as routes from '../../../../routes.ts';
import { HANAKO } from '../../../../testing/members.ts';
import { heading, press } from '../../../../testing/purchase.ts';

const PURCHASE = '/en/my-page/passports/purchase';
const DETAILS = `${PURCHASE}?step=details`;
const ABOUT_YOU = 'Details about you';

/** What the registration leaves open. */
const REGISTERED = {
  ...HANAKO,
  mfaEnabled: false,
  dateOfBirth: null,
  gender: null,
  postalCode: null,
  prefectureId: null,
  city: null,
  address: null,
  phone: null,
  phoneCountryCode: null,
} as const;

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ clock: createTestClock(new Date()) });
});
afterEach(() => server.close());

/** @param amr how the member has just signed in: by a code, which is a step-up */
async function open(
  member: Parameters<TestServer['createMember']>[0],
  { path = PURCHASE, fetch = server.api.fetch, amr = ['otp'] } = {},
) {
  const opened = await openScreenAs(server, { routes, path, member, fetch, amr });
  return {
    ...opened,
    puts: () => opened.sent.filter(({ method }) => method === 'PUT'),
  };
}

async function fill(label: RegExp, text: string): Promise<void> {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}

/** Fills in what the registration has left open, for Japan. */
async function fillIn(): Promise<void> {
  await heading(ABOUT_YOU);
  await fill(/^Year/, '1990');
  await fill(/^Month/, '4');
  await fill(/^Day/, '12');
  await userEvent.click(screen.getByRole('radio', { name: 'Female' }));
  await fill(/^Postal code/, '1000001');
  await userEvent.tab();
  await waitFor(() => expect(screen.getByLabelText(/^City/)).toHaveValue('千代田区'));
  await fill(/^Street address/, '千代田1-1');
  await fill(/^Phone number/, '09012345678');
}

const asked = () =>
  [...document.querySelectorAll('form label, form legend')].map((one) => one.textContent ?? '');

// @proves 14.90 14.91
test('begins with what the profile lacks, saves it, and goes on', async () => {
  const { at, puts } = await open(REGISTERED);
  await heading(ABOUT_YOU);
  expect(at()).toBe(DETAILS);
  expect(pageStep()).toBe(ABOUT_YOU);
  expect(screen.getByText('Step 1 of 5: Details about you')).toBeVisible();
  expect(asked().join()).not.toMatch(/name|Country or region|news/);
  expect(screen.getByText(/^Staff compare your name and date of birth/)).toBeVisible();
  expect(screen.getByText('A physical card is sent to this address.')).toBeVisible();
  await fillIn();
  await press('Save and continue');
  await heading('Buy a passport');
  expect(at()).toBe(PURCHASE);
  expect(screen.getByText('Step 2 of 5: Who it’s for')).toBeVisible();
  expect(authStore.get(userAtom)).toMatchObject({
    date_of_birth: '1990-04-12',
    city: '千代田区',
    phone: '+819012345678',
    last_name: HANAKO.lastName,
  });
  expect(puts()).toHaveLength(1);
  await press('Next');
  await heading('Choose a design');
});

// @proves 13.62 13.63 14.90
test('who has put off the registration is asked for everything, the country first', async () => {
  await open({ emailVerified: true });
  await heading(ABOUT_YOU);
  expect(asked().join()).not.toMatch(/katakana|Prefecture/);
  await fill(/^Phone number/, '0851234567');
  const choose = (country: string) =>
    fireEvent.change(screen.getByLabelText(/^Country or region/), { target: { value: country } });
  const numberOf = screen.getByRole('combobox', { name: 'Country of the number' });
  choose('IE');
  await waitFor(() => expect(numberOf).toHaveValue('Ireland +353'));
  expect(screen.getByLabelText(/^Phone number/)).toHaveValue('085 123 4567');
  await fill(/^Phone number/, '+33612345678');
  expect(numberOf).toHaveValue('France +33');
  choose('JP');
  expect(numberOf).toHaveValue('France +33');
  expect(asked().join()).toMatch(/katakana.*Prefecture/);
});
