import type { Locale } from '@portal/shared-contract';
import { type MessageDescriptor, msg, translator } from '#i18n';
import type { SecurityNotice } from '../domain/messages.ts';
import type { EmailMessage } from './email-message.ts';

type NoticeTexts = { readonly subject: MessageDescriptor; readonly body: MessageDescriptor };

const NOTICES: Record<SecurityNotice, NoticeTexts> = {
  password_set: {
    subject: msg`Your password has been set`,
    body: msg`Your password has been set. Other devices have been signed out.`,
  },
  password_changed: {
    subject: msg`Your password has been changed`,
    body: msg`Your password has been changed. Other devices have been signed out.`,
  },
  mfa_enabled: {
    subject: msg`Two-step verification is on`,
    body: msg`From your next sign-in we will ask for a second step.`,
  },
  mfa_disabled: {
    subject: msg`Two-step verification is off`,
    body: msg`Two-step verification is off. You can turn it on again in your settings.`,
  },
  mfa_channel_changed: {
    subject: msg`Your codes now go somewhere else`,
    body: msg`The way we send your sign-in codes has changed.`,
  },
  totp_added: {
    subject: msg`An authenticator app was added`,
    body: msg`You can now use codes from your authenticator app to sign in.`,
  },
  totp_removed: {
    subject: msg`Your authenticator app was removed`,
    body: msg`Your authenticator app has been removed.`,
  },
  recovery_codes_made: {
    subject: msg`New recovery codes were made`,
    body: msg`New recovery codes were made. The earlier ones no longer work.`,
  },
  recovery_code_used: {
    subject: msg`A recovery code was used`,
    body: msg`Somebody signed in with one of your recovery codes.`,
  },
  passkey_added: {
    subject: msg`A passkey was added`,
    body: msg`You can now sign in with your new passkey.`,
  },
  passkey_removed: {
    subject: msg`A passkey was removed`,
    body: msg`One of your passkeys has been removed.`,
  },
  line_linked: {
    subject: msg`LINE is connected`,
    body: msg`You can now sign in with LINE.`,
  },
  line_unlinked: {
    subject: msg`LINE is disconnected`,
    body: msg`You can no longer sign in with LINE.`,
  },
  email_change_undone: {
    subject: msg`Your e-mail address has been restored`,
    body: msg`Your e-mail address is back, and every device has been signed out. Ways to sign in that were added since then have been removed.`,
  },
};

/** To a member whose sign-in methods have changed. */
export function noticeEmail(locale: Locale, notice: SecurityNotice): EmailMessage {
  const t = translator(locale);
  const { subject, body } = NOTICES[notice];
  return {
    subject: t(subject),
    paragraphs: [t(body)],
    notes: [
      t(
        msg`If this was not you, please sign in at once, change your password, and look at your signed-in devices in the settings.`,
      ),
    ],
  };
}

/**
 * To the old address, with a link that undoes the change (product §12.25).
 * @param newEmail masked
 */
export function emailChangedEmail(locale: Locale, newEmail: string, undoUrl: string): EmailMessage {
  const t = translator(locale);
  return {
    subject: t(
      msg({ message: 'Your e-mail address has been changed', context: 'to the old address' }),
    ),
    paragraphs: [
      t(msg`The e-mail address of your account is now ${{ newEmail }}.`),
      t(
        msg`If this was not you, please take it back within 72 hours with the button below. Every device will be signed out.`,
      ),
    ],
    button: { label: t(msg`Take it back`), url: undoUrl },
    notes: [t(msg`If you changed it yourself, there is nothing to do.`)],
  };
}

/** To the new address. */
export function emailWelcomeEmail(locale: Locale): EmailMessage {
  const t = translator(locale);
  return {
    subject: t(
      msg({ message: 'Your e-mail address has been changed', context: 'to the new address' }),
    ),
    paragraphs: [t(msg`From now on, please sign in with this e-mail address.`)],
  };
}

/** To a member who has closed the account (product §12.35). */
export function accountClosedEmail(locale: Locale): EmailMessage {
  const t = translator(locale);
  return {
    subject: t(msg`Your account has been closed`),
    paragraphs: [t(msg`Thank you for having been with us. Every device has been signed out.`)],
    notes: [t(msg`If this was not you, please contact us.`)],
  };
}
