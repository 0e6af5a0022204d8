import type { EmailMessage } from '@portal/server-mail/email-message';
import { factsOf } from '@portal/server-mail/facts';
import type { Message } from '@portal/server-members/messages';
import { msg, translator } from '@portal/server-platform/i18n';
import type { Locale } from '@portal/shared-contract';

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
      t(msg`This is now the e-mail address of an account with us. Sign in with it from now on.`),
    ],
    facts: factsOf(locale, at, device),
    notes: [t(msg`If this was not you, contact us.`)],
  };
}

/** To a member who asked for their data. */
export function dataExportEmail(
  locale: Locale,
  { url, at, device }: Extract<Message, { kind: 'data_export' }>,
): EmailMessage {
  const t = translator(locale);
  return {
    subject: t(msg`Your data is ready to download`),
    paragraphs: [t(msg`You asked for the data that we hold about you. It is one ZIP file.`)],
    facts: factsOf(locale, at, device),
    advice: [t(msg`Sign in, and download it with the link below.`)],
    button: { label: t(msg`Go to the download`), url },
    notes: [
      t(msg`The link works once, within 24 hours.`),
      t(
        msg`If this was not you, somebody else may be signed in to your account: set a new password, which signs out every device.`,
      ),
    ],
  };
}
