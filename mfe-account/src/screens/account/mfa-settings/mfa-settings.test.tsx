import { createHmac } from 'node:crypto';
import { startTestServer, type TestServer } from '@portal/server/testing';
import { authStore, userAtom } from '@portal/shared-auth';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { confirmByCode, openAs, press } from '../../../testing/open-as.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

const START = '/en/account/mfa-settings';
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

test('two-step verification is turned on by a code, and off by another', async () => {
  const member = newMember();
  const { at } = await openAs(server, START, member);
  await press('Turn on');
  await confirmByCode(server, member.email);
  await heading('Two-step verification is on');
  expect(at()).toBe(`${START}/complete`);
  expect(authStore.get(userAtom)).toMatchObject({ mfa_enabled: true, mfa_channel: 'email' });
  await userEvent.click(screen.getByRole('link', { name: 'To your account' }));
});

test('text messages go to the number they prove', async () => {
  const member = newMember();
  await openAs(server, START, member);
  await userEvent.click(await screen.findByLabelText(/^Text message/));
  await press('Turn on');
  await confirmByCode(server, PHONE);
  await heading('Two-step verification is on');
  expect(authStore.get(userAtom)).toMatchObject({ mfa_enabled: true, mfa_channel: 'sms' });
});

test('without a phone number there are no text messages', async () => {
  await openAs(server, START, { ...newMember(), phone: null });
  expect(await screen.findByLabelText(/^Text message/)).toBeDisabled();
  expect(screen.getByText(/Needs a phone number/)).toBeVisible();
});

test('it is turned off by a code', async () => {
  const member = { ...newMember(), mfaEnabled: true };
  await openAs(server, START, member);
  await press('Turn off');
  await confirmByCode(server, member.email);
  await heading('Two-step verification is off');
  expect(authStore.get(userAtom)?.mfa_enabled).toBe(false);
});

test('a deep link to the last step leads to the first', async () => {
  const { at } = await openAs(server, `${START}/complete`, newMember());
  await heading('Two-step verification');
  expect(at()).toBe(START);
});

test('an authenticator app is set up, its recovery codes are shown once, and it is removed', async () => {
  const member = newMember();
  await openAs(server, START, member);
  const app = await screen.findByRole('region', { name: 'Authenticator app' });
  await press('Set up an app');
  await confirmByCode(server, member.email);
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = within(app).getByText(/^[A-Z2-7]{4}( [A-Z2-7]+)+$/).textContent ?? '';
  await userEvent.type(
    within(app).getByRole('textbox', { name: /^Code/ }),
    totp(secret, server.clock.now()),
  );
  await press('Confirm');
  expect(await screen.findByText('Keep these recovery codes')).toBeVisible();
  expect(within(app).getAllByRole('listitem')).toHaveLength(10);
  expect(JSON.stringify(sessionStorage)).not.toContain(secret.replaceAll(' ', ''));
  await press('I have kept them');
  expect(within(app).queryAllByRole('listitem')).toHaveLength(0);
  await waitFor(() => expect(authStore.get(userAtom)?.mfa_enabled).toBe(true));

  await press('Remove the app');
  expect(within(app).getByText('E-mail address and password')).toBeVisible();
});

test('recovery codes are made after a code and can be copied', async () => {
  const member = newMember();
  await openAs(server, START, member);
  await press('Make recovery codes');
  await confirmByCode(server, member.email);
  expect(await screen.findByText('Keep these recovery codes')).toBeVisible();
  await press('I have kept them');
  expect(await screen.findByText(/You have 10 unused recovery codes/)).toBeVisible();
});

/** RFC 6238, as an app computes it. */
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
