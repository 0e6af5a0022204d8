import {
  formatCalendarDate,
  formatOrderNumber,
  type Locale,
  nameInOrder,
} from '@portal/shared-contract';
import { type MessageDescriptor, msg, translator } from '#i18n';
import type { Message, PassportReminder } from '../domain/messages.ts';
import { momentInJapan } from '../moment-in-japan.ts';
import type { EmailMessage } from './email-message.ts';

type Receipt = Extract<Message, { kind: 'passport_receipt' }>;

const PAYMENT_TYPES: Record<Receipt['paymentType'], MessageDescriptor> = {
  card: msg`Payment method: credit card`,
  counter: msg`Payment method: at the counter`,
};

/** To the owner of a passport that has been paid (product §14.72). */
export function receiptEmail(locale: Locale, receipt: Receipt): EmailMessage {
  const t = translator(locale);
  const from = formatCalendarDate(receipt.from);
  const until = formatCalendarDate(receipt.until);
  const price = new Intl.NumberFormat(locale === 'ja' ? 'ja-JP' : 'en-US', {
    style: 'currency',
    currency: 'JPY',
  }).format(receipt.price);
  const { lastDayToCancel } = receipt;
  const cancelling = lastDayToCancel
    ? msg`You can cancel the passport until the end of ${{ day: formatCalendarDate(lastDayToCancel) }} (Japan time), under “What you can do” on its page. We then refund the price.`
    : msg`The period of use has begun, so the passport can no longer be cancelled.`;
  return {
    subject: t(msg`Your receipt for a passport`),
    paragraphs: [t(msg`Thank you for your purchase. We have received your payment.`)],
    facts: [
      t(msg`Annual passport for: ${{ holder: nameInOrder(receipt.holder, locale) }}`),
      t(msg`Period of use: ${{ from }} – ${{ until }}`),
      t(msg`Price: ${{ price }} (tax included)`),
      t(PAYMENT_TYPES[receipt.paymentType]),
      t(msg`Paid on: ${{ moment: momentInJapan(locale, receipt.paidAt) }}`),
      t(msg`Order number: ${{ orderNumber: formatOrderNumber(receipt.orderNumber) }}`),
    ],
    advice: [t(cancelling)],
    button: { label: t(msg`Open the passport`), url: receipt.url },
    notes: [t(msg`You can print a receipt from the passport’s page.`)],
  };
}

/** To the member to whom a passport was offered (product §14.74). */
export function passportOfferedEmail(
  locale: Locale,
  { url, from, until }: Extract<Message, { kind: 'passport_offered' }>,
): EmailMessage {
  const t = translator(locale);
  const moment = momentInJapan(locale, until);
  return {
    subject: t(msg`A passport is waiting for you`),
    paragraphs: [
      t(
        msg`${{ other: from }} would like to give you a passport. Please choose whether to accept it.`,
      ),
      t(msg`If you do not answer by ${{ moment }}, the offer ends by itself.`),
    ],
    button: { label: t(msg`See the offer`), url },
    notes: [t(msg`If you do not know who this is, you can decline it there.`)],
  };
}

/** To the owner of a passport whose first or last day is tomorrow (product §15.31). */
export function passportReminderEmail(
  locale: Locale,
  { day, url, holder, from, until, needsPhoto }: PassportReminder,
): EmailMessage {
  const t = translator(locale);
  const period = { from: formatCalendarDate(from), until: formatCalendarDate(until) };
  const first = {
    subject: msg`Your passport is valid from tomorrow`,
    body: msg`You can use your passport from tomorrow, ${{ day: period.from }}.`,
  };
  const last = {
    subject: msg`Tomorrow is the last day of your passport`,
    body: msg`You can use your passport until the end of tomorrow, ${{ day: period.until }} (Japan time).`,
  };
  const { subject, body } = day === 'first' ? first : last;
  return {
    subject: t(subject),
    paragraphs: [t(body)],
    facts: [
      t(msg`Annual passport for: ${{ holder: nameInOrder(holder, locale) }}`),
      t(msg`Period of use: ${{ from: period.from }} – ${{ until: period.until }}`),
    ],
    ...(needsPhoto && {
      advice: [t(msg`The passport has no photo yet. Please add one before you use it.`)],
    }),
    button: { label: t(msg`Open the passport`), url },
    notes: [t(msg`You can turn these reminders off under Settings in the portal.`)],
  };
}
