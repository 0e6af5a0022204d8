import { startTestServer, type TestServer } from '@portal/server/testing';
import { CODE_LIFETIME_MS, STEP_UP_MS } from '@portal/shared-contract';
import { configure, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { confirmByCode, enterCode, lastCode, openAs, press } from '../../testing/open-as.ts';
import { letPass, shareClock } from '../../testing/shared-clock.ts';

// A busy machine draws a form of fifteen fields in more than the second that is allowed by default.
configure({ asyncUtilTimeout: 10_000 });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());
beforeEach(() => shareClock(server));
afterEach(() => jest.restoreAllMocks());

const PASSWORD = 'sakura-mochi-2026';
const NEW_PASSWORD = 'a-new-yuzu-tea-27';
const HANAKO = {
  firstName: '花子',
  lastName: '山田',
  dateOfBirth: '1990-04-05',
  gender: 'female',
  phone: '+33612345678',
  phoneCountryCode: 'FR',
  city: 'Paris',
  emailOptIn: true,
  country: 'FR',
  emailVerified: true,
} as const;

type Row = {
  readonly flow: string;
  readonly path: string;
  readonly member?: object;
  readonly line?: true;
  /** The step on which the code is asked for, where it is another, and the way to it. */
  readonly later?: { readonly path: string; readonly reach: () => Promise<void> };
  /** The button that leads to the question for a code. */
  readonly press?: string;
  /** What shows after the right code. */
  readonly next: string;
};

/** Every code that a flow of the account asks for at its beginning or in the place of its form. */
const ROWS: readonly Row[] = [
  {
    flow: 'edit',
    path: '/account/edit',
    member: { ...HANAKO, mfaEnabled: true },
    next: 'Check the changes',
  },
  {
    flow: 'change-email',
    path: '/account/change-email',
    member: { password: PASSWORD },
    next: 'Send a code to this address',
  },
  {
    flow: 'change-password',
    path: '/account/change-password',
    member: { password: PASSWORD },
    next: 'Change password',
  },
  { flow: 'password-settings', path: '/account/password-settings', next: 'Set password' },
  {
    flow: 'delete',
    path: '/account/delete',
    later: {
      path: '/account/delete/confirm',
      async reach() {
        await userEvent.click(await screen.findByLabelText('It is hard to use'));
        await press('Go on to confirm');
      },
    },
    press: 'Close my account',
    next: '',
  },
  {
    flow: 'mfa-settings',
    path: '/account/mfa-settings',
    press: 'Turn on',
    next: 'Two-step verification is on',
  },
  {
    flow: 'disconnect-line',
    path: '/account/connect-line',
    member: { password: PASSWORD },
    line: true,
    press: 'Disconnect LINE',
    next: 'Continue to LINE',
  },
];
let count = 0;

async function openRow({ path, member, line }: Row) {
  count += 1;
  const email = `expiry-${count}@example.com`;
  const opened = await openAs(server, '/en/account/settings', { email, ...member });
  if (line) await server.linkLine(opened.id);
  await opened.reload(`/en${path}`);
  return { ...opened, email };
}

/** The code's field is there, and the 600 ms after it was sent are over. */
async function readyToConfirm(): Promise<void> {
  const confirm = await screen.findByRole('button', { name: 'Confirm' });
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-disabled'));
}

/** Types a code that is too old: the page sees it at once, or with the server's answer. */
async function tryCode(code: string): Promise<void> {
  await userEvent.type(screen.getByRole('textbox', { name: /^Code/ }), code);
  if (screen.queryByRole('button', { name: 'Confirm' })) await press('Confirm');
}

const shown = async (text: string) =>
  expect(
    (await screen.findAllByText(text)).some((element) => element.closest('[hidden]') === null),
  ).toBe(true);

