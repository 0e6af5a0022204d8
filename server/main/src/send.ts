import {
  dataExportEmail,
  emailWelcomeEmail,
  lockedEmail,
  recoveryPush,
  recoverySms,
  welcomeEmail,
} from '@portal/server-accounts/mails/account-emails';
import { codeEmail, codeSms } from '@portal/server-accounts/mails/code-messages';
import { securityEmail } from '@portal/server-accounts/mails/security-emails';
import { type EmailMessage, renderMail } from '@portal/server-mail/email-message';
import { queueMessage } from '@portal/server-mail/queue';
import { smtpTransport } from '@portal/server-mail/transports/smtp';
import {
  DeliveryError,
  smsGatewayTransport,
  type Transport,
} from '@portal/server-mail/transports/transport';
import type { Message, SendMessage } from '@portal/server-members/messages';
import { type OptionalMail, unsubscribeUrl } from '@portal/server-members/unsubscribe';
import { broadcastEmail, broadcastPush } from '@portal/server-notifications/broadcasts/waves';
import { type PushContext, pushTransport } from '@portal/server-notifications/push/push';
import {
  movedPassportEmail,
  passportOfferedEmail,
} from '@portal/server-passports/mails/gift-emails';
import { passportReminderPush } from '@portal/server-passports/mails/notifications';
import {
  orderEmail,
  passportReminderEmail,
  receiptEmail,
} from '@portal/server-passports/mails/passport-emails';
import { type Locale, nameInOrder } from '@portal/shared-contract';
import type { Config } from './config.ts';

/** What members can be mailed and need not be. */
const OPTIONAL_MAILS: { readonly [Kind in Message['kind']]?: OptionalMail } = {
  broadcast: 'news',
  passport_reminder: 'reminders',
};

/** Puts the domain's messages into the recipient's language and queues them. */
export function messageSender(
  config: Pick<Config, 'brand' | 'secrets' | 'contactUrl' | 'portalOrigin'>,
): SendMessage {
  const { brand, contactUrl } = config;
  return async (domain, to, message, { id, dropped = false, expiresAt } = {}) => {
    const { locale, id: memberId, email, sms, push } = to;
    const tx = { ...domain, config };
    const options = { id, locale, memberId, dropped, ...(expiresAt && { expiresAt }) };
    if (email !== undefined) {
      const { lastName = null, firstName = null } = to;
      const reader = nameInOrder({ last_name: lastName, first_name: firstName }, locale);
      const rendered = renderMail(brand, locale, EMAILS[message.kind](locale, message as never), {
        reader,
        contactUrl,
      });
      const optional = memberId && OPTIONAL_MAILS[message.kind];
      const headers = optional && { unsubscribeUrl: unsubscribeUrl(config, optional, memberId) };
      const mail = { ...options, ...rendered, ...headers };
      await queueMessage(tx, { kind: 'mail', recipient: email, ...mail });
    } else if (push !== undefined) {
      const rendered = pushOf(locale, message);
      await queueMessage(tx, { kind: 'push', recipient: push, ...options, ...rendered });
    } else {
      const text = smsOf(brand.name[locale], locale, message);
      await queueMessage(tx, { kind: 'sms', recipient: sms, text, ...options });
    }
  };
}

const EMAILS: {
  readonly [Kind in Message['kind']]: (
    locale: Locale,
    message: Extract<Message, { kind: Kind }>,
  ) => EmailMessage;
} = {
  code: codeEmail,
  security_notice: securityEmail,
  new_email_welcome: emailWelcomeEmail,
  data_export: dataExportEmail,
  sign_up_welcome: welcomeEmail,
  passport_order: orderEmail,
  passport_receipt: receiptEmail,
  passport_offered: passportOfferedEmail,
  passport_moved: movedPassportEmail,
  passport_reminder: passportReminderEmail,
  broadcast: broadcastEmail,
  account_locked: lockedEmail,
};

function smsOf(brand: string, locale: Locale, message: Message): string {
  if (message.kind === 'security_notice') return recoverySms(brand, locale, message);
  if (message.kind !== 'code') throw new Error(`${message.kind} is not sent by SMS`);
  return codeSms(brand, locale, message.type, message.code);
}

function pushOf(locale: Locale, message: Message): { subject: string; text: string } {
  if (message.kind === 'security_notice') return recoveryPush(locale);
  if (message.kind === 'broadcast') return broadcastPush(locale, message);
  if (message.kind !== 'passport_reminder') throw new Error(`${message.kind} is not sent by push`);
  return passportReminderPush(locale, message);
}

/** The transport of the embedded default: a message counts as delivered when it is in the outbox. */
const stayInOutbox: Transport = async () => {};

const notSet =
  (variable: string): Transport =>
  async () => {
    throw new DeliveryError(`${variable} is not set`, { permanent: false });
  };

/** The transport for each kind of message that the configuration selects. */
export function configuredTransport(context: PushContext & { readonly config: Config }): Transport {
  const { config } = context;
  const { smtpUrl, smsGatewayUrl, mailFrom, brand, database } = config;
  const otherwise = (variable: string) =>
    database.kind === 'embedded' ? stayInOutbox : notSet(variable);
  const mail = smtpUrl
    ? smtpTransport({ url: smtpUrl, from: mailFrom, brand })
    : otherwise('SMTP_URL');
  const sms = smsGatewayUrl ? smsGatewayTransport(smsGatewayUrl) : otherwise('SMS_GATEWAY_URL');
  const push = pushTransport(context);
  const transports = { mail, sms, push };
  return (message) => transports[message.kind](message);
}
