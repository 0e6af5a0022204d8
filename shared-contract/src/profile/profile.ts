import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { LocaleSchema } from '../locale.ts';
import { CountrySchema } from './country.ts';
import { DateOfBirthSchema } from './date-of-birth.ts';
import {
  eachProfileField,
  type FieldKind,
  type KindOf,
  NAME_MAX,
  PROFILE_FIELDS,
  type ProfileField,
} from './fields.ts';
import { KanaSchema } from './kana.ts';
import { PhoneSchema } from './phone.ts';
import { PostalCodeSchema } from './postal-code.ts';
import { lineOfText } from './text.ts';
import { GenderSchema, UserSchema } from './user.ts';

/** A name in any script, as typed. */
export const NameSchema = lineOfText(NAME_MAX);
/** One of the 47 prefectures by its JIS number. A whole Prefecture object is accepted; only its id is read. */
const PrefectureChoiceSchema = v.nullable(
  v.object({
    id: v.pipe(
      v.number('required.prefecture'),
      v.integer('required.prefecture'),
      v.minValue(1, 'required.prefecture'),
      v.maxValue(47, 'required.prefecture'),
    ),
  }),
);

/** What the API accepts for a field of each kind. The schema of a text depends on its length. */
const ACCEPTED = {
  kana: KanaSchema,
  date_of_birth: DateOfBirthSchema,
  gender: v.nullable(GenderSchema),
  country: CountrySchema,
  postal_code: PostalCodeSchema,
  prefecture: PrefectureChoiceSchema,
  phone: PhoneSchema,
  flag: v.nullable(v.boolean()),
  locale: LocaleSchema,
} satisfies Readonly<Record<Exclude<FieldKind, 'text'>, v.GenericSchema>>;

type SchemaOfKind = typeof ACCEPTED & { readonly text: ReturnType<typeof lineOfText> };
type FieldSchemas = { readonly [Field in ProfileField]: SchemaOfKind[KindOf<Field>] };

/** What PUT /me accepts for each field, without the rules of the country. */
export const PROFILE_SCHEMAS = eachProfileField<FieldSchemas>((field) => {
  const { kind, max } = PROFILE_FIELDS[field];
  return kind === 'text' ? lineOfText(max) : ACCEPTED[kind];
});

/**
 * The fields that a member may change with PUT /me. A field that is left out stays unchanged;
 * `null` or an empty text clears it. Unknown fields are ignored.
 */
export const ProfileSchema = v.partial(v.object(PROFILE_SCHEMAS));
/** The payload as a form submits it. */
export type ProfileInput = v.InferInput<typeof ProfileSchema>;
/** The payload after validation: empty texts are `null`, kana is katakana, phone numbers are digits. */
export type Profile = v.InferOutput<typeof ProfileSchema>;

/**
 * Changes the profile. Another phone number needs a step-up; with second-step
 * verification on, so does every change but that of the language and the email opt-in.
 * A changed phone number is not confirmed: codes that came by SMS then come by email.
 */
export const updateMe = endpoint('PUT', '/me', {
  access: 'member',
  protection: { depends: ['edit_profile'] },
  value: 'delivery',
  inNewBrowser: true,
  summary: 'Changes the profile. Left out: stays. null: cleared. Unknown names are not read.',
  body: ProfileSchema,
  answer: v.object({ data: UserSchema }),
  errors: [
    'user.step_up_required',
    'auth.browser_too_new',
    'user.phone.invalid_length',
    'user.send_code.phone_number_invalid',
  ],
});

/** The fields that can be changed without a step-up: see {@link updateMe}. */
export const FREELY_CHANGED = ['locale', 'email_opt_in'] as const;
