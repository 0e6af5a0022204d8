import { createHmac } from 'node:crypto';
import { authStore, userAtom } from '@portal/kit/auth';
import { STEP_UP_MS } from '@portal/kit/contract';
import { startTestServer, type TestServer } from '@portal/kit/testing';
import { confirmAtProvider } from '@portal/kit/testing/open-screen';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { confirmByCode, enterCode, lastCode, openAs, press } from '../../../testing/open-as.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
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

// @proves 1.7 2.21 2.22 12.41
test('a code turns the second step on', async () => {
  const member = newMember();
  const { at } = await openAs(server, START, member);
  await press('Turn on');
  await confirmAtProvider();
  await press('Turn on');
  await heading('Two-step verification is on');
  expect(at()).toBe(`${START}/complete`);
  expect(authStore.get(userAtom)).toMatchObject({ mfa_enabled: true, mfa_channel: 'email' });
  await userEvent.click(screen.getByRole('link', { name: 'Go to your account' }));
});

// @proves 1.7
test('text messages take a step-up first, and then a code to the number', async () => {
  const member = newMember();
  await openAs(server, START, member);
  await userEvent.click(await screen.findByLabelText(/^Text message/));
  await press('Turn on');
  await confirmAtProvider();
  await press('Turn on');
  await screen.findByText(/We send a code there/);
  await confirmByCode(server, PHONE);
  await heading('Two-step verification is on');
  expect(authStore.get(userAtom)).toMatchObject({ mfa_enabled: true, mfa_channel: 'sms' });
});

// @proves 12.38
test('shows whether it is on, with the masked number that gets the codes', async () => {
  const member = { ...newMember(), mfaEnabled: true, mfaChannel: 'sms' } as const;
  await openAs(server, START, { ...member, phoneConfirmedAt: server.clock.now() });
  const codes = await screen.findByRole('region', { name: 'Codes at sign-in' });
  expect(await within(codes).findByText('On')).toBeVisible();
  const channel = within(codes).getByRole('radio', { name: /Text message/ });
  expect(channel).toBeChecked();
  expect(codes).toHaveTextContent('***5678');
  expect(codes).not.toHaveTextContent('9012345678');
});

describe('the number for text messages', () => {
  const open = async () => {
    const member = { ...newMember(), mfaEnabled: true, mfaChannel: 'sms' } as const;
    const opened = await openAs(server, START, {
      ...member,
      phoneConfirmedAt: server.clock.now(),
    });
    const section = await screen.findByRole('region', { name: 'Number for text messages' });
    return { ...opened, member, section, number: numberOf(count) };
  };
  const numberOf = (of: number) => `+8190${String(40_000_000 + of)}`;

  // @proves 12.110 12.111
  test('is changed by itself, after a step-up and a code to the new number', async () => {
    const { number, member } = await open();
    expect(screen.getByText(/go to \*+5678/)).toBeVisible();
    await press('Change the number');
    expect(await confirmAtProvider()).toBe('change_phone');
    const section = await screen.findByRole('region', { name: 'Number for text messages' });
    await userEvent.type(
      await screen.findByRole('textbox', { name: /^New phone number/ }),
      number.replace('+81', '0'),
    );
    await press('Send a code to this number');
    await enterCode(await lastCode(server, number));
    expect(
      await within(section).findByText(`Codes by text message go to ***${number.slice(-4)}.`),
    ).toBeVisible();
    expect(authStore.get(userAtom)).toMatchObject({
      phone: number,
      mfa_enabled: true,
      mfa_channel: 'sms',
    });
    await waitFor(() => expect(section).toHaveFocus());
    const toMember = (await server.outbox.messages()).filter(
      ({ recipient }) => recipient === member.email,
    );
    expect(toMember.filter(({ text }) => text.includes('/undo-changes#token='))).toHaveLength(1);
  });

  // @proves 12.110
  test('asks again under the field for a number that cannot be used', async () => {
    const { count: sent } = await open();
    await press('Change the number');
    await confirmAtProvider();
    await screen.findByRole('textbox', { name: /^New phone number/ });
    await press('Send a code to this number');
    expect((await screen.findAllByText('Enter a phone number.')).length).toBeGreaterThan(0);
    expect(sent('PUT /me/change-phone')).toBe(0);
    await press('Keep the current number');
    expect(screen.queryByRole('textbox', { name: /^New phone number/ })).toBeNull();
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Number for text messages' })).toHaveFocus(),
    );
  });

  test('is not shown while no number is confirmed', async () => {
    await openAs(server, START, newMember());
    await screen.findByRole('region', { name: 'Codes at sign-in' });
    expect(screen.queryByRole('region', { name: 'Number for text messages' })).toBeNull();
  });
});

