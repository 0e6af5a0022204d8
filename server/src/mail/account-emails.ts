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
