import { queryRows } from '@portal/server-platform/database/database';
import { sharedServer } from '@portal/server-testing';
import { type AccountClient, signInClient } from '@portal/server-testing/account-client';
import { PROFILE_FIELD_NAMES, requiredProfileFields } from '@portal/shared-contract';
import { COMPLETE_PROFILE } from '@portal/shared-contract/testing';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';

const server = sharedServer({ config: { callsPerMinute: 1_000_000 } });
let member: AccountClient;
beforeEach(async () => {
  member = await signInClient(server, (await server.createMember({ country: 'JP' })).id);
});
const put = (body: unknown) => member.call('PUT', '/me', body);
const row = async () =>
  (await queryRows(server.db, sql`select * from members where id = ${member.memberId}`))[0];

// @proves 7.19
test.each(PROFILE_FIELD_NAMES)('stores %s and returns it with the member', async (field) => {
  await member.stepUp('mfa_edit_account');
  const body = { country: 'JP', [field]: COMPLETE_PROFILE[field] };
  const answer = await put(body);
  expect([answer.status, answer.body.data]).toMatchObject([200, body]);
  expect((await member.call('GET', '/userinfo')).body).toMatchObject(body);
});

// @proves 3.6 5.17 5.21
test('stores every field at once, in the form in which it is compared', async () => {
  const typed = {
    first_name_kana: 'はなこ',
    last_name_kana: 'ﾔﾏﾀﾞ',
    postal_code: '１００-０００１',
    prefecture: { id: 13 },
    phone: '090-1234-5678',
  };
  await member.stepUp('mfa_edit_account');
  const answer = await put({ ...COMPLETE_PROFILE, ...typed });
  expect([answer.status, answer.body.data]).toMatchObject([200, COMPLETE_PROFILE]);
});

// @proves 3.7
test('answers a prefecture with both names, and a region of another country as typed', async () => {
  const inJapan = await put({ prefecture: { id: 27 } });
  expect(inJapan.body.data.prefecture).toEqual({ id: 27, name: { ja: '大阪府', en: 'Osaka' } });
  const abroad = await put({ country: 'GB', prefecture: null, prefecture_name: ' Kent ' });
  expect(abroad.body.data).toMatchObject({ prefecture: null, prefecture_name: 'Kent' });
});

// @proves 5.27
test('keeps omitted fields, and clears null and empty ones', async () => {
  await put({ first_name: '花子', last_name: '山田', city: '千代田区' });
  const answer = await put({ last_name: null, city: ' ' });
  expect(answer.body.data).toMatchObject({ first_name: '花子', last_name: null, city: null });
});

// @proves 7.72 8.58
test.each([
  [{ date_of_birth: '1990-02-30' }, 'date_of_birth', 'required.date_of_birth_rules.day_range'],
  [{ date_of_birth: '2999-01-01' }, 'date_of_birth', 'required.date_of_birth_rules.current_day'],
  [{ first_name_kana: 'Hanako' }, 'first_name_kana', 'format.katakana'],
  [{ postal_code: '12' }, 'postal_code', 'format.postal_code'],
  [{ country: 'ZZ' }, 'country', 'required.country'],
  [{ last_name: 'x'.repeat(10_000) }, 'last_name', 'length.too_long'],
  [{ last_name: 'a\u0000' }, 'last_name', 'format.characters'],
  [{ prefecture: { id: 48 } }, 'prefecture.id', 'required.prefecture'],
])('refuses invalid input %# with a message key', async (body, field, key) => {
  const answer = await put(body);
  expect([answer.status, answer.body]).toMatchObject([
    422,
    { error: 'request.invalid', error_descriptions: { [field]: [key] } },
  ]);
});

describe('of a complete profile', () => {
  beforeEach(async () => {
    await member.stepUp('mfa_edit_account');
    expect((await put(COMPLETE_PROFILE)).status).toBe(200);
  });

  // @proves 5.23
  test.each(requiredProfileFields('JP'))('does not empty %s', async (field) => {
    const before = await row();
    const answer = await put({ [field]: null });
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { error: 'request.invalid', error_descriptions: { [field]: [expect.any(String)] } },
    ]);
    expect(await row()).toEqual(before);
  });

  // @proves 5.22
  test('does not move to Japan with the postal code of another country', async () => {
    expect((await put({ country: 'GB', postal_code: 'SW1A 1AA' })).status).toBe(200);
    const refused = { error_descriptions: { postal_code: ['format.postal_code'] } };
    expect((await put({ country: 'JP' })).body).toMatchObject(refused);
    expect((await put({ country: 'JP', postal_code: '100-0001' })).status).toBe(200);
    expect((await put({ postal_code: 'SW1A 1AA' })).body).toMatchObject(refused);
  });
});

// @proves 5.36 5.37 8.39 8.40
test.each([
  [{ phone: '000-1234-5678', phone_country_code: 'JP' }, 'user.send_code.phone_number_invalid'],
  [{ phone: '1', phone_country_code: 'JP' }, 'user.phone.invalid_length'],
  [{ phone: '12', phone_country_code: 'JP' }, 'user.phone.invalid_length'],
  [{ phone: 'abc', phone_country_code: 'JP' }, 'user.phone.invalid_length'],
  [{ phone: '1'.repeat(18), phone_country_code: 'JP' }, 'user.phone.invalid_length'],
  [{ phone: '1'.repeat(9000) }, 'user.phone.invalid_length'],
  [{ phone: '+1 650 253', phone_country_code: 'US' }, 'user.phone.invalid_length'],
  [{ phone: '09012345678', phone_country_code: 'US' }, 'user.phone.invalid_length'],
])('%j answers %s', async (body, error) => {
  const answer = await put(body);
  expect([answer.status, answer.body.error]).toEqual([422, error]);
  expect(answer.body.error_descriptions.phone).toHaveLength(1);
});

// @proves 13.5 16.2
test('needs a step-up with a second step on, but not for settings', async () => {
  const { id } = await server.createMember({ mfaEnabled: true });
  member = await signInClient(server, id);
  expect((await put({ city: '京都市' })).body.error).toBe('user.step_up_required');
  expect((await put({ locale: 'en', email_opt_in: true })).status).toBe(200);
  await member.stepUp('mfa_edit_account');
  expect((await put({ postal_code: 'bad\u0000' })).body.error).toBe('request.invalid');
  expect((await put({ city: '京都市' })).status).toBe(200);
});

const OTHER_COLUMNS = [
  'id',
  'member_code',
  'memberCode',
  'email',
  'email_normalized',
  'emailNormalized',
  'email_verified',
  'emailVerified',
  'password_set',
  'mfa_enabled',
  'mfaEnabled',
  'mfa_channel',
  'line_linked',
  'terms_accepted_version',
  'closed_at',
  'closedAt',
  'created_at',
  'updated_at',
  'prefecture_id',
  '__proto__',
  'constructor',
];

// @proves 5.29
test('writes no other column', async () => {
  const { updated_at: _, ...before } = { ...(await row()) };
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(
        fc.oneof(fc.constantFrom(...OTHER_COLUMNS), fc.string({ maxLength: 20 })),
        fc.oneof(fc.jsonValue(), fc.constantFrom(true, '2026-01-01', 'x@example.com')),
        { maxKeys: 12 },
      ),
      async (body) => {
        const answer = await put(body);
        const { updated_at: __, ...after } = { ...(await row()) };
        expect([200, 422]).toContain(answer.status);
        expect(after).toEqual(before);
      },
    ),
    { numRuns: 40 },
  );
});
