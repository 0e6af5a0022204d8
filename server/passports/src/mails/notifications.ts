import { outboxMessages } from '@portal/server-mail/schema/outbox';
import type { PassportReminder } from '@portal/server-members/messages';
import { sendNotification } from '@portal/server-notifications/notifications';
import type { DomainContext } from '@portal/server-platform/database/database';
import { type MessageDescriptor, msg, translator } from '@portal/server-platform/texts/i18n';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import {
  formatCalendarDate,
  LOCALES,
  type Locale,
  nameInOrder,
  renewalPath,
} from '@portal/shared-contract';
import { html } from 'hono/html';
import type { Use } from '../passport/turnstile-uses.ts';

/** Notifications without a link, because the member cannot open the passport (any more). */
const WITHOUT_LINK: ReadonlySet<PassportNotification['kind']> = new Set([
  'transfer_refused',
  'transfer_taken_back',
  'transfer_lapsed',
  'gift_taken_back',
  'gift_given_back',
  'gift_was_canceled',
]);

export async function notifyMember(
  tx: DomainContext,
  memberId: string,
  passportId: string,
  notice: PassportNotification,
): Promise<void> {
  const renewable = 'renewable' in notice && notice.renewable;
  const label = renewable ? msg`Renew` : msg`See the passport`;
  const path = renewable ? renewalPath(passportId) : `/my-page/passports/${passportId}`;
  const shownIn = (locale: Locale) => {
    const { title, body } = textsIn(locale, notice);
    const href = `${locale === 'en' ? '/en' : ''}${path}`;
    const link = html`<p><a href="${href}">${translator(locale)(label)}</a></p>`;
    // `html` escapes every value, such as a name.
    return { title, body: String(html`<p>${body}</p>${!WITHOUT_LINK.has(notice.kind) && link}`) };
  };
  const { ja, en } = { ja: shownIn('ja'), en: shownIn('en') };
  const title = { ja: ja.title, en: en.title };
  await sendNotification(tx, { memberId, title, body: { ja: ja.body, en: en.body } });
}

/** Takes as long as {@link notifyMember} and sends nothing, so that time does not reveal who has an account. */
export async function sendDummyNotification(
  { db, clock }: DomainContext,
  notice: PassportNotification,
): Promise<void> {
  for (const locale of LOCALES) textsIn(locale, notice);
  const now = clock.now();
  await db.insert(outboxMessages).values({
    kind: 'mail',
    recipient: '',
    locale: 'ja',
    status: 'dropped',
    createdAt: now,
    nextAttemptAt: now,
  });
}

/** The notifications about passports. `other` is the masked name of the other side; `date` is YYYY-MM-DD. */
export type PassportNotification =
  | {
      readonly kind:
        | 'transfer_offered'
        | 'transfer_requested'
        | 'transfer_accepted'
        | 'transfer_received'
        | 'transfer_rejected'
        | 'transfer_refused'
        | 'transfer_withdrawn'
        | 'transfer_taken_back'
        | 'transfer_lapsed'
        | 'gift_taken_back'
        | 'gift_returned'
        | 'gift_given_back';
      readonly other: string;
    }
  | { readonly kind: 'gift_back'; readonly other: string; readonly uses: readonly Use[] }
  | {
      readonly kind: 'starts_tomorrow' | 'ends_tomorrow' | 'renewable';
      readonly holder: { readonly last_name: string; readonly first_name: string };
      readonly date: string;
      /** The link leads to where its receiver can renew it. */
      readonly renewable?: boolean;
    }
  | {
      readonly kind:
        | 'paid'
        | 'refunded'
        | 'link_offered'
        | 'link_withdrawn'
        | 'link_lapsed'
        | 'gift_was_canceled'
        | 'photo_changed'
        | 'design_changed'
        | 'card_ordered'
        | 'canceled';
    };

type Texts<Text> = { readonly title: Text; readonly body: Text };

/**
 * `other` is the other side of a transfer, masked, or the holder of a passport that begins or ends on
 * `detail`, which is else where a passport was used; both are empty for a payment and for a link.
 */
const TEXTS: Record<
  PassportNotification['kind'],
  (other: string, detail: string) => Texts<MessageDescriptor>
