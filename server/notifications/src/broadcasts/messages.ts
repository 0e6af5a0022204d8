import type { EmailMessage } from '@portal/server-mail/email-message';
import type { BroadcastMessage } from '@portal/server-members/messages';
import { msg, translator } from '@portal/server-platform/i18n';
import { type Locale, previewText } from '@portal/shared-contract';

/** Ends of the elements that part a body's text. */
const ENDS = /<br\b[^>]*>|<\/(?:p|h[1-6]|li|div|blockquote|tr)\s*>/i;

/** The e-mail of a broadcast: its text without the HTML, and the way to it. */
export function broadcastEmail(
  locale: Locale,
  { title, body, url }: BroadcastMessage,
): EmailMessage {
  const t = translator(locale);
  return {
    subject: title[locale],
    paragraphs: body[locale].split(ENDS).map(previewText).filter(Boolean),
    button: { label: t(msg`Read it in the portal`), url },
    notes: [
      t(
        msg`You receive this because you have subscribed to news by e-mail. You can turn it off under “Notifications and display” in the portal.`,
      ),
    ],
  };
}

/** Its push message has the title alone: the operator writes it to many, so it says nothing of the reader. */
export function broadcastPush(
  locale: Locale,
  { title }: BroadcastMessage,
): { readonly subject: string; readonly text: string } {
  return {
    subject: title[locale],
    text: translator(locale)(msg`You can see it in the portal.`),
  };
}
