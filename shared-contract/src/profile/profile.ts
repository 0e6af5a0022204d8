import * as v from 'valibot';
import { GenderSchema, LocaleSchema, type User } from '../schemas.ts';
import { CountrySchema } from './country.ts';
import { DateOfBirthSchema } from './date-of-birth.ts';
import { KanaSchema } from './kana.ts';
import { PhoneSchema } from './phone.ts';
import { PostalCodeSchema } from './postal-code.ts';
import { lineOfText } from './text.ts';

/** Names as they are written in passports of every country. */
const NAME_MAX = 100;
const PLACE_MAX = 100;
const ADDRESS_MAX = 200;

/** First and last name, in any script, as typed. */
export const NameSchema = lineOfText(NAME_MAX);
export const CitySchema = lineOfText(PLACE_MAX);
export const AddressLineSchema = lineOfText(ADDRESS_MAX);
export const PrefectureNameSchema = lineOfText(PLACE_MAX);
/** One of the 47 by its JIS code; a whole Prefecture may be handed in, its names are not read. */
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
 * What a member may change of themselves (PUT /me). A field that is left out stays as it is; `null`
 * (or an empty text) is a field that the member cleared. Nothing else is read: an unknown name in the
 * body is never written.
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
/** The payload as a form hands it in. */
export type ProfileInput = v.InferInput<typeof ProfileSchema>;
/** The payload after the schema: empty texts are `null`, kana is katakana, numbers are digits. */
export type Profile = v.InferOutput<typeof ProfileSchema>;
export type ProfileField = keyof Profile;

/** The same fields of the member, as `originalData` keeps them. */
export type ProfileFields = Pick<User, ProfileField>;
