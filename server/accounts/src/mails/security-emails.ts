import { type EmailMessage, factsOf } from '@portal/server-mail/email-message';
import type { SecurityMessage, SecurityNotice, WayOut } from '@portal/server-members/messages';
import { factsOfGift, giftAdvice } from '@portal/server-passports/mails/gift-emails';
import { useText } from '@portal/server-passports/mails/notifications';
import { type MessageDescriptor, msg } from '@portal/server-platform/texts/i18n';
import { momentInJapan } from '@portal/server-platform/texts/moment-in-japan';
import { CLOSED_DAYS, type Locale, TRUST_DAYS } from '@portal/shared-contract';

type NoticeTexts = {
  readonly subject: MessageDescriptor;
  /** @param detail see `SecurityMessage`; for a closed account, until when signing in brings it back */
  readonly body: MessageDescriptor | ((detail: string) => MessageDescriptor);
};

const NOTICES: Record<SecurityNotice, NoticeTexts> = {
  password_set: {
    subject: msg`Your password has been set`,
    body: msg`A password was set for your account. Other devices have been signed out.`,
  },
  password_changed: {
    subject: msg`Your password has been changed`,
    body: msg`The password of your account was changed. Other devices have been signed out.`,
  },
  mfa_enabled: {
    subject: msg`Two-step verification is on`,
    body: msg`Two-step verification was turned on. From the next sign-in we will ask for a second step.`,
  },
  mfa_disabled: {
    subject: msg`Two-step verification is off`,
    body: msg`Two-step verification was turned off. We no longer ask for a second step.`,
  },
  mfa_channel_changed: {
    subject: msg`Sign-in codes now go somewhere else`,
    body: (target) => msg`Your sign-in codes are now sent to ${{ target }}.`,
  },
  mfa_codes_off: {
    subject: msg`Codes by email and text message are off`,
    body: msg`Codes by email and text message were turned off for your account. We ask for a passkey, the authenticator app or a recovery code instead.`,
  },
  totp_added: {
    subject: msg`An authenticator app was added`,
    body: msg`An authenticator app was added to your account. We ask for a second step at each sign-in, and the codes of this app are accepted.`,
  },
  totp_removed: {
    subject: msg`Your authenticator app was removed`,
    body: msg`The authenticator app was removed from your account. Its codes no longer work.`,
  },
  recovery_codes_made: {
    subject: msg`New recovery codes were created`,
    body: msg`New recovery codes were created. The earlier ones no longer work.`,
  },
  recovery_code_used: {
    subject: msg`A recovery code was used`,
    body: msg`Somebody used one of your recovery codes. It cannot be used again.`,
  },
  passkey_added: {
    subject: msg`A passkey was added`,
    body: msg`A passkey was added to your account. It can be used to sign in.`,
  },
  passkey_removed: {
    subject: msg`A passkey was removed`,
    body: msg`A passkey was removed from your account. It can no longer be used to sign in.`,
  },
  line_linked: {
    subject: msg`LINE is connected`,
    body: msg`A LINE account was connected. It can be used to sign in.`,
  },
  line_unlinked: {
    subject: msg`LINE is disconnected`,
    body: msg`LINE was disconnected. It can no longer be used to sign in.`,
  },
  phone_changed: {
    subject: msg`Your phone number has been changed`,
    body: (newPhone) => msg`The phone number of your account is now ${{ newPhone }}.`,
  },
  phone_removed: {
    subject: msg`Your phone number has been removed`,
    body: msg`The phone number was removed from your account.`,
  },
  email_changed: {
    subject: msg({ message: 'Your email address has been changed', context: 'to the old address' }),
    body: (newEmail) => msg`The email address of your account is now ${{ newEmail }}.`,
  },
  new_device: {
    subject: msg`A sign-in from a new device`,
    body: msg`Somebody signed in to your account from a browser that has not been used for it before.`,
  },
  browser_trusted: {
    subject: msg`A browser is now trusted`,
    body: msg`Somebody signed in to your account with both steps and chose to trust the browser. For ${{ days: TRUST_DAYS }} days, the password alone is enough there. You can end this in your settings.`,
  },
  browser_trust_copied: {
    subject: msg`A trusted browser was signed out`,
    body: msg`The mark of a browser that you trust was used twice, with your password. Somebody may have copied it. We no longer trust that browser, and have signed out what it had signed in to.`,
  },
  account_closed: {
    subject: msg`Your account has been closed`,
    body: (until) =>
      until
        ? msg`Your account was closed, and every device has been signed out. Thank you for having been with us. You can come back until ${{ until }}: sign in as before, and everything is as you left it. After that we erase your data, and the email address is free for a new account.`
        : msg`Your account was closed, and every device has been signed out. Thank you for having been with us. In ${{ days: CLOSED_DAYS }} days we erase your data, and the email address is then free for a new account.`,
  },
  passport_offered: {
    subject: msg`You offered a passport`,
    body: (other) =>
      other
        ? msg`A passport of yours was offered to ${{ other }}.`
        : msg`A passport of yours was offered by a link. Whoever opens the link first and accepts gets it.`,
  },
  passport_given: {
    subject: msg`Your passport was accepted`,
    body: (other) => msg`${{ other }} has accepted a passport of yours. It is now theirs.`,
  },
  passport_photo_changed: {
    subject: msg`The photo of your passport has been changed`,
    body: msg`The photo of a passport of yours was changed. It is what the staff at the gate see.`,
  },
  passport_design_changed: {
    subject: msg`The design of your passport has been changed`,
    body: msg`The design of a passport of yours was changed.`,
  },
  passport_card_ordered: {
    subject: msg`A physical card has been ordered`,
    body: msg`A physical card of a passport of yours was ordered. It is sent to the address in your account.`,
  },
  passport_canceled: {
    subject: msg`Your passport has been cancelled`,
    body: msg`A passport of yours was cancelled. What was paid for it is paid back.`,
  },
  address_changed: {
    subject: msg`Your name or address has been changed`,
    body: msg`The name or the address of your account was changed. Physical cards of your passports are sent there.`,
  },
  account_reopened: {
    subject: msg`Your account is open again`,
    body: msg`Somebody signed in to your closed account and brought it back. Everything is as it was before.`,
  },
  recovery_asked: {
    subject: msg`Somebody asks to sign in without your second step`,
    body: (readyAt) =>
      msg`Somebody has set the password of your account by email and says that every other second step is lost. From ${{ readyAt }} a code by email will be enough to sign in.`,
  },
  closing_undone: {
    subject: msg`Your account is open again`,
    body: msg`The closing of your account was undone, with recent changes to how you sign in: email address, phone number and two-step verification are as they were before. Ways to sign in that were added have been removed, and every device has been signed out.`,
  },
  changes_undone: {
    subject: msg`Changes to your account have been undone`,
    body: msg`Recent changes to how you sign in were undone: email address, phone number and two-step verification are as they were before. Ways to sign in that were added have been removed, and every device has been signed out.`,
  },
};

