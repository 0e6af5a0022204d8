import { messageLimits, startTestServer, type TestServer } from '@portal/kit/testing';
import { confirmAtProvider } from '@portal/kit/testing/open-screen';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAs, press } from '../../../testing/open-as.ts';

const START = '/en/account/mfa-settings';
const EMAIL = 'mfa-limits@example.com';

let server: TestServer | undefined;
afterEach(() => server?.close());

/** Asks for text messages, and confirms that. */
async function chooseSms(
  limits: string,
  phone: string,
  prepare?: (id: string) => Promise<unknown>,
): Promise<void> {
  server = await startTestServer({ config: { messageLimits: messageLimits(limits) } });
  await openAs(server, START, { email: EMAIL, emailVerified: true, phone }, undefined, prepare);
  await userEvent.click(await screen.findByLabelText(/^Text message/));
  await press('Turn on');
  await confirmAtProvider();
  await screen.findByText(/We send a code there/);
  await press('Send a code');
}

/** Sends the member a code, which counts. */
async function sendCode(id: string): Promise<void> {
  const url = 'http://localhost:4302/v2/me/mfa/send-code';
  const session = await server?.signInAs(id);
  const answer = await server?.api.fetch(
    new Request(url, {
      method: 'POST',
      headers: { ...session?.headers({ method: 'POST', url }), 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'mfa_edit_account' }),
    }),
  );
  expect(answer?.status).toBe(200);
}

// @proves 8.67 11.34
test('says from when a code can be sent, and keeps what was chosen', async () => {
  await chooseSms('codes-account-hour=1', '+819012345678', sendCode);
  expect(
    await screen.findByText(
      /^We cannot send any more codes .*You can ask for a code again from .*\d:\d\d/,
    ),
  ).toBeVisible();
  await press('Back');
  expect(screen.getByLabelText(/^Text message/)).toBeChecked();
});

// @proves 8.68 11.32
test('says that no text messages go to the country of the number', async () => {
  await chooseSms('', '+12025550143');
  expect(
    await screen.findByText(/^We cannot send text messages to numbers in this country/),
  ).toBeVisible();
});
