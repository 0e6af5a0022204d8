import type { Locale } from '@portal/shared-contract';
import { msg, translator } from '#i18n';
import type { Message } from '../domain/messages.ts';
import type { EmailMessage } from './email-message.ts';
import { factsOf } from './facts.ts';

/** To the new address. */
export function emailWelcomeEmail(
  locale: Locale,
  { at, device }: Extract<Message, { kind: 'new_email_welcome' }>,
): EmailMessage {
  const t = translator(locale);
  return {
    subject: t(
      msg({ message: 'Your e-mail address has been changed', context: 'to the new address' }),
    ),
    paragraphs: [
      t(msg`An account now has this e-mail address. From now on, please sign in with it.`),
    ],
    facts: factsOf(locale, at, device),
    notes: [t(msg`If this was not you, please contact us.`)],
  };
}

/** To a member who has closed the account (product §12.35). */
export function accountClosedEmail(
  locale: Locale,
  { at, device }: Extract<Message, { kind: 'account_closed' }>,
): EmailMessage {
  const t = translator(locale);
  return {
    subject: t(msg`Your account has been closed`),
    paragraphs: [
      t(msg`Your account was closed, and every device has been signed out.`),
      t(msg`Thank you for having been with us.`),
    ],
    facts: factsOf(locale, at, device),
    notes: [t(msg`If this was not you, please contact us.`)],
  };
}
