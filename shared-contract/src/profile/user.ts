import * as v from 'valibot';
import { PrefectureSchema } from '../addresses/prefecture.ts';
import { endpoint } from '../endpoint.ts';
import { LocaleSchema } from '../locale.ts';
import {
  eachProfileField,
  type FieldKind,
  type KindOf,
  PROFILE_FIELDS,
  type ProfileField,
} from './fields.ts';

export const GenderSchema = v.picklist(['male', 'female', 'other']);

const text = v.nullable(v.string());
/** How the API answers the kinds that are no text; `null` for an empty field. */
const ANSWERED = {
  date_of_birth: v.nullable(v.pipe(v.string(), v.isoDate())),
  gender: v.nullable(GenderSchema),
  prefecture: v.nullable(PrefectureSchema),
  flag: v.nullable(v.boolean()),
  locale: LocaleSchema,
};
type Answered = typeof ANSWERED & {
  readonly [Kind in Exclude<FieldKind, keyof typeof ANSWERED>]: typeof text;
};
type AnsweredFields = { readonly [Field in ProfileField]: Answered[KindOf<Field>] };

const answers: Partial<Record<FieldKind, v.GenericSchema>> = ANSWERED;

/** The member object: the fields of the profile and the state of the account. */
export const UserSchema = v.object({
  ...eachProfileField<AnsweredFields>((field) => answers[PROFILE_FIELDS[field].kind] ?? text),
  id: v.string(),
  password_set: v.boolean(),
  email: v.pipe(v.string(), v.email()),
  email_verified: v.boolean(),
  mfa_enabled: v.boolean(),
  /** Where codes go; `none` where they are no second step. */
  mfa_channel: v.picklist(['email', 'sms', 'none']),
  line_linked: v.boolean(),
  terms_accepted_version: v.nullable(v.string()),
  /** The version in force. If it differs from the accepted one, the member must accept it. */
  terms_current_version: v.string(),
  member_code: v.string(),
});
export type User = v.InferOutput<typeof UserSchema>;

/** The fields of the profile as the member has them (`originalData`). */
export type ProfileFields = Pick<User, ProfileField>;

export const getUserinfo = endpoint('GET', '/userinfo', {
  access: 'member',
  beforeTerms: true,
  summary: 'The signed-in member.',
  answer: UserSchema,
});
