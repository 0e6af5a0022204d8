import type { EmailLine, EmailMessage } from '@portal/server-mail/email-message';
import type {
  Message,
  OrderLine,
  PassportFacts,
  PassportReminder,
  ReceiptLine,
} from '@portal/server-members/messages';
import { type MessageDescriptor, msg, translator } from '@portal/server-platform/texts/i18n';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import {
  cancelRules,
  formatCalendarDate,
  formatOrderNumber,
  formatYen,
  kindLine,
  type Locale,
  lastDayToPay,
  nameInOrder,
} from '@portal/shared-contract';
import { type CalendarDay, calendarFile } from '@portal/shared-contract/calendar-file';

type Receipt = Extract<Message, { kind: 'passport_receipt' }>;

const PAYMENT_TYPES: Record<Receipt['paymentType'], MessageDescriptor> = {
  card: msg`Payment method: credit card`,
  counter: msg`Payment method: at the counter`,
};

/** To the buyer of passports that are to be paid at the counter. */
export function orderEmail(
  locale: Locale,
  order: Extract<Message, { kind: 'passport_order' }>,
): EmailMessage {
  const { passports } = order;
  const day = formatCalendarDate(lastDayToPay(passports.map(({ until }) => until)), locale);
  return {
    subject: msg`Your order, to be paid at the counter`,
    paragraphs: [
      msg`Thank you for your order. Please pay at the counter when you come, and say the order number there.`,
    ],
    cards: passports.map((passport) => cardOf(locale, passport)),
    facts: [
      lineOfOrder(locale, order),
      ...contentsOf(locale, passports),
      PAYMENT_TYPES.counter,
      msg`Pay by: ${{ day }} (Japan time)`,
    ],
    advice: [
      msg`A passport can be used once it is paid. Until then you can cancel it free of charge, under “What you can do” on its page.`,
      ...rulesOf(locale, passports),
    ],
    ...buttonOf(passports),
  };
}

/** To the owner of passports that have been paid. */
export function receiptEmail(locale: Locale, receipt: Receipt): EmailMessage {
  const t = translator(locale);
  const { passports, paidAt } = receipt;
  const isOne = passports.length === 1;
  return {
    subject: isOne
      ? msg`Your receipt for a passport`
      : msg`Your receipt for ${{ number: passports.length }} passports`,
    paragraphs: [msg`Thank you for your purchase. We have received your payment.`],
    cards: passports.map((passport) => cardOf(locale, passport)),
    facts: [
      ...contentsOf(locale, passports),
      PAYMENT_TYPES[receipt.paymentType],
      msg`Paid on: ${{ moment: momentInJapan(locale, paidAt) }}`,
      lineOfOrder(locale, receipt),
    ],
    advice: [...conditionsOf(locale, passports), cancelling(locale, passports)],
    ...buttonOf(passports),
    notes: [
      msg`You can print a receipt on the page of your order.`,
      msg`The attached file puts the first and the last day of use into your calendar.`,
    ],
    calendar: {
      kind: 'calendar',
      name: `${t(msg`Passports`)}.ics`,
      text: calendarFile(
        passports.flatMap((passport) => daysOf(locale, passport)),
        paidAt,
      ),
    },
  };
}

function contentsOf(locale: Locale, passports: readonly OrderLine[]): EmailLine[] {
  const price = formatYen(
    passports.reduce((sum, passport) => sum + passport.price, 0),
    locale,
  );
  return [
    ...passports.flatMap((passport) => [
      msg`Annual passport for: ${{ holder: nameInOrder(passport.holder, locale) }}`,
      kindLine(passport.kind, locale),
      lineOfPeriod(locale, passport),
    ]),
    passports.length === 1
      ? msg`Price: ${{ price }} (tax included)`
      : msg`Price of all passports: ${{ price }} (tax included)`,
  ];
}

const lineOfOrder = (locale: Locale, { orderNumber }: { readonly orderNumber: string }): string =>
  translator(locale)(msg`Order number: ${{ orderNumber: formatOrderNumber(orderNumber) }}`);

/** The card has no room for a name in its period. */
const cardOf = (locale: Locale, { designId, holder, ...passport }: OrderLine) => {
  const { from, until } = periodOf(locale, passport);
  const details = msg`${{ from }} – ${{ until }}`;
  return { designId, title: nameInOrder(holder, locale), details };
};

