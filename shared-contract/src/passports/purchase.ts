import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { dateOfBirthProblem, datePartsOf } from '../profile/date-of-birth.ts';
import { NameSchema } from '../profile/profile.ts';
import { required } from '../profile/text.ts';
import { isCalendarDate } from './dates.ts';
import { PassportDesignSchema, PassportSchema } from './passport.ts';

export const PAYMENT_TYPE_CODES = ['counter', 'card'] as const;

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
    const problem = /^\d{4}-\d{2}-\d{2}$/.test(dataset.value)
      ? dateOfBirthProblem(datePartsOf(dataset.value), { required: true })
      : 'required.date_of_birth';
    if (problem) addIssue({ message: problem });
  }),
);

/** The member's name and date of birth are their profile's; a child's are typed. */
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
  ],
  'required.choice',
);
export type NewHolder = v.InferOutput<typeof NewHolderSchema>;

const OptionalId = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100))), null);

/** Without a design or a photo the server answers the spec's own codes for that. */
export const PurchaseSchema = v.object({
  /** Made once per purchase by the browser and kept through every retry. */
  idempotency_key: v.pipe(v.string(), v.uuid(), v.toLowerCase()),
  holder: NewHolderSchema,
  design_id: OptionalId,
  photo_id: OptionalId,
  /** See usageStartProblem. */
  usage_start_date: v.pipe(
    v.string('required.usage_start_date'),
    v.check(isCalendarDate, 'required.usage_start_date'),
  ),
  payment_type: v.picklist(PAYMENT_TYPE_CODES, 'required.choice'),
});
export type Purchase = v.InferOutput<typeof PurchaseSchema>;

export const listPassportDesigns = endpoint({
  method: 'GET',
  path: '/passports/designs',
  access: 'member',
  summary: 'What a pass can look like, what it costs, and how it can be paid here.',
  answer: v.object({
    data: v.array(PassportDesignSchema),
    /** Yen. */
    price: v.number(),
    payment_types: v.array(v.picklist(PAYMENT_TYPE_CODES)),
  }),
});

/**
 * Buys a pass, once per `idempotency_key`: the same call again answers the same pass and the same
 * address. The key with other contents is refused (`idempotency_key: invalid`).
 *
 * `request.invalid` names what is wrong: `usage_start_date` ({@link UsageStartProblem}),
 * `holder.date_of_birth` (`children_under_3_free`, or in the future), `profile` (`required.profile`:
 * the member's profile is not complete), `payment_type`.
 */
export const purchasePassport = endpoint({
  method: 'POST',
  path: '/passports',
  access: 'member',
  summary: 'Buys a pass.',
  body: PurchaseSchema,
  answer: v.object({
    data: PassportSchema,
    /** The provider's page for a card; absent while the provider cannot be reached: pay again later. */
    payment_url: v.optional(v.pipe(v.string(), v.url())),
  }),
  errors: ['ap_passport.design_id.required', 'ap_passport.photo.required'],
});

export const payPassport = endpoint({
  method: 'POST',
  path: '/passports/{id}/payment',
  access: 'member',
  summary: "The provider's page for a card payment, also again after a decline or an abandonment.",
  params: v.object({ id: v.string() }),
  answer: v.object({ payment_url: v.pipe(v.string(), v.url()) }),
  errors: [
    'ap_passport.not_found',
    'ap_passport.user.access_denied',
    'ap_passport.canceled_at.access_denied',
    'server.unavailable',
  ],
});
