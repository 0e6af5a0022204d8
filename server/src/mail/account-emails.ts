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
      t(
        msg`This is now the e-mail address of an account with us. Please sign in with it from now on.`,
      ),
    ],
    facts: factsOf(locale, at, device),
    notes: [t(msg`If this was not you, please contact us.`)],
  };
}

/** To a member who asked for their data (product §12.67). */
export function dataExportEmail(
  locale: Locale,
  { url, at, device }: Extract<Message, { kind: 'data_export' }>,
): EmailMessage {
  const t = translator(locale);
  return {
    subject: t(msg`Your data is ready to download`),
    paragraphs: [t(msg`You asked for the data that we hold about you. It is one ZIP file.`)],
    facts: factsOf(locale, at, device),
    advice: [t(msg`Please sign in, and download it with the button below.`)],
    button: { label: t(msg`Go to the download`), url },
    notes: [
      t(msg`The button works once, within 24 hours.`),
      t(
        msg`If this was not you, somebody else may be signed in to your account: please set a new password, which signs out every device.`,
      ),
    ],
  };
}
