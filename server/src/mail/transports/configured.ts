import type { Config } from '../../config.ts';
import type { Transport } from '../../outbox/delivery.ts';
import { DeliveryError } from './delivery-error.ts';
import { smsGatewayTransport } from './sms-gateway.ts';
import { smtpTransport } from './smtp.ts';

/** The embedded default: to be in the outbox, where a person can read it, is to be delivered. */
const stayInOutbox: Transport = async () => {};

const notSet =
  (variable: string): Transport =>
  async () => {
    throw new DeliveryError(`${variable} is not set`, { permanent: false });
  };

/** How mails and text messages leave, each by what is configured for it. */
export function configuredTransport(config: Config): Transport {
  const { smtpUrl, smsGatewayUrl, mailFrom, database } = config;
  const otherwise = (variable: string) =>
    database.kind === 'embedded' ? stayInOutbox : notSet(variable);
  const mail = smtpUrl ? smtpTransport({ url: smtpUrl, from: mailFrom }) : otherwise('SMTP_URL');
  const sms = smsGatewayUrl ? smsGatewayTransport(smsGatewayUrl) : otherwise('SMS_GATEWAY_URL');
  return (message) => (message.kind === 'mail' ? mail(message) : sms(message));
}
