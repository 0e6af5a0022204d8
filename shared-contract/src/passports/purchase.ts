import * as v from 'valibot';
import { EmailSchema } from '../account/email.ts';
import { isCalendarDate } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { dateOfBirthProblem, datePartsOf, isoDate } from '../profile/date-of-birth.ts';
import { NameSchema } from '../profile/profile.ts';
import { required } from '../profile/text.ts';
import { PassportKindSchema } from './kinds.ts';
import {
  PASSPORT_ACCESS_ERRORS,
  PassportDesignSchema,
  PassportParamsSchema,
  PassportSchema,
} from './passport.ts';

/** In the order in which they are offered. */
export const PAYMENT_TYPE_CODES = ['card', 'counter'] as const;

const filledName = (key: string) =>
  v.pipe(
    required(NameSchema, key),
    v.transform((name) => name ?? ''),
  );

/** YYYY-MM-DD; whether it is in the future is asked with a clock, by the form and by the server. */
const ChildDateOfBirthSchema = v.pipe(
  v.string('required.date_of_birth'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const problem = dateOfBirthProblem(datePartsOf(dataset.value), { required: true });
    if (problem) addIssue({ message: problem });
  }),
  v.transform((text) => isoDate(datePartsOf(text))),
);

/**
 * A child's name and date of birth are typed; the member's are those of the profile. Another
 * adult is invited by mail once it is paid, and has no photo here.
 */
export const NewHolderSchema = v.variant(
  'kind',
  [
    v.object({ kind: v.literal('member') }),
    v.object({
      kind: v.literal('child'),
      last_name: filledName('required.last_name'),
      first_name: filledName('required.first_name'),
      date_of_birth: ChildDateOfBirthSchema,
    }),
    v.object({
      kind: v.literal('adult'),
      last_name: filledName('required.last_name'),
      first_name: filledName('required.first_name'),
      email: EmailSchema,
    }),
  ],
  'required.choice',
);
export type NewHolder = v.InferOutput<typeof NewHolderSchema>;

const OptionalId = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100))), null);

/** `design_id` and `photo_id` may be missing here, because their absence has errors of its own. */
const NewPassportSchema = v.object({
  holder: NewHolderSchema,
  /** One that fits the holder; it may be missing where no other does, and for a renewal. */
  kind_id: v.optional(v.pipe(v.string(), v.maxLength(100))),
  design_id: OptionalId,
  photo_id: OptionalId,
  /** See usageStartProblem. */
  usage_start_date: v.pipe(
    v.string('required.usage_start_date'),
    v.check(isCalendarDate, 'required.usage_start_date'),
  ),
  /** The member's passport that this one follows, of the same holder, from the day after its last one. */
  renews: v.optional(v.pipe(v.string(), v.maxLength(100))),
});
export type NewPassport = v.InferOutput<typeof NewPassportSchema>;

/** The largest number of passports in one order. */
export const PASSPORTS_PER_ORDER = 6;

export const PurchaseSchema = v.object({
  /** Created by the browser for each purchase and sent with every attempt. */
  idempotency_key: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  ...NewPassportSchema.entries,
  payment_type: v.picklist(PAYMENT_TYPE_CODES, 'required.choice'),
  /** What the passports cost together, in yen, as the buyer was shown; a call without it takes the price of the day. */
  total: v.optional(v.number()),
  /** Further passports of the same order, paid together with the first. */
  others: v.optional(
    v.pipe(
      v.array(NewPassportSchema),
      v.minLength(1, 'invalid'),
      v.maxLength(PASSPORTS_PER_ORDER - 1, 'length.too_long'),
    ),
  ),
});
export type Purchase = v.InferOutput<typeof PurchaseSchema>;

export const listPassportDesigns = endpoint('GET', '/passports/designs', {
  access: 'member',
  summary: 'The designs, the kinds on sale, the accepted ways to pay and the age of children.',
  answer: v.object({
    data: v.array(PassportDesignSchema),
    /** Those that can be bought today. */
    kinds: v.array(PassportKindSchema),
    /** The day, YYYY-MM-DD, on which the next kind comes on sale; null if none is announced. */
    next_sale: v.nullable(v.string()),
    payment_types: v.array(v.picklist(PAYMENT_TYPE_CODES)),
    /** See childAgeProblem. */
    child_below_years: v.number(),
  }),
});

/**
 * Buys the passports of an order once per `idempotency_key` and answers the first: the same call again answers the same
 * passport and the same address. They have one order number and one payment.
 *
 * `request.invalid` has one of the fields `idempotency_key` (`invalid`: used for another purchase), `renews`
 * (`invalid`: it cannot be renewed now, or not like this), `kind_id` (`required.choice`: several fit, or another one
 * than that), `total` (`price_changed`: they cost something else today), `usage_start_date` ({@link UsageStartProblem},
 * or `no_kind`: no kind on sale fits the holder from that day), `holder.date_of_birth` ({@link ChildAgeProblem}, or in
 * the future), `holder.email` (`own_address`: the buyer's own), `profile` (`required.profile`: not complete) and
 * `payment_type`. Those of a further passport have its place before them: `others.0.usage_start_date`. A missing photo
 * or design of one is named in the same way.
 */
export const purchasePassport = endpoint('POST', '/passports', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  summary: 'Buys a passport.',
  body: PurchaseSchema,
  answer: v.object({
    data: PassportSchema,
    /** The provider's page for a card payment; absent while the provider is unavailable. */
    payment_url: v.optional(v.pipe(v.string(), v.url())),
  }),
  errors: ['ap_passport.design_id.required', 'ap_passport.photo.required'],
});

export const payPassport = endpoint('POST', '/passports/{id}/payment', {
  access: 'member',
  protection: 'browser',
  value: 'none',
  summary:
    "The address of the provider's payment page, also after a declined or abandoned payment.",
  params: PassportParamsSchema,
  answer: v.object({ payment_url: v.pipe(v.string(), v.url()) }),
  errors: [
    ...PASSPORT_ACCESS_ERRORS,
    'ap_passport.canceled_at.access_denied',
    'server.unavailable',
  ],
});
