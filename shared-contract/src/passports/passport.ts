import * as v from 'valibot';
import { LocalizedTextSchema } from '../locale.ts';
import { TimestampSchema } from '../timestamp.ts';
import { SoldKindSchema } from './kinds.ts';
import {
  PaymentStatusNameSchema,
  PaymentTypeNameSchema,
  StatusNameSchema,
  TransferStatusNameSchema,
} from './statuses.ts';

/** A calendar date of Japan, YYYY-MM-DD. */
const CalendarDateSchema = v.pipe(v.string(), v.isoDate('invalid'));

/** `adult`: somebody else, for whom it was bought and who has not accepted it yet. */
export const HOLDER_KINDS = ['member', 'child', 'adult'] as const;

/**
 * Who uses the passport. A receiver sees a child with a masked name and without date of birth, and themselves as the
 * holder of any other. The date of birth of an adult who has not accepted yet is not known.
 */
export const HolderSchema = v.object({
  kind: v.picklist(HOLDER_KINDS),
  last_name: v.string(),
  first_name: v.string(),
  date_of_birth: v.nullable(CalendarDateSchema),
});

export const PassportSchema = v.object({
  id: v.string(),
  /** One of `GET /passports/designs`. */
  design_id: v.string(),
  /** As which it was sold: a later change of the kind changes nothing of it. */
  kind: SoldKindSchema,
  holder: HolderSchema,
  /** Signed address for `<img>`; null if the passport has no photo. */
  photo: v.nullable(v.string()),
  usage_start_date: CalendarDateSchema,
  /** The last day of validity. */
  ext_expiration_date: CalendarDateSchema,
  confirmed_id_at: v.nullable(TimestampSchema),
  /** See PERMISSION. */
  ext_permission: v.number(),
  /** The passport's number, assigned when it is paid. */
  ext_member_code: v.nullable(v.string()),
  physical_card_issued_at: v.nullable(TimestampSchema),
  canceled_at: v.nullable(TimestampSchema),
  /** The last day on which its owner can cancel it although it is paid; null if they cannot. */
  cancel_until: v.nullable(CalendarDateSchema),
  status_name: StatusNameSchema,
  transfer_status_name: TransferStatusNameSchema,
  payment_type_name: PaymentTypeNameSchema,
  payment_status_name: PaymentStatusNameSchema,
  /** Signed address of the QR code as SVG for `<img>`; null while the passport opens no turnstile. */
  qr_code_url: v.nullable(v.string()),
  /** Twelve digits; null for all but the payer. See formatOrderNumber. */
  order_number: v.nullable(v.string()),
  /** Yen; null for all but the payer, as are the payment's way and state. */
  price: v.nullable(v.number()),
  /** Yen that are due for the unpaid passports of the order together; 0 if this one is not unpaid. */
  amount_due: v.number(),
  /** The other passports of the order that are the member's too, for the payer. */
  bought_with: v.array(v.object({ id: v.string(), last_name: v.string(), first_name: v.string() })),
  /** `receiver` if it is only offered to the member; `giver` if they can take it back, or have paid for it. */
  role: v.picklist(['owner', 'receiver', 'giver']),
  /**
   * The open transfer. `other` is the other side's masked name or email address; null for the owner of a
   * passport that is offered by link, to whoever opens it.
   */
  transfer: v.nullable(
    v.object({
      direction: v.picklist(['outgoing', 'incoming']),
      other: v.nullable(v.string()),
      /** What the giver wrote; null where they wrote nothing. */
      giver_name: v.optional(v.nullable(v.string()), null),
      message: v.optional(v.nullable(v.string()), null),
      requested_at: TimestampSchema,
      /** Before this, nobody can accept; null once it is over, and where nothing was new. */
      held_until: v.nullable(TimestampSchema),
    }),
  ),
  /**
   * For its giver: to whom the passport went, masked, and when; until when it can be taken back, null once
   * that is over, and at which turnstiles it was used in that time. Null for anybody else.
   */
  given: v.nullable(
    v.object({
      to: v.string(),
      given_at: TimestampSchema,
      take_back_until: v.nullable(TimestampSchema),
      uses: v.array(v.object({ used_at: TimestampSchema, turnstile: v.string() })),
    }),
  ),
  /**
   * For the owner of a gift: from whom it came, as the giver named themselves or masked, what they wrote, and
   * until when it can be taken back, null once that is over. Cancelling it returns it. Null for a passport
   * that the owner has paid for.
   */
  gift: v.nullable(
    v.object({
      from: v.string(),
      message: v.optional(v.nullable(v.string()), null),
      take_back_until: v.nullable(TimestampSchema),
    }),
  ),
  /**
   * For the owner: the first day of the renewal, and the passport that is it, null while the member can buy
   * it. Null where nothing can be renewed now.
   */
  renewal: v.nullable(
    v.object({ usage_start_date: CalendarDateSchema, renewed_by: v.nullable(v.string()) }),
  ),
  created_at: TimestampSchema,
});
export type Passport = v.InferOutput<typeof PassportSchema>;

/** The path and the answer of calls about one passport. */
export const PassportParamsSchema = v.object({ id: v.string() });
export const PassportAnswerSchema = v.object({ data: PassportSchema });

/** 404 for a passport that never concerned the member; 403 for a former owner or receiver. */
export const PASSPORT_ACCESS_ERRORS = [
  'ap_passport.not_found',
  'ap_passport.user.access_denied',
] as const;
/** A passport that is cancelled, being transferred or issued as a card cannot be changed. */
export const PASSPORT_CHANGE_ERRORS = [
  ...PASSPORT_ACCESS_ERRORS,
  'ap_passport.canceled_at.access_denied',
  'ap_passport.transfer_status.access_denied',
  'ap_passport.physical_card_issued_at.access_denied',
] as const;

/**
 * Below it are the pictures of designs, as SVG, by the design's id, and by `<id>.wide` what a desktop shows in its place.
 */
export const DESIGN_PICTURES_PATH = '/passports/designs';

export const PassportDesignSchema = v.object({ id: v.string(), name: LocalizedTextSchema });
export type PassportDesign = v.InferOutput<typeof PassportDesignSchema>;
