import { enabled } from '@portal/delivery/dev/testing';
import { advanceClock, followServerClock } from '@portal/delivery/dev/testing/test-clock';
import { startTestServer, type TestServer } from '@portal/server/testing';
import { authStore, isLoginAtom } from '@portal/shared-auth';
import { CODE_LIFETIME_MS, STEP_UP_MS } from '@portal/shared-contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { confirmByCode, enterCode, lastCode, openAs, press } from '../../testing/open-as.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => followServerClock(server));
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
  /** Set when the code is asked for on a later step: its path and how to get there. */
  readonly later?: { readonly path: string; readonly reach: () => Promise<void> };
  /** The button that makes the page ask for a code. */
  readonly press?: string;
  /** Waits for what follows the right code. */
  readonly end: () => Promise<void>;
};

/** Every code that an account flow asks for, at its start or in place of its form. */
const ROWS: readonly Row[] = [
  {
    flow: 'edit',
    path: '/account/edit',
    member: { ...HANAKO, mfaEnabled: true },
    end: () => shown('Check the changes'),
  },
  {
    flow: 'change-email',
    path: '/account/change-email',
    member: { password: PASSWORD },
    end: () => shown('Send a code to this address'),
  },
  {
    flow: 'change-password',
    path: '/account/change-password',
    member: { password: PASSWORD },
    end: () => shown('Change password'),
  },
  {
    flow: 'password-settings',
    path: '/account/password-settings',
    end: () => shown('Set password'),
  },
  {
    flow: 'delete',
    path: '/account/delete',
    later: {
      path: '/account/delete/confirm',
      async reach() {
        await userEvent.click(await screen.findByLabelText('It is hard to use'));
        await press('Continue to confirmation');
      },
    },
    press: 'Close my account',
    // The end of the session would reach the next test.
    end: () => waitFor(() => expect(authStore.get(isLoginAtom)).toBe(false)),
  },
  {
    flow: 'mfa-settings',
    path: '/account/mfa-settings',
    press: 'Turn on',
    end: () => shown('Two-step verification is on'),
  },
  {
    flow: 'disconnect-line',
    path: '/account/connect-line',
    member: { password: PASSWORD },
    line: true,
    press: 'Disconnect LINE',
    end: () => shown('Continue to LINE'),
  },
];
let count = 0;

async function openRow({ path, member, line }: Row) {
  count += 1;
  const email = `expiry-${count}@example.com`;
  const opened = await openAs(
    server,
    `/en${path}`,
    { email, ...member },
    undefined,
    line ? server.linkLine : undefined,
  );
  return { ...opened, email };
}

/** Waits for the code field, and for the submit button to be enabled again. */
async function readyToConfirm(): Promise<void> {
  const confirm = await screen.findByRole('button', { name: 'Confirm' });
  await enabled(confirm);
}

/** Types an expired code. The page refuses it at once or after the server's answer. */
async function tryCode(code: string): Promise<void> {
  await userEvent.type(screen.getByRole('textbox', { name: /^Code/ }), code);
}

const shown = async (text: string) =>
  expect(
    (await screen.findAllByText(text)).some((element) => element.closest('[hidden]') === null),
  ).toBe(true);

describe.each(ROWS)('$flow', (row) => {
  test('says that a code has expired after ten minutes, and continues with a new one', async () => {
    const { id, email, count: sent } = await openRow(row);
    await row.later?.reach();
    if (row.press) await press(row.press);
    await press('Send a code');
    await readyToConfirm();
    const old = await lastCode(server, email);
    await advanceClock(server, id, CODE_LIFETIME_MS);
    await tryCode(old);
    expect(await screen.findByText(/This code has expired/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: /^Code/ })).toBeNull();
    await press('Send a new code');
    await enterCode(await lastCode(server, email));
    await row.end();
    expect(sent('POST /v2/me/mfa/send-code')).toBe(2);
  });

  test('does not ask again for a code that expired while the page was closed', async () => {
    const { id, reload, email } = await openRow(row);
    await row.later?.reach();
    if (row.press) await press(row.press);
    await press('Send a code');
    await screen.findByRole('textbox', { name: /^Code/ });
    await advanceClock(server, id, CODE_LIFETIME_MS);
    await reload(`/en${row.later?.path ?? row.path}`);
    if (row.press) await press(row.press);
    expect(await screen.findByText(/This code has expired/)).toBeVisible();
    await press('Send a new code');
    await enterCode(await lastCode(server, email));
    await row.end();
  });
});

const type = async (label: RegExp, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

/** Forms behind a code: what is typed, the button, and the one call that submits it. */
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
  '$flow: renews an expired confirmation in place, keeps what was typed and submits once',
  async (form) => {
    const row = ROWS.find(({ flow }) => flow === form.flow) as Row;
    const { id, email, sent } = await openRow(row);
    await confirmByCode(server, email);
    await form.type();
    await advanceClock(server, id, STEP_UP_MS);
    await form.submit();
    await confirmByCode(server, email);
    await screen.findByRole('heading', { level: 1, name: form.done });
    // One call was refused, one succeeded.
    expect(sent().filter((call) => call === form.call)).toHaveLength(2);
  },
);

/** How long the server keeps the pending address, during which its code may be resent. */
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
    return { id, address, email, code: await lastCode(server, address) };
  }

  test('is sent again after ten minutes and then, after a proof, makes the change', async () => {
    const { id, address, email, code } = await sentToNewAddress();
    await advanceClock(server, id, CODE_LIFETIME_MS);
    await tryCode(code);
    expect(await screen.findByText(/This code has expired/)).toBeVisible();
    await press('Send a new code');
    await readyToConfirm();
    await enterCode(await lastCode(server, address));
    await screen.findByText(/To protect your account, please confirm once more/);
    await confirmByCode(server, email);
    await waitFor(() => expect(screen.getByText(/six-digit code to n/)).toBeVisible());
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Confirm');
    await screen.findByRole('heading', { level: 1, name: 'Your address has been changed' });
  });

  test('is not resent once the request has expired: the address must be entered again', async () => {
    const { id, address, code } = await sentToNewAddress();
    await advanceClock(server, id, NEW_ADDRESS_MS);
    await tryCode(code);
    await press('Send a new code');
    await userEvent.click(await screen.findByRole('link', { name: 'Enter the address again' }));
    expect(await screen.findByLabelText(/^New e-mail address/)).toHaveValue(address);
  });
});
