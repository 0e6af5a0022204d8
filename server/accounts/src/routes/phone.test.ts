import { sharedServer } from '@portal/server-testing';
import {
  type AccountClient,
  codeIn,
  messagesOf,
  signInClient,
  signInNewMember,
  wrongFor,
} from '@portal/server-testing/account-client';
import { refusal } from '@portal/server-testing/api-call';

const OLD = '+819012345678';
const MINUTE_MS = 60_000;

const server = sharedServer({ config: { callsPerMinute: 100_000 } });
let member: AccountClient & { email: string };
let next = 0;
beforeEach(async () => {
  // A number that nobody has confirmed gets a few codes a day.
  next += 1;
  member = await signInNewMember(server, {
    phone: OLD,
    phoneCountryCode: 'JP',
    phoneConfirmedAt: server.clock.now(),
    mfaEnabled: true,
    mfaChannel: 'sms',
  });
});
const newNumber = () => `090${String(30_000_000 + next)}`;
const stored = () => `+8190${String(30_000_000 + next)}`;
const begin = (phone = newNumber()) =>
  member.call('PUT', '/me/change-phone', { phone, phone_country_code: 'JP' });
const prove = () => member.confirm('change_phone');
const user = async () => (await member.call('GET', '/userinfo')).body;

// @proves 7.101 12.110 12.111
test('is changed by a step-up and a code to the new one, and the second step stays on', async () => {
  expect(refusal(await begin())).toEqual([403, 'user.step_up_required']);
  await prove();
  const sent = await messagesOf(server, begin);
  expect(sent.map(({ recipient }) => recipient)).toEqual([stored()]);
  // Until the code is typed, codes go to the present number.
  expect(await user()).toMatchObject({ phone: OLD, mfa_channel: 'sms' });
  const code = codeIn(sent);
  expect(refusal(await member.verify('verify_phone_change', wrongFor(code)))).toEqual([
    422,
    'user.code_invalid',
  ]);
  const changed = await member.verify('verify_phone_change', code);
  expect(changed.body.data).toMatchObject({
    allowed_until: null,
    user: { phone: stored(), phone_country_code: 'JP', mfa_enabled: true, mfa_channel: 'sms' },
  });
  const later = await signInClient(server, member.memberId);
  expect((await later.send('mfa_edit_account')).body.sms).toMatch(
    new RegExp(`${stored().slice(-4)}$`),
  );
});

// @proves 11.32 8.85
test.each([
  ['a landline', '0312345678'],
  ['a freephone', '0120123456'],
  ['a number with a message before the call', '0570012345'],
  ['a pager or a machine', '02012345678'],
  ['an IP phone', '05012345678'],
])('gets no code where it is of %s, and the answer says so', async (_what, phone) => {
  await prove();
  const sent = await messagesOf(server, async () => {
    expect(refusal(await begin(phone))).toEqual([422, 'user.send_code.no_text_messages']);
  });
  expect(sent).toEqual([]);
});

// @proves 12.111
test('is not changed by a tab without a step-up, even with the right code', async () => {
  await prove();
  const code = codeIn(await messagesOf(server, begin));
  server.clock.advance(9 * MINUTE_MS);
  await member.renew();
  // The code is still good; the step-up of the tab was given for another session.
  const tab = await signInClient(server, member.memberId);
  expect(refusal(await tab.verify('verify_phone_change', code))).toEqual([
    403,
    'user.step_up_required',
  ]);
  expect((await user()).phone).toBe(OLD);
});

// @proves 11.10 11.14 12.111
test('ends what another session has proven, and could prove, by the previous one', async () => {
  const { browserKey } = member.session;
  const other = await signInClient(server, member.memberId, { browserKey });
  await other.confirm('make_recovery_codes');
  const code = await other.codeOf('mfa_change_password', { channel: 'sms' });
  await prove();
  const sent = await messagesOf(server, begin);
  expect((await member.verify('verify_phone_change', codeIn(sent))).status).toBe(200);
  const act = () => other.call('POST', '/me/recovery-codes');
  expect(refusal(await act())).toEqual([403, 'user.step_up_required']);
  expect((await other.verify('mfa_change_password', code)).status).toBe(422);
  expect(refusal(await act())).toEqual([403, 'user.step_up_required']);
});

// @proves 8.81 12.110
test('takes no other code after half an hour: the number has to be entered again', async () => {
  await prove();
  await begin();
  server.clock.advance(31 * MINUTE_MS);
  await member.renew();
  await prove();
  expect(refusal(await member.send('verify_phone_change'))).toEqual([
    422,
    'user.change_phone.token_expired',
  ]);
});

test.each([
  ['the present number', '090-1234-5678', 'request.invalid'],
  ['a number that cannot exist', '0901', 'user.phone.invalid_length'],
  ['nothing', ' ', 'request.invalid'],
])('%s is refused', async (_what, typed, error) => {
  await prove();
  expect(refusal(await begin(typed))).toEqual([422, error]);
});