const periodOf = (locale: Locale, { from, until }: Pick<OrderLine, 'from' | 'until'>) => ({
  from: formatCalendarDate(from, locale),
  until: formatCalendarDate(until, locale),
});

function lineOfPeriod(locale: Locale, passport: Pick<OrderLine, 'from' | 'until'>) {
  const { from, until } = periodOf(locale, passport);
  return msg`Valid: ${{ from }} – ${{ until }}`;
}

export const factsOfPassport = (locale: Locale, passport: PassportFacts): MessageDescriptor[] => [
  msg`Annual passport for: ${{ holder: nameInOrder(passport.holder, locale) }}`,
  lineOfPeriod(locale, passport),
];

const rulesOf = (locale: Locale, passports: readonly OrderLine[]): string[] =>
  cancelRules(
    Array.from(passports, ({ kind }) => kind),
    locale,
  );

/** A last day says all of a rule but that the passport must not have been used. */
const conditionsOf = (locale: Locale, passports: readonly ReceiptLine[]): string[] =>
  rulesOf(
    locale,
    passports.filter(({ kind }) => typeof kind.cancel === 'object'),
  );

function cancelling(locale: Locale, passports: readonly ReceiptLine[]): MessageDescriptor {
  const [last, ...others] = new Set(passports.map(({ lastDayToCancel }) => lastDayToCancel));
  if (others.length > 0) {
    return msg`You can cancel each passport until the end of the day that its page says (Japan time), under “What you can do” there. We then refund its price.`;
  }
  if (last === undefined) {
    return passports.length === 1
      ? msg`The passport can no longer be cancelled.`
      : msg`The passports can no longer be cancelled.`;
  }
  const day = formatCalendarDate(last, locale);
  return passports.length === 1
    ? msg`You can cancel the passport until the end of ${{ day }} (Japan time), under “What you can do” on its page. We then refund the price.`
    : msg`You can cancel each passport until the end of ${{ day }} (Japan time), under “What you can do” on its page. We then refund its price.`;
}

/** Several passports are opened from the first, whose page links to the others. */
function buttonOf(passports: readonly OrderLine[]): Pick<EmailMessage, 'button'> {
  const [first] = passports;
  const label = passports.length === 1 ? msg`Open the passport` : msg`Open the passports`;
  return first ? { button: { label, url: first.url } } : {};
}

/** The first and the last day; a year as one event would fill a calendar. */
function daysOf(locale: Locale, passport: ReceiptLine): CalendarDay[] {
  const t = translator(locale);
  const { id, url, from, until } = passport;
  const holder = nameInOrder(passport.holder, locale);
  const { hostname } = new URL(url);
  const shared = { description: t(lineOfPeriod(locale, passport)), url };
  const first = msg`Annual passport: first day (${{ holder }})`;
  const last = msg`Annual passport: last day (${{ holder }})`;
  return [
    { ...shared, uid: `${id}-first@${hostname}`, day: from, summary: t(first) },
    { ...shared, uid: `${id}-last@${hostname}`, day: until, summary: t(last) },
  ];
}

/** To the owner of a passport whose first or last day is tomorrow, or that can be renewed from today. */
export function passportReminderEmail(locale: Locale, reminder: PassportReminder): EmailMessage {
  const { day, url, needsPhoto, renewUrl } = reminder;
  const { from, until } = periodOf(locale, reminder);
  const first = {
    subject: msg`Your passport is valid from tomorrow`,
    body: msg`You can use your passport from tomorrow, ${{ day: from }}.`,
  };
  const last = {
    subject: msg`Tomorrow is the last day of your passport`,
    body: msg`You can use your passport until the end of tomorrow, ${{ day: until }} (Japan time).`,
  };
  const renewal = {
    subject: msg`You can renew your passport`,
    body: msg`Your passport is valid until ${{ day: until }}. You can renew it now: the new one starts the day after.`,
  };
  const { subject, body } = { first, last, renewal }[day];
  return {
    subject,
    paragraphs: [body],
    facts: factsOfPassport(locale, reminder),
    advice: [
      needsPhoto &&
        day !== 'renewal' &&
        msg`The passport has no photo yet. Add one before you use it.`,
    ],
    button: renewUrl
      ? { label: msg`Renew`, url: renewUrl }
      : { label: msg`Open the passport`, url },
    notes: [msg`You can turn these reminders off under “Notifications and display” in the portal.`],
  };
}
