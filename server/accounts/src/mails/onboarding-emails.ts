import type { EmailMessage } from '@portal/server-mail/email-message';
import { factsOf } from '@portal/server-mail/facts';
import type { Message } from '@portal/server-members/messages';
import { msg, translator } from '@portal/server-platform/i18n';
import type { Locale } from '@portal/shared-contract';

/**
 * After sign-up.
 * @param message.setPasswordUrl for a member who signed up with LINE and has no password yet
 */
export function welcomeEmail(
  locale: Locale,
  { at, device, ...links }: Omit<Extract<Message, { kind: 'sign_up_welcome' }>, 'kind'>,
): EmailMessage {
  const t = translator(locale);
  const subject = t(msg`Welcome`);
  const ready = t(msg`Thank you for signing up. Your account with this e-mail address is ready.`);
  const contact = t(msg`If this was not you, contact us.`);
  const facts = factsOf(locale, at, device);
  if (!links.setPasswordUrl) {
    return {
      subject,
      paragraphs: [ready],
      facts,
      button: { label: t(msg`Open the portal`), url: links.homeUrl },
      notes: [contact],
    };
  }
  return {
    subject,
    paragraphs: [
      ready,
      t(
        msg`You can sign in with LINE. If you set a password too, you can also sign in when LINE is not available.`,
      ),
    ],
    facts,
    button: { label: t(msg`Set a password`), url: links.setPasswordUrl },
    notes: [t(msg`The link works once, within 24 hours.`), contact],
  };
}

/** To a member whose account is locked after wrong passwords or codes. */
export function lockedEmail(
  locale: Locale,
  { at, unblockUrl }: Extract<Message, { kind: 'account_locked' }>,
): EmailMessage {
  const t = translator(locale);
  return {
    subject: t(msg`Your account is locked for now`),
    paragraphs: [
      t(
        msg`A wrong password or code was entered several times in a row, so we have locked your account for a while to keep it safe.`,
      ),
    ],
    facts: factsOf(locale, at),
    advice: [t(msg`If this was you, you can unlock it right away with the link below.`)],
    button: { label: t(msg`Unlock my account`), url: unblockUrl },
    notes: [
      t(msg`The link works once, within 24 hours.`),
      t(
        msg`If this was not you: nobody has signed in with these attempts, and you can still sign in on the devices that you have used before. If your password is short, or you use it elsewhere too, set a new one.`,
      ),
    ],
  };
}
