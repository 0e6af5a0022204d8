import { type EmailMessage, factsOf } from '@portal/server-mail/email-message';
import type { Message, SecurityMessage } from '@portal/server-members/messages';
import { msg, translator } from '@portal/server-platform/texts/i18n';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import type { Locale } from '@portal/shared-contract';

export function emailWelcomeEmail(
  locale: Locale,
  { at, device }: Extract<Message, { kind: 'new_email_welcome' }>,
): EmailMessage {
  return {
    subject: msg({ message: 'Your email address has been changed', context: 'to the new address' }),
    paragraphs: [
      msg`This is now the email address of an account with us. Sign in with it from now on.`,
    ],
    facts: factsOf(locale, at, device),
    notes: [msg`If this was not you, contact us.`],
  };
}

export function dataExportEmail(
  locale: Locale,
  { url, at, device }: Extract<Message, { kind: 'data_export' }>,
): EmailMessage {
  return {
    subject: msg`Your data is ready to download`,
    paragraphs: [msg`You asked for the data that we hold about you. It is one ZIP file.`],
    facts: factsOf(locale, at, device),
    advice: [msg`Sign in, and download it with the link below.`],
    button: { label: msg`Go to the download`, url },
    notes: [
      msg`The link works once, within 24 hours.`,
      msg`If this was not you, somebody else may be signed in to your account: set a new password, which signs out every device.`,
    ],
  };
}

/** After sign-up; `setPasswordUrl` is for a member who signed up with LINE and has no password yet. */
export function welcomeEmail(
  locale: Locale,
  message: Omit<Extract<Message, { kind: 'sign_up_welcome' }>, 'kind'>,
): EmailMessage {
  const { at, device, homeUrl, setPasswordUrl } = message;
  return {
    subject: msg`Welcome`,
    paragraphs: [
      msg`Thank you for signing up. Your account with this email address is ready.`,
      setPasswordUrl &&
        msg`You can sign in with LINE. If you set a password too, you can also sign in when LINE is not available.`,
    ],
    facts: factsOf(locale, at, device),
    button: setPasswordUrl
      ? { label: msg`Set a password`, url: setPasswordUrl }
      : { label: msg`Open the portal`, url: homeUrl },
    notes: [
      setPasswordUrl && msg`The link works once, within 24 hours.`,
      msg`If this was not you, contact us.`,
    ],
  };
}

/** To a member whose account is locked after wrong passwords or codes. */
export function lockedEmail(
  locale: Locale,
  { at, unblockUrl }: Extract<Message, { kind: 'account_locked' }>,
): EmailMessage {
  return {
    subject: msg`Your account is locked for now`,
    paragraphs: [
      msg`A wrong password or code was entered several times in a row, so we have locked your account for a while to keep it safe.`,
    ],
    facts: factsOf(locale, at),
    advice: [msg`If this was you, you can unlock it right away with the link below.`],
    button: { label: msg`Unlock my account`, url: unblockUrl },
    notes: [
      msg`The link works once, within 24 hours.`,
      msg`If this was not you: nobody has signed in with these attempts, and you can still sign in on the devices that you have used before. If your password is short, or you use it elsewhere too, set a new one.`,
    ],
  };
}

/** The text message about a recovery, with the link that refuses it. */
export function recoverySms(
  brand: string,
  locale: Locale,
  { until, wayOut }: SecurityMessage,
): string {
  if (wayOut.kind !== 'refuse' || !until) throw new Error('Only a recovery is told by SMS');
  const moment = momentInJapan(locale, until);
  const { url } = wayOut;
  return translator(locale)(
    msg`${{ brand }}: From ${{ moment }} a code by email will be enough to sign in to your account. Not you? Refuse it: ${{ url }}`,
  );
}

/** The push message about a recovery. It names nobody, because a locked phone shows it to everyone. */
export function recoveryPush(locale: Locale): { readonly subject: string; readonly text: string } {
  const t = translator(locale);
  return {
    subject: t(msg`Is this you?`),
    text: t(
      msg`Somebody asks to sign in without your second step. You can refuse it in the portal.`,
    ),
  };
}
