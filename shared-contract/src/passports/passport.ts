import * as v from 'valibot';
import { LocalizedTextSchema } from '../schemas.ts';
import { isCalendarDate } from './dates.ts';
import {
  PaymentStatusNameSchema,
  PaymentTypeNameSchema,
  StatusNameSchema,
  TransferStatusNameSchema,
} from './statuses.ts';

const moment = v.pipe(v.string(), v.isoTimestamp());
/** A date of Japan's calendar. */
export const CalendarDateSchema = v.pipe(v.string(), v.check(isCalendarDate, 'invalid'));

export const HOLDER_KINDS = ['member', 'child'] as const;

/**
 * Who uses the pass. Somebody to whom a pass is only offered sees of a child's pass a masked name and
 * no date of birth; of a member's pass themselves, since it would become theirs.
 */
export const HolderSchema = v.object({
  kind: v.picklist(HOLDER_KINDS),
  last_name: v.string(),
  first_name: v.string(),
  date_of_birth: v.nullable(CalendarDateSchema),
});
export type Holder = v.InferOutput<typeof HolderSchema>;

/** Spec §3 «Pass (passport)», completed by decisions.md «Passes». */
export const PassportSchema = v.object({
  id: v.string(),
  /** One of `GET /passports/designs`. */
  design_id: v.string(),
  holder: HolderSchema,
  /** Address of the picture for `<img>`, good for some minutes. Null: a photo has to be added. */
  photo: v.nullable(v.string()),
  usage_start_date: CalendarDateSchema,
  /** The last day of validity. */
  ext_expiration_date: CalendarDateSchema,
  confirmed_id_at: v.nullable(moment),
  /** See PERMISSION. */
  ext_permission: v.number(),
  /** Number of the pass in the operator's books, from when it is paid. */
  ext_member_code: v.nullable(v.string()),
  physical_card_issued_at: v.nullable(moment),
  canceled_at: v.nullable(moment),
  status_name: StatusNameSchema,
  transfer_status_name: TransferStatusNameSchema,
  payment_type_name: PaymentTypeNameSchema,
  payment_status_name: PaymentStatusNameSchema,
  /** Address of the present code's picture (SVG) for `<img>`; null while the pass opens no gate. */
  qr_code_url: v.nullable(v.string()),
  /** Yen. */
  price: v.number(),
  /** `receiver`: it is offered to the member, and not theirs yet. */
  role: v.picklist(['owner', 'receiver']),
  /** A transfer under way. `other` is the other side's masked name or e-mail address. */
  transfer: v.nullable(
    v.object({
      direction: v.picklist(['outgoing', 'incoming']),
      other: v.string(),
      requested_at: moment,
    }),
  ),
  created_at: moment,
});
export type Passport = v.InferOutput<typeof PassportSchema>;

/** The catalogue's first designs; the client draws them. An id it does not know gets the first one's art. */
export const PASSPORT_DESIGN_IDS = [
  'swallows',
  'waves',
  'blossom',
  'hemp-leaf',
  'mountain',
  'night',
] as const;

export const PassportDesignSchema = v.object({ id: v.string(), name: LocalizedTextSchema });
export type PassportDesign = v.InferOutput<typeof PassportDesignSchema>;
