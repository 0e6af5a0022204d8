import * as v from 'valibot';
import { PrefectureSchema } from '../addresses/prefectures.ts';
import { endpoint } from '../endpoint.ts';
import { LocaleSchema } from '../locale.ts';

export const GenderSchema = v.picklist(['male', 'female', 'other']);

/** The member object (product §3.1, §3.2). */
export const UserSchema = v.object({
  id: v.string(),
  first_name: v.nullable(v.string()),
  last_name: v.nullable(v.string()),
  first_name_kana: v.nullable(v.string()),
  last_name_kana: v.nullable(v.string()),
  date_of_birth: v.nullable(v.pipe(v.string(), v.isoDate())),
  gender: v.nullable(GenderSchema),
  /** For Japan seven digits without a hyphen (product §3.23). */
  postal_code: v.nullable(v.string()),
  /** E.164, for example +819012345678. */
  phone: v.nullable(v.string()),
  /** The country of the phone number, ISO 3166-1 alpha-2. */
  phone_country_code: v.nullable(v.string()),
  address: v.nullable(v.string()),
  city: v.nullable(v.string()),
  prefecture: v.nullable(PrefectureSchema),
  /** Free text for countries other than Japan (product §3.7). */
  prefecture_name: v.nullable(v.string()),
  country: v.nullable(v.string()),
  email_opt_in: v.nullable(v.boolean()),
  password_set: v.boolean(),
  email: v.pipe(v.string(), v.email()),
  email_verified: v.boolean(),
  mfa_enabled: v.boolean(),
  mfa_channel: v.picklist(['email', 'sms']),
  line_linked: v.boolean(),
  terms_accepted_version: v.nullable(v.string()),
  /**
   * The version in force. If it differs from the accepted one, the member must accept it (product
   * §12.46).
   */
  terms_current_version: v.string(),
  locale: LocaleSchema,
  member_code: v.string(),
});
export type User = v.InferOutput<typeof UserSchema>;

export const getUserinfo = endpoint('GET', '/userinfo', {
  access: 'member',
  beforeTerms: true,
  summary: 'The signed-in member.',
  answer: UserSchema,
});
