import { smsGatewayTransport } from '@portal/server-mail/transports/sms-gateway';
import { smtpTransport } from '@portal/server-mail/transports/smtp';
import { DeliveryError, type Transport } from '@portal/server-mail/transports/transport';
import { type PushContext, pushTransport } from '@portal/server-notifications/push/push';
import type { Config } from './config.ts';

/**
 * The transport of the embedded default: a message counts as delivered when it is in the outbox.
 */
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
