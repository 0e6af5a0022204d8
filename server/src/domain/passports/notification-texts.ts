import {
  formatCalendarDate,
  type Locale,
  type LocalizedText,
  nameInOrder,
} from '@portal/shared-contract';
import { type MessageDescriptor, msg, translator } from '#i18n';

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
        | 'transfer_lapsed';
      readonly other: string;
    }
  | {
      readonly kind: 'starts_tomorrow' | 'ends_tomorrow';
      readonly holder: { readonly last_name: string; readonly first_name: string };
      readonly date: string;
    }
  | { readonly kind: 'paid' | 'refunded' | 'link_offered' | 'link_withdrawn' | 'link_lapsed' };

type Texts<Text> = { readonly title: Text; readonly body: Text };

/**
 * `other` is the other side of a transfer, masked, or the holder of a passport that begins or ends on
 * `day`; both are empty for a payment and for a link.
 */
const TEXTS: Record<
  PassportNotification['kind'],
  (other: string, day: string) => Texts<MessageDescriptor>
> = {
  transfer_offered: (other) => ({
    title: msg`A passport is waiting for you`,
    body: msg`${{ other }} would like to give you a passport. Please choose whether to accept it.`,
  }),
  transfer_requested: (other) => ({
    title: msg`You offered a passport`,
    body: msg`You offered a passport to ${{ other }}. It cannot be used until the transfer has ended.`,
  }),
  transfer_accepted: (other) => ({
    title: msg`Your passport was accepted`,
    body: msg`${{ other }} has accepted the passport. It is now theirs.`,
  }),
  transfer_received: (other) => ({
    title: msg`You received a passport`,
    body: msg`You received a passport from ${{ other }}. Where a photo is missing, please add one before you use it.`,
  }),
  transfer_rejected: (other) => ({
    title: msg`Your passport was not accepted`,
    body: msg`${{ other }} did not accept the passport. It is still yours to use.`,
  }),
  transfer_refused: (other) => ({
    title: msg`You declined a passport`,
    body: msg`You declined the passport from ${{ other }}.`,
  }),
  transfer_withdrawn: (other) => ({
    title: msg`You withdrew your offer`,
    body: msg`You withdrew the passport that you offered to ${{ other }}. It is still yours to use.`,
  }),
  transfer_taken_back: (other) => ({
    title: msg`An offer was withdrawn`,
    body: msg`${{ other }} has withdrawn the passport that was offered to you.`,
  }),
  transfer_lapsed: (other) => ({
    title: msg`An offer has lapsed`,
    body: msg`The transfer with ${{ other }} was not completed in time and has been cancelled.`,
  }),
  starts_tomorrow: (holder, day) => ({
    title: msg`Your passport is valid from tomorrow`,
    body: msg`The passport for ${{ holder }} can be used from tomorrow, ${{ day }}.`,
  }),
  ends_tomorrow: (holder, day) => ({
    title: msg`Tomorrow is the last day of your passport`,
    body: msg`The passport for ${{ holder }} can be used until the end of tomorrow, ${{ day }} (Japan time).`,
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
  refunded: () => ({
    title: msg`Your refund is complete`,
    body: msg`We have refunded your cancelled passport.`,
  }),
};

/** What a notification about a passport says, in both languages; plain text. */
export function textsOf(notification: PassportNotification): Texts<LocalizedText> {
  const ja = textsIn('ja', notification);
  const en = textsIn('en', notification);
  return { title: { ja: ja.title, en: en.title }, body: { ja: ja.body, en: en.body } };
}

function textsIn(locale: Locale, notification: PassportNotification): Texts<string> {
  const t = translator(locale);
  const { title, body } = TEXTS[notification.kind](...valuesOf(locale, notification));
  return { title: t(title), body: t(body) };
}

function valuesOf(locale: Locale, notification: PassportNotification): [string, string] {
  if ('other' in notification) return [notification.other, ''];
  if ('date' in notification) {
    return [nameInOrder(notification.holder, locale), formatCalendarDate(notification.date)];
  }
  return ['', ''];
}
