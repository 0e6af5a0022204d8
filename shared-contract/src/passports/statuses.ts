import * as v from 'valibot';
import { type LocalizedText, LocalizedTextSchema } from '../locale.ts';

/** The colours of the statuses. */
export const STATUS_COLORS = ['neutral', 'info', 'success', 'warning', 'danger'] as const;
export type StatusColor = (typeof STATUS_COLORS)[number];

export type Status<Code extends string = string> = {
  readonly code: Code;
  readonly name: LocalizedText;
  readonly color: StatusColor;
};

type StatusRow = LocalizedText & { color: StatusColor };

const table = <Code extends string>(rows: Record<Code, StatusRow>) => rows;

/** The statuses of a passport. */
export const PASSPORT_STATUSES = table({
  payment_pending: { ja: 'お支払い待ち', en: 'Awaiting payment', color: 'warning' },
  upcoming: { ja: '利用開始前', en: 'Not started yet', color: 'info' },
  active: { ja: '有効', en: 'Active', color: 'success' },
  expired: { ja: '期限切れ', en: 'Expired', color: 'neutral' },
  canceled: { ja: 'キャンセル済み', en: 'Cancelled', color: 'danger' },
});
export type PassportStatusCode = keyof typeof PASSPORT_STATUSES;

/** The transfer statuses. A passport without one has null. */
export const TRANSFER_STATUSES = table({
  transferring: { ja: 'ゆずる手続き中', en: 'Being given', color: 'warning' },
  accepted: { ja: 'お渡し済み', en: 'Given', color: 'success' },
  rejected: { ja: '受け取られませんでした', en: 'Not accepted', color: 'danger' },
});
export type TransferStatusCode = keyof typeof TRANSFER_STATUSES;

/** The ways to pay. A staff passport costs nothing and has null. */
export const PAYMENT_TYPES = table({
  counter: { ja: '窓口払い', en: 'At the counter', color: 'neutral' },
  card: { ja: 'クレジットカード払い', en: 'By card', color: 'neutral' },
});
export type PaymentTypeCode = keyof typeof PAYMENT_TYPES;

/** The payment statuses. */
export const PAYMENT_STATUSES = table({
  pending: { ja: '未払い', en: 'Not paid', color: 'warning' },
  declined: { ja: '決済できませんでした', en: 'Payment declined', color: 'danger' },
  paid: { ja: '支払い済み', en: 'Paid', color: 'success' },
  refund_pending: { ja: '返金手続き中', en: 'Refund on its way', color: 'info' },
  refunded: { ja: '返金済み', en: 'Refunded', color: 'neutral' },
});
export type PaymentStatusCode = keyof typeof PAYMENT_STATUSES;

const statusSchema = <Code extends string>(rows: Record<Code, StatusRow>) =>
  v.nullable(
    v.object({
      code: v.picklist(Object.keys(rows) as Code[]),
      name: LocalizedTextSchema,
      color: v.picklist(STATUS_COLORS),
    }),
  );

export const StatusNameSchema = statusSchema(PASSPORT_STATUSES);
export const TransferStatusNameSchema = statusSchema(TRANSFER_STATUSES);
export const PaymentTypeNameSchema = statusSchema(PAYMENT_TYPES);
export const PaymentStatusNameSchema = statusSchema(PAYMENT_STATUSES);

/** A status as the API answers it. */
export function statusOf<Code extends string>(
  rows: Record<Code, StatusRow>,
  code: Code,
): Status<Code> {
  const { ja, en, color } = rows[code];
  return { code, name: { ja, en }, color };
}