test('text messages are not offered without a phone number', async () => {
  await openAs(server, START, { ...newMember(), phone: null });
  expect(await screen.findByLabelText(/^Text message/)).toBeDisabled();
  expect(screen.getByText(/Needs a phone number/)).toBeVisible();
});

test('a code turns it off', async () => {
  const member = { ...newMember(), mfaEnabled: true };
  await openAs(server, START, member);
  await press('Turn off');
  await confirmAtProvider();
  await press('Turn off');
  await heading('Two-step verification is off');
  expect(authStore.get(userAtom)?.mfa_enabled).toBe(false);
});

// @proves 10.48
test('codes can be turned off with two passkeys, and on again', async () => {
  const member = { ...newMember(), mfaEnabled: true };
  const prepare = async (id: string) => {
    await server.addPasskey(id, 'Phone');
    await server.addPasskey(id, 'Laptop');
  };
  await openAs(server, START, member, undefined, prepare);
  await userEvent.click(await screen.findByLabelText(/^No codes/));
  expect(screen.getByText(/You have no recovery codes/)).toBeVisible();
  await press('Change');
  await confirmAtProvider();
  await press('Change');
  await heading('Codes are no longer sent');
});

// @proves 10.49
test('without codes neither of two passkeys can be removed, and the page says why', async () => {
  const member = { ...newMember(), mfaEnabled: true, mfaWithoutCodes: true };
  const prepare = async (id: string) => {
    await server.addPasskey(id, 'Phone');
    await server.addPasskey(id, 'Laptop');
  };
  await openAs(server, START, member, undefined, prepare);
  expect(await screen.findByLabelText(/^No codes/)).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Phone' }));
  expect(screen.getByText(/need to keep two of these/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove this passkey' })).toBeNull();
});

// @proves 10.48
test('codes cannot be turned off with one passkey', async () => {
  const prepare = (id: string) => server.addPasskey(id, 'Phone');
  await openAs(server, START, { ...newMember(), mfaEnabled: true }, undefined, prepare);
  expect(await screen.findByLabelText(/^No codes/)).toBeDisabled();
  expect(screen.getByText(/Needs two of these/)).toBeVisible();
});

test('a deep link to the last step redirects to the first', async () => {
  const { at } = await openAs(server, `${START}/complete`, newMember());
  await heading('Two-step verification');
  expect(at()).toBe(START);
});

// @proves 13.72
test('an authenticator app on the same device is opened by a link, or takes the copied key', async () => {
  const member = newMember();
  await openAs(server, START, member);
  const clicks = userEvent.setup();
  const copied = jest.spyOn(navigator.clipboard, 'writeText');
  await press('Set up an app');
  await confirmAtProvider();
  await press('Set up an app');
  const link = await screen.findByRole('link', { name: 'Open the app on this device' });
  const secret = new URL(link.getAttribute('href') ?? '').searchParams.get('secret');
  expect(link.getAttribute('href')).toMatch(/^otpauth:\/\/totp\//);
  await clicks.click(screen.getByRole('button', { name: 'Copy the key' }));
  expect(copied).toHaveBeenCalledWith(secret);
});

// @proves 13.71
test('sets up an authenticator app, shows its recovery codes once, and removes the app', async () => {
  const member = newMember();
  const { id } = await openAs(server, START, member);
  await press('Set up an app');
  await confirmAtProvider();
  await press('Set up an app');
  const app = await screen.findByRole('region', { name: 'Authenticator app' });
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
  await waitFor(() => expect(app).toHaveFocus());
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
  expect(await confirmAtProvider()).toBe('remove_app');
  const again = await screen.findByRole('region', { name: 'Authenticator app' });
  expect(within(again).getByText('E-mail address and password')).toBeVisible();
  expect(within(again).getByText('Code by e-mail')).toBeVisible();
  expect(within(again).getByText('Recovery code')).toBeVisible();
  await press('Remove the app');
  expect(await within(again).findByRole('button', { name: 'Set up an app' })).toBeVisible();
  await waitFor(() => expect(again).toHaveFocus());
});

// @proves 12.80
test('a wrong code of the app shows an error, and the QR code stays', async () => {
  const member = newMember();
  await openAs(server, START, member);
  await press('Set up an app');
  await confirmAtProvider();
  await press('Set up an app');
  const picture = await screen.findByRole('img', { name: /QR code/ });
  const field = screen.getByRole('textbox', { name: /^Code/ });
  await userEvent.type(field, '000000');
  expect(await screen.findByText(/doesn’t match/)).toBeVisible();
  expect(picture).toBeVisible();
  await press('Cancel setup');
  expect(await screen.findByRole('button', { name: 'Set up an app' })).toBeVisible();
});

// @proves 13.71
test('shows recovery codes once, after a step-up; new codes take another, and replace them', async () => {
  const member = newMember();
  const { reload, id } = await openAs(server, START, member);
  const shown = () =>
    screen.getAllByText(/^[a-z0-9]{5}-[a-z0-9]{5}$/).map((one) => one.textContent);
  await press('Create recovery codes');
  await confirmAtProvider();
  await press('Create recovery codes');
  expect(await screen.findByText('Keep these recovery codes')).toBeVisible();
  const first = shown();
  expect(first).toHaveLength(10);
  await reload(START);
  expect(await screen.findByText(/You have 10 unused recovery codes/)).toBeVisible();
  expect(screen.queryByText('Keep these recovery codes')).toBeNull();

  server.clock.advance(STEP_UP_MS);
  await server.renewSessions(id);
  await press('Create new codes');
  await confirmAtProvider();
  await press('Create new codes');
  expect(await screen.findByText('Keep these recovery codes')).toBeVisible();
  expect(shown().filter((code) => first.includes(code))).toEqual([]);
  await press('I have saved them');
  expect(await screen.findByText(/You have 10 unused recovery codes/)).toBeVisible();
  expect(screen.getByRole('region', { name: 'Recovery codes' })).toHaveFocus();
});

test('removes a passkey after a step-up, and lists the remaining sign-in methods', async () => {
  const member = newMember();
  const { reload, id } = await openAs(server, '/en/account/settings', member);
  await server.addPasskey(id, 'Old phone');
  await server.addPasskey(id, 'Laptop');
  await reload(START);
  await press('Remove Old phone');
  expect(await confirmAtProvider()).toBe('remove_passkey');
  const passkeys = await screen.findByRole('region', { name: 'Passkeys' });
  expect(await screen.findByText(/press the button once more/)).toBeVisible();
  const left = within(passkeys).getAllByRole('list').at(-1) as HTMLElement;
  expect(within(passkeys).getByText('E-mail address and password')).toBeVisible();
  expect(
    within(left)
      .getAllByRole('listitem')
      .map((way) => way.textContent),
  ).toEqual(['E-mail address and password', 'Passkey']);
  await press('Remove this passkey');
  await waitFor(() => expect(within(passkeys).queryByText('Old phone')).toBeNull());
  expect(within(passkeys).getByText('Laptop')).toBeVisible();
  await waitFor(() => expect(passkeys).toHaveFocus());
});

test('the only sign-in method cannot be removed', async () => {
  const { email, phone } = newMember();
  const {
    reload,
    id,
    count: sent,
  } = await openAs(server, '/en/account/settings', { email, phone });
  await server.addPasskey(id, 'My phone');
  await reload(START);
  await press('Remove My phone');
  expect(await screen.findByText(/only way to sign in, so it cannot be removed/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove this passkey' })).toBeNull();
  await press('Keep it');
  expect(await screen.findByRole('button', { name: 'Remove My phone' })).toBeVisible();
  expect(sent('DELETE /me/passkeys')).toBe(0);
});

test('lists the remaining sign-in methods before the second step is turned off', async () => {
  const member = { ...newMember(), mfaEnabled: true };
  const { id, reload } = await openAs(server, '/en/account/settings', member);
  await server.linkLine(id);
  await reload(START);
  await press('Turn off');
  expect(await confirmAtProvider()).toBe('turn_off_second_step');
  const codes = await screen.findByRole('region', { name: 'Codes at sign-in' });
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((way) => way.textContent),
  ).toEqual(['E-mail address and password', 'LINE']);
  expect(within(codes).queryByText('Second step:')).toBeNull();
});

test('cancelling the question for a code returns the focus and changes nothing', async () => {
  const { count: sent } = await openAs(server, START, newMember());
  await userEvent.click(await screen.findByLabelText(/^Text message/));
  await press('Turn on');
  await confirmAtProvider();
  expect(screen.getByLabelText(/^Text message/)).toBeChecked();
  await press('Turn on');
  const question = await screen.findByRole('region', { name: 'Confirm it’s you' });
  await waitFor(() => expect(question).toHaveFocus());
  await userEvent.click(within(question).getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Turn on' })).toHaveFocus());
  expect(sent('POST /v2/me/mfa/send-code')).toBe(0);
  expect(authStore.get(userAtom)?.mfa_enabled).toBe(false);
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
