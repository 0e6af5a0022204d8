import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { PageQuerySchema, PaginationSchema } from '../pagination.ts';
import { TimestampSchema } from '../timestamp.ts';
import { PassportSchema } from './passport.ts';
import { PaymentTypeNameSchema, StatusNameSchema } from './statuses.ts';

/** A passport of a purchase. */
export const PurchasedPassportSchema = v.object({
  ...v.pick(PassportSchema, [
    'id',
    'kind',
    'design_id',
    'holder',
    'usage_start_date',
    'ext_expiration_date',
  ]).entries,
  /** Yen, with tax. */
  price: v.number(),
  /** Of its payment; of the passport while it is unpaid: it waits for the payment, has ended or was cancelled. */
  state_name: v.union([PassportSchema.entries.payment_status_name, StatusNameSchema]),
});

export const PurchaseRecordSchema = v.object({
  /** Twelve digits; see formatOrderNumber. */
  order_number: v.string(),
  created_at: TimestampSchema,
  /** Yen, with tax, of all its passports. */
  total: v.number(),
  payment_type_name: PaymentTypeNameSchema,
  passports: v.array(PurchasedPassportSchema),
});
export type PurchaseRecord = v.InferOutput<typeof PurchaseRecordSchema>;

export const listPurchases = endpoint('GET', '/purchases', {
  access: 'member',
  summary:
    'What the member has bought, the newest first, also of passports that they have given away.',
  query: v.object({
    ...PageQuerySchema.entries,
    /** That order alone; of somebody else's there is none. */
    order_number: v.optional(v.pipe(v.string(), v.maxLength(20))),
  }),
  answer: v.object({ data: v.array(PurchaseRecordSchema), meta: PaginationSchema }),
});