> = {
  transfer_offered: (other) => ({
    title: msg`A passport is waiting for you`,
    body: msg`${{ other }} would like to give you a passport. Choose whether to accept it.`,
  }),
  transfer_requested: (other) => ({
    title: msg`You offered a passport`,
    body: msg`You offered a passport to ${{ other }}. It cannot be used until the transfer has ended.`,
  }),
  transfer_accepted: (other) => ({
    title: msg`Your passport was accepted`,
    body: msg`${{ other }} has accepted the passport. It is now theirs. For 72 hours you can take it back on its page.`,
  }),
  transfer_received: (other) => ({
    title: msg`You received a passport`,
    body: msg`You received a passport from ${{ other }}. Where a photo is missing, add one before you use it.`,
  }),
  transfer_rejected: (other) => ({
    title: msg`Your passport was not accepted`,
    body: msg`${{ other }} did not accept the passport. It is still yours.`,
  }),
  transfer_refused: (other) => ({
    title: msg`You declined a passport`,
    body: msg`You declined the passport from ${{ other }}.`,
  }),
  transfer_withdrawn: (other) => ({
    title: msg`You withdrew your offer`,
    body: msg`You withdrew the passport that you offered to ${{ other }}. It is still yours.`,
  }),
  transfer_taken_back: (other) => ({
    title: msg`An offer was withdrawn`,
    body: msg`${{ other }} has withdrawn the passport that was offered to you.`,
  }),
  transfer_lapsed: (other) => ({
    title: msg`An offer has lapsed`,
    body: msg`The transfer with ${{ other }} was not completed in time and has been cancelled.`,
  }),
  gift_back: (other, uses) => ({
    title: msg`You took a passport back`,
    body: uses
      ? msg`The passport that ${{ other }} had is yours again. The codes that they had no longer work. It was used at a gate meanwhile: ${{ uses }}`
      : msg`The passport that ${{ other }} had is yours again. The codes that they had no longer work. It was used at no gate meanwhile.`,
  }),
  gift_taken_back: (other) => ({
    title: msg`A passport was taken back`,
    body: msg`${{ other }} has taken the passport back that had come to you. Its codes no longer work.`,
  }),
  gift_returned: (other) => ({
    title: msg`A passport that you gave has come back`,
    body: msg`${{ other }} has returned the passport that you gave. It is yours again: you can keep it or give it to somebody else. If you paid for it, you can also cancel it before it starts, and we pay you back.`,
  }),
  gift_given_back: (other) => ({
    title: msg`You returned a passport`,
    body: msg`The passport is back with ${{ other }}.`,
  }),
  gift_was_canceled: () => ({
    title: msg`A passport could not be taken back`,
    body: msg`The passport had been cancelled by whoever paid for it, who gets the money back.`,
  }),
  starts_tomorrow: (holder, day) => ({
    title: msg`Your passport is valid from tomorrow`,
    body: msg`The passport for ${{ holder }} can be used from tomorrow, ${{ day }}.`,
  }),
  ends_tomorrow: (holder, day) => ({
    title: msg`Tomorrow is the last day of your passport`,
    body: msg`The passport for ${{ holder }} can be used until the end of tomorrow, ${{ day }} (Japan time).`,
  }),
  renewable: (holder, day) => ({
    title: msg`You can renew your passport`,
    body: msg`The passport for ${{ holder }} is valid until ${{ day }}. You can renew it now.`,
  }),
  link_offered: () => ({
    title: msg`You offered a passport by link`,
    body: msg`Whoever opens the link first and accepts gets the passport. It cannot be used until the transfer has ended.`,
  }),
  link_withdrawn: () => ({
    title: msg`You withdrew your offer`,
    body: msg`You withdrew the passport that you offered by link. The link no longer works, and the passport is still yours to use.`,
  }),
  link_lapsed: () => ({
    title: msg`An offer has lapsed`,
    body: msg`Nobody accepted the passport that you offered by link. The link no longer works, and the passport is still yours to use.`,
  }),
  paid: () => ({
    title: msg`We received your payment`,
    body: msg`We received the payment for your passport. You can use it from its start date.`,
  }),
  photo_changed: () => ({
    title: msg`The photo of your passport has been changed`,
    body: msg`If this was not you, open the link in our email within 72 hours. It undoes the change and signs everybody out.`,
  }),
  design_changed: () => ({
    title: msg`The design of your passport has been changed`,
    body: msg`If this was not you, open the link in our email within 72 hours. It undoes the change and signs everybody out.`,
  }),
  card_ordered: () => ({
    title: msg`A physical card has been ordered`,
    body: msg`If this was not you, open the link in our email within 72 hours. It undoes the order and signs everybody out.`,
  }),
  canceled: () => ({
    title: msg`Your passport has been cancelled`,
    body: msg`If this was not you, open the link in our email within 72 hours. It signs everybody out, and what was not paid back yet is valid again.`,
  }),
  refunded: () => ({
    title: msg`Your refund is complete`,
    body: msg`We have refunded your cancelled passport.`,
  }),
};

/** What a notification about a passport says, in a language; plain text. */
export function textsIn(locale: Locale, notification: PassportNotification): Texts<string> {
  const t = translator(locale);
  const { title, body } = TEXTS[notification.kind](...valuesOf(locale, notification));
  return { title: t(title), body: t(body) };
}

function valuesOf(locale: Locale, notice: PassportNotification): [string, string] {
  if ('date' in notice) {
    return [nameInOrder(notice.holder, locale), formatCalendarDate(notice.date, locale)];
  }
  const uses = 'uses' in notice ? notice.uses.map((use) => useText(locale, use)) : [];
  return ['other' in notice ? notice.other : '', uses.join(', ')];
}

/** Where and when a passport was used, such as "North (Tue 1 Dec 2026, 9:30 AM (Japan time))". */
export const useText = (locale: Locale, { at, turnstile }: Use): string =>
  `${turnstile} (${momentInJapan(locale, at)})`;

/** A reminder as a push message: it names nobody and nothing, because a locked phone shows it. */
export function passportReminderPush(
  locale: Locale,
  { day }: PassportReminder,
): { readonly subject: string; readonly text: string } {
  const t = translator(locale);
  const subjects = {
    first: msg`Your passport is valid from tomorrow`,
    last: msg`Tomorrow is the last day of your passport`,
    renewal: msg`You can renew your passport`,
  };
  return { subject: t(subjects[day]), text: t(msg`You can see it in the portal.`) };
}
