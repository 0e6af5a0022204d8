import { createHmac } from 'node:crypto';
import { authStore, userAtom } from '@portal/kit/auth';
import { STEP_UP_MS } from '@portal/kit/contract';
import { sharedServer } from '@portal/kit/testing';
import { confirmAtProvider } from '@portal/kit/testing/open-screen';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openAs, press } from '../../../testing/open-as.ts';

const server = sharedServer();

const START = '/en/account/mfa-settings';
const APP = `${START}#authenticator-app`;
const PHONE = '+819012345678';
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
let count = 0;
const newMember = () => {
  count += 1;
  return {
    email: `mfa-${count}@example.com`,
    emailVerified: true,
    phone: PHONE,
    password: 'sakura-mochi-2026',
  };
};

// @proves 1.7 2.21 2.22 12.41
test('a code turns the second step on', async () => {
  const member = newMember();
  const { at } = await openAs(server, START, member);
  await press('Turn on');
  await confirmAtProvider();
  await heading('Two-step verification is on');
  expect(at()).toBe(`${START}/complete`);
  expect(authStore.get(userAtom)).toMatchObject({ mfa_enabled: true, mfa_channel: 'email' });
  await userEvent.click(screen.getByRole('link', { name: 'Go to your account' }));
});

// @proves 12.38
test('a row that is folded keeps what was chosen in it', async () => {
  await openAs(server, START, newMember());
  await userEvent.click(await screen.findByLabelText(/^Text message/));
  const row = screen.getByRole('button', { name: /^Codes at sign-in/ });
  await userEvent.click(row);
  expect(screen.queryByRole('radio', { name: /Text message/ })).toBeNull();
  await userEvent.click(row);
  expect(screen.getByRole('radio', { name: /Text message/ })).toBeChecked();
});

// @proves 13.72
test('an authenticator app on the same device is opened by a link, or takes the copied key', async () => {
  const member = newMember();
  await openAs(server, APP, member);
  const clicks = userEvent.setup();
  const copied = jest.spyOn(navigator.clipboard, 'writeText');
  await press('Set up an app');
  await confirmAtProvider();
  const link = await screen.findByRole('link', { name: 'Open the app on this device' });
  const secret = new URL(link.getAttribute('href') ?? '').searchParams.get('secret');
  expect(link.getAttribute('href')).toMatch(/^otpauth:\/\/totp\//);
  await clicks.click(screen.getByRole('button', { name: 'Copy the key' }));
  expect(copied).toHaveBeenCalledWith(secret);
});

// @proves 13.71
test('sets up an authenticator app, shows its recovery codes once, and removes the app', async () => {
  const member = newMember();
  const { id } = await openAs(server, APP, member);
  await press('Set up an app');
  await confirmAtProvider();
  const app = await screen.findByRole('region', { name: 'Authenticator app' });
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
  const row = () => screen.getByRole('button', { name: /^Authenticator app/ });
  await waitFor(() => expect(row()).toHaveFocus());
  const secret = within(app).getByText(/^[A-Z2-7]{4}( [A-Z2-7]+)+$/).textContent ?? '';
  await userEvent.type(
    within(app).getByRole('textbox', { name: /^Code/ }),
    totp(secret, server.clock.now()),
  );
  expect(await screen.findByText('Keep these recovery codes')).toBeVisible();
  expect(within(app).getByRole('region', { name: 'Keep these recovery codes' })).toHaveFocus();
  expect(within(app).getAllByRole('listitem')).toHaveLength(10);
  expect(JSON.stringify(sessionStorage)).not.toContain(secret.replaceAll(' ', ''));
  await press('I have saved them');
  expect(within(app).queryAllByRole('listitem')).toHaveLength(0);
  await waitFor(() => expect(authStore.get(userAtom)?.mfa_enabled).toBe(true));

  server.clock.advance(STEP_UP_MS);
  await server.renewSessions(id);
  await press('Remove the app');
  expect(within(app).getByText('Email address and password')).toBeVisible();
  expect(within(app).getByText('Code by email')).toBeVisible();
  expect(within(app).getByText('Recovery code')).toBeVisible();
  await press('Remove the app');
  expect(await confirmAtProvider()).toBe('remove_app');
  const again = await screen.findByRole('region', { name: 'Authenticator app' });
  expect(await within(again).findByRole('button', { name: 'Set up an app' })).toBeVisible();
  await waitFor(() => expect(row()).toHaveFocus());
});

/** A TOTP code as an authenticator app computes it (RFC 6238). */
function totp(secret: string, now: Date): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

// @proves 12.58
test('the browser is told which passkeys are good, and for which address', async () => {
  const told = jest.fn(async () => {});
  const browser = { signalAllAcceptedCredentials: told, signalCurrentUserDetails: told };
  Object.defineProperty(window, 'PublicKeyCredential', { value: browser, configurable: true });
  try {
    const member = newMember();
    let id = '';
    await openAs(server, START, member, undefined, async (made) => {
      id = made;
    });
    await heading('Two-step verification');
    const owner = { rpId: 'localhost', userId: Buffer.from(id).toString('base64url') };
    expect(told.mock.calls).toEqual([
      [{ ...owner, allAcceptedCredentialIds: [] }],
      [{ ...owner, name: member.email, displayName: expect.any(String) }],
    ]);
  } finally {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
  }
});
