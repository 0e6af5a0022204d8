import { STEP_UP_MS } from '@portal/kit/contract';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { confirmAtProvider } from '@portal/kit/testing/open-screen';
import { advanceClock, followServerClock } from '@portal/kit/testing/test-clock';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAs, passFirstStep, press } from '../../testing/open-as.ts';

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

type Row = { readonly flow: string; readonly path: string; readonly member?: object };

/** The flows that begin with a step-up. */
const ROWS: readonly Row[] = [
  { flow: 'edit', path: '/account/edit', member: { ...HANAKO, mfaEnabled: true } },
  { flow: 'change-email', path: '/account/change-email', member: { password: PASSWORD } },
  { flow: 'change-password', path: '/account/change-password', member: { password: PASSWORD } },
  { flow: 'password-settings', path: '/account/password-settings' },
];
let count = 0;

async function openRow({ path, member }: Row) {
  count += 1;
  const email = `expiry-${count}@example.com`;
  const opened = await openAs(server, `/en${path}`, { email, ...member });
  return { ...opened, email };
}

const type = async (label: RegExp, text: string) => {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};

/** Forms behind a step-up: what is typed, the button, and the one call that submits it. */
const FORMS = [
  {
    flow: 'edit',
    type: () => type(/^City/, 'Lyon'),
    async submit() {
      await press('Check the changes');
      await press('Save');
    },
    again: () => Promise.resolve(),
    call: 'PUT /me',
    done: 'Your profile has been changed',
  },
  {
    flow: 'change-email',
    async type() {
      await type(/^New email address/, `later-${count}@example.com`);
      await type(/^Current password/, PASSWORD);
    },
    submit: () => press('Send a code to this address'),
    async again() {
      expect(await screen.findByLabelText(/^New email address/)).toHaveValue(
        `later-${count}@example.com`,
      );
      await type(/^Current password/, PASSWORD);
      await press('Send a code to this address');
    },
    call: 'PUT /me/change-email',
    done: 'Confirm the new address',
  },
  {
    flow: 'change-password',
    type: typePasswords,
    submit: () => press('Change password'),
    async again() {
      await typePasswords();
      await press('Change password');
    },
    call: 'PUT /me/setting-password',
    done: 'Your password has been changed',
  },
  {
    flow: 'password-settings',
    type: () => type(/^New password/, NEW_PASSWORD),
    submit: () => press('Set password'),
    async again() {
      await type(/^New password/, NEW_PASSWORD);
      await press('Set password');
    },
    call: 'PUT /me/setting-password',
    done: 'Your password has been set',
  },
] as const;

async function typePasswords(): Promise<void> {
  await type(/^Current password/, PASSWORD);
  await type(/^New password/, NEW_PASSWORD);
}

// @proves 10.426
test.each(FORMS)(
  '$flow: a step-up that has ended is given again, and all but passwords has been kept',
  async (form) => {
    const row = ROWS.find(({ flow }) => flow === form.flow) as Row;
    const { id, sent } = await openRow(row);
    await passFirstStep();
    await form.type();
    await advanceClock(server, id, STEP_UP_MS);
    await form.submit();
    await confirmAtProvider();
    await form.again();
    await screen.findByRole('heading', { level: 1, name: form.done });
    // One call was refused, one succeeded.
    expect(sent().filter((call) => call === form.call)).toHaveLength(2);
    expect(JSON.stringify(sessionStorage)).not.toMatch(/sakura|yuzu/);
  },
);