/** To a member, about a change of the sign-in settings or a sign-in. */
export function securityEmail(
  locale: Locale,
  {
    notice,
    at,
    device,
    gift,
    passport = gift,
    back,
    detail = gift?.other ?? '',
    until,
    wayOut,
  }: SecurityMessage,
): EmailMessage {
  const { subject, body } = NOTICES[notice];
  const { paragraphs, button, notes } = adviceOf(locale, wayOut);
  return {
    subject,
    paragraphs: [
      typeof body === 'function' ? body(until ? momentInJapan(locale, until) : detail) : body,
      !!back?.passports &&
        msg`Passports that came back to you with this, or are as before again: ${{ passports: back.passports }}.`,
    ],
    facts: [
      ...factsOf(locale, at, device),
      ...(passport ? factsOfGift(locale, passport) : []),
      ...(back?.uses ?? []).map(
        (use) => msg`Used at a gate meanwhile: ${{ use: useText(locale, use) }}`,
      ),
    ],
    advice: [...(gift ? giftAdvice(notice, gift) : []), ...paragraphs],
    ...(button && { button }),
    notes,
  };
}

type Advice = {
  readonly paragraphs: readonly MessageDescriptor[];
  readonly button?: { readonly label: MessageDescriptor; readonly url: string };
  readonly notes: readonly MessageDescriptor[];
};

function adviceOf(locale: Locale, wayOut: WayOut): Advice {
  switch (wayOut.kind) {
    case 'undo': {
      const since = momentInJapan(locale, wayOut.since);
      return {
        paragraphs: [
          msg`If this was you, there is nothing to do.`,
          wayOut.newPassword
            ? msg`If it was not you, undo it within 72 hours with the link below. Every change to how you sign in, to your address and to your passports since ${{ since }} will be undone, passports that were given away since then come back to you, every device will be signed out, and we will send you a link to set a new password.`
            : msg`If it was not you, undo it within 72 hours with the link below. Every change to how you sign in, to your address and to your passports since ${{ since }} will be undone, passports that were given away since then come back to you, and every device will be signed out.`,
        ],
        button: { label: msg`Undo the changes`, url: wayOut.url },
        notes: [msg`The link works once, within 72 hours.`],
      };
    }
    case 'not_me':
      return {
        paragraphs: [
          msg`If this was you, there is nothing to do.`,
          msg`If it was not you, open the link below. Every device is then signed out, your address and your passports are as they were before, those that were given away since then come back to you, and you choose a new password.`,
        ],
        button: { label: msg`This was not me`, url: wayOut.url },
        notes: [msg`The link works once, within 72 hours.`],
      };
    case 'refuse':
      return {
        paragraphs: [
          msg`If this was you, there is nothing to do but wait.`,
          msg`If it was not you, open the link below. Every device is then signed out, and the password stops working.`,
        ],
        button: { label: msg`This was not me`, url: wayOut.url },
        notes: [msg`The link works once, within 72 hours.`],
      };
    case 'new_password':
      return {
        paragraphs: [
          msg`Your password no longer works. To sign in again, set a new one with the link below. Then check your sign-in settings.`,
        ],
        button: { label: msg`Set a new password`, url: wayOut.url },
        notes: [
          msg`The link works once, within 24 hours.`,
          msg`If you did not undo the changes yourself, somebody else can probably read your email. Change the password of your mailbox first.`,
        ],
      };
    case 'former_address': {
      const { newPasswordUrl: url } = wayOut;
      return {
        paragraphs: [
          msg`If this was you, there is nothing to do.`,
          url
            ? msg`If it was not you, set a new password immediately with the link below, and remove what you do not recognize in your settings. For 72 hours after a change of the email address, only the previous address can undo changes: we have sent the link there.`
            : msg`If it was not you, contact us. For 72 hours after a change of the email address, only the previous address can undo changes: we have sent the link there.`,
        ],
        ...(url && { button: { label: msg`Set a new password`, url } }),
        notes: [],
      };
    }
    case 'contact':
      return {
        paragraphs: [
          msg`This was done with the link that we had sent to the previous email address, which is the address of the account again.`,
        ],
        notes: [msg`If you think that this is wrong, contact us.`],
      };
  }
}