describe.each(ROWS)('$flow', (row) => {
  test('a code that is ten minutes old is said to have expired, and a new one goes on', async () => {
    const { id, email, count: sent } = await openRow(row);
    await row.later?.reach();
    if (row.press) await press(row.press);
    await press('Send a code');
    await readyToConfirm();
    const old = await lastCode(server, email);
    await letPass(server, id, CODE_LIFETIME_MS);
    await tryCode(old);
    expect(await screen.findByText(/This code has expired/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: /^Code/ })).toBeNull();
    await press('Send a new code');
    await enterCode(await lastCode(server, email));
    if (row.next) await shown(row.next);
    expect(sent('POST /v2/me/mfa/send-code')).toBe(2);
  });

  test('one that expires while the page is away is not asked for again', async () => {
    const { id, reload, email } = await openRow(row);
    await row.later?.reach();
    if (row.press) await press(row.press);
    await press('Send a code');
    await screen.findByRole('textbox', { name: /^Code/ });
    await letPass(server, id, CODE_LIFETIME_MS);
    await reload(`/en${row.later?.path ?? row.path}`);
    if (row.press) await press(row.press);
    expect(await screen.findByText(/This code has expired/)).toBeVisible();
    await press('Send a new code');
    await enterCode(await lastCode(server, email));
    if (row.next) await shown(row.next);
  });
});

const type = async (label: RegExp, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

/** Forms that a code has opened: what is typed, the button, and the one call that carries it out. */
const FORMS = [
  {
    flow: 'edit',
    type: () => type(/^City/, 'Lyon'),
    async submit() {
      await press('Check the changes');
      await press('Save');
    },
    call: 'PUT /me',
    done: 'Your profile has been changed',
  },
  {
    flow: 'change-email',
    async type() {
      await type(/^New e-mail address/, `later-${count}@example.com`);
      await type(/^Current password/, PASSWORD);
    },
    submit: () => press('Send a code to this address'),
    call: 'PUT /me/change-email',
    done: 'Confirm the new address',
  },
  {
    flow: 'change-password',
    async type() {
      await type(/^Current password/, PASSWORD);
      await type(/^New password/, NEW_PASSWORD);
    },
    submit: () => press('Change password'),
    call: 'PUT /me/setting-password',
    done: 'Your password has been changed',
  },
  {
    flow: 'password-settings',
    type: () => type(/^New password/, NEW_PASSWORD),
    submit: () => press('Set password'),
    call: 'PUT /me/setting-password',
    done: 'Your password has been set',
  },
] as const;

test.each(FORMS)(
  '$flow: a confirmation that counts no more is renewed in place, what was typed stays, and it is done once',
  async (form) => {
    const row = ROWS.find(({ flow }) => flow === form.flow) as Row;
    const { id, email, sent } = await openRow(row);
    await confirmByCode(server, email);
    await form.type();
    await letPass(server, id, STEP_UP_MS);
    await form.submit();
    await confirmByCode(server, email);
    await screen.findByRole('heading', { level: 1, name: form.done });
    // The one that was refused, and the one that was carried out.
    expect(sent().filter((call) => call === form.call)).toHaveLength(2);
  },
);

/** How long the server holds on to the new address; its code may be sent again as long. */
const NEW_ADDRESS_MS = 30 * 60 * 1000;

describe('the code to a new address', () => {
  async function sentToNewAddress() {
    const row = ROWS.find(({ flow }) => flow === 'change-email') as Row;
    const { id, email } = await openRow(row);
    const address = `new-${count}@example.com`;
    await confirmByCode(server, email);
    await type(/^New e-mail address/, address);
    await type(/^Current password/, PASSWORD);
    await press('Send a code to this address');
    await screen.findByRole('heading', { level: 1, name: 'Confirm the new address' });
    await readyToConfirm();
    return { id, address, code: await lastCode(server, address) };
  }

  test('that is ten minutes old is sent anew, and the change is made by it', async () => {
    const { id, address, code } = await sentToNewAddress();
    await letPass(server, id, CODE_LIFETIME_MS);
    await tryCode(code);
    expect(await screen.findByText(/This code has expired/)).toBeVisible();
    await press('Send a new code');
    await readyToConfirm();
    await enterCode(await lastCode(server, address));
    await screen.findByRole('heading', { level: 1, name: 'Your address has been changed' });
  });

  test('is sent no more once the request is too old: the address is entered again', async () => {
    const { id, address, code } = await sentToNewAddress();
    await letPass(server, id, NEW_ADDRESS_MS);
    await tryCode(code);
    await press('Send a new code');
    await userEvent.click(await screen.findByRole('link', { name: 'Enter the address again' }));
    expect(await screen.findByLabelText(/^New e-mail address/)).toHaveValue(address);
  });
});
