import * as v from 'valibot';

/** Spec §3, entities as the API answers them. Dates are ISO 8601; `date_of_birth` is YYYY-MM-DD. */

export const LOCALES = ['ja', 'en'] as const;
export const LocaleSchema = v.picklist(LOCALES);
export type Locale = v.InferOutput<typeof LocaleSchema>;

/** A text in both languages. */
export const LocalizedTextSchema = v.object({ ja: v.string(), en: v.string() });
export type LocalizedText = v.InferOutput<typeof LocalizedTextSchema>;

export const PrefectureSchema = v.object({
  /** JIS X 0401 code, 1 to 47, which is also the order of the list. */
  id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(47)),
  name: LocalizedTextSchema,
});
export type Prefecture = v.InferOutput<typeof PrefectureSchema>;

export const GenderSchema = v.picklist(['male', 'female', 'other']);

/** The member (spec §3 «User / profile», completed by decisions.md «Member and profile»). */
export const UserSchema = v.object({
  id: v.string(),
  first_name: v.nullable(v.string()),
  last_name: v.nullable(v.string()),
  first_name_kana: v.nullable(v.string()),
  last_name_kana: v.nullable(v.string()),
  date_of_birth: v.nullable(v.pipe(v.string(), v.isoDate())),
  gender: v.nullable(GenderSchema),
  /** Seven digits without a hyphen for Japan; shown 3-4. */
  postal_code: v.nullable(v.string()),
  /** E.164, for example +819012345678. */
  phone: v.nullable(v.string()),
  /** ISO 3166-1 alpha-2 of the phone number's country. */
  phone_country_code: v.nullable(v.string()),
  address: v.nullable(v.string()),
  city: v.nullable(v.string()),
  prefecture: v.nullable(PrefectureSchema),
  /** Free text for countries without Japan's prefectures. */
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
  /** In force now; another than the accepted one is to be accepted first. */
  terms_current_version: v.string(),
  locale: LocaleSchema,
  member_code: v.string(),
});
export type User = v.InferOutput<typeof UserSchema>;

export const NotificationSchema = v.object({
  id: v.string(),
  title: v.string(),
  /** HTML. Cleaned on display, whatever the server did (decisions.md «Notifications»). */
  body: v.string(),
  published_date: v.pipe(v.string(), v.isoTimestamp()),
  read: v.boolean(),
  /** Of http or https: it becomes a link as it stands. */
  external_link: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//i))),
});
export type Notification = v.InferOutput<typeof NotificationSchema>;

export const PaginationSchema = v.object({
  page: v.number(),
  limit: v.number(),
  total: v.number(),
  last_page: v.number(),
});
export type Pagination = v.InferOutput<typeof PaginationSchema>;

/** Query of every list. Spec §9: page 1 and ten items by default. */
export const DEFAULT_PAGE = 1;
export const DEFAULT_PAGE_SIZE = 10;
const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))]),
    v.number(),
    v.integer(),
    v.minValue(least),
    v.maxValue(most),
  );
export const PageQuerySchema = v.object({
  page: v.optional(wholeNumber(1, 100_000), DEFAULT_PAGE),
  limit: v.optional(wholeNumber(1, 100), DEFAULT_PAGE_SIZE),
});

/** One town that a postal code covers (decisions.md: several towns answer a list to choose from). */
export const AddressSchema = v.object({
  postal_code: v.string(),
  prefecture: PrefectureSchema,
  city: v.string(),
  /** Town; empty where the code covers a whole city. */
  town: v.string(),
});
export type Address = v.InferOutput<typeof AddressSchema>;
