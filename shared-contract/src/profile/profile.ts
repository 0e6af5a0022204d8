import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { LocaleSchema } from '../locale.ts';
import { CountrySchema } from './country.ts';
import { DateOfBirthSchema } from './date-of-birth.ts';
import { KanaSchema } from './kana.ts';
import { PhoneSchema } from './phone.ts';
import { PostalCodeSchema } from './postal-code.ts';
import { lineOfText } from './text.ts';
import { GenderSchema, type User, UserSchema } from './user.ts';

/** Maximum lengths, in characters as a reader counts them (product §5.18). */
const NAME_MAX = 100;
const PLACE_MAX = 100;
const ADDRESS_MAX = 200;

/** A name in any script, as typed. */
export const NameSchema = lineOfText(NAME_MAX);
export const CitySchema = lineOfText(PLACE_MAX);
export const AddressLineSchema = lineOfText(ADDRESS_MAX);
export const PrefectureNameSchema = lineOfText(PLACE_MAX);
/**
 * One of the 47 prefectures by its JIS number. A whole Prefecture object is accepted; only its id
 * is read.
 */
export const PrefectureChoiceSchema = v.nullable(
  v.object({
    id: v.pipe(
      v.number('required.prefecture'),
      v.integer('required.prefecture'),
      v.minValue(1, 'required.prefecture'),
      v.maxValue(47, 'required.prefecture'),
    ),
  }),
);

/**
 * The fields that a member may change with PUT /me. A field that is left out stays unchanged;
 * `null` or an empty text clears it (product §5.27). Unknown fields are ignored (product §5.29).
 */
export const ProfileSchema = v.object({
  first_name: v.optional(NameSchema),
  last_name: v.optional(NameSchema),
  first_name_kana: v.optional(KanaSchema),
  last_name_kana: v.optional(KanaSchema),
  date_of_birth: v.optional(DateOfBirthSchema),
  gender: v.optional(v.nullable(GenderSchema)),
  postal_code: v.optional(PostalCodeSchema),
  phone: v.optional(PhoneSchema),
  phone_country_code: v.optional(CountrySchema),
  address: v.optional(AddressLineSchema),
  city: v.optional(CitySchema),
  prefecture: v.optional(PrefectureChoiceSchema),
  prefecture_name: v.optional(PrefectureNameSchema),
  country: v.optional(CountrySchema),
  email_opt_in: v.optional(v.nullable(v.boolean())),
  locale: v.optional(LocaleSchema),
});
/** The payload as a form submits it. */
export type ProfileInput = v.InferInput<typeof ProfileSchema>;
/**
 * The payload after validation: empty texts are `null`, kana is katakana, phone numbers are digits.
 */
export type Profile = v.InferOutput<typeof ProfileSchema>;
export type ProfileField = keyof Profile;

/** The same fields as the member has them (`originalData`, product §3.34). */
export type ProfileFields = Pick<User, ProfileField>;

/**
 * Changes the profile (product §7.19). With two-step verification on, needs and spends a verified
 * `mfa_edit_account` code, unless only the language and the e-mail opt-in change (product §13.5). A
 * changed phone number is not proven: codes that came by SMS then come by e-mail (product §12.31).
 */
export const updateMe = endpoint('PUT', '/me', {
  access: 'member',
  summary: 'Changes the profile. Left out: stays. null: cleared. Unknown names are not read.',
  body: ProfileSchema,
  answer: v.object({ data: UserSchema }),
  errors: [
    'user.edit_account.mfa_invalid',
    'user.phone.invalid_length',
    'user.send_code.phone_number_invalid',
  ],
});

/** The fields that can be changed without a step-up code: see {@link updateMe}. */
export const FREELY_CHANGED = ['locale', 'email_opt_in'] as const;
