import { createHmac } from 'node:crypto';
import { DeliveryError, type Transport } from '@portal/server-mail/transports/transport';
import type { Clock } from '@portal/server-platform/clock';
import { addressId, type WebhookSettings } from './webhook-settings.ts';

const TIMEOUT_MS = 5_000;
/** With it a receiver says that it wants no more (Standard Webhooks). */
const GONE = 410;

/**
 * Delivers a message of the kind `webhook` in the form of Standard Webhooks (https://www.standardwebhooks.com): a POST
 * with an id, the time, and an HMAC-SHA256 of both and the body.
 * @param webhooks undefined where the operator has none any more
 * @param timeoutMs how long a receiver has; a test shortens it
 */
export function webhookTransport(
  webhooks: WebhookSettings | undefined,
  clock: Clock,
  timeoutMs = TIMEOUT_MS,
): Transport {
  return async ({ recipient, subject: id, text: body }) => {
    const url = webhooks?.urls.find((one) => addressId(one) === recipient);
    if (!webhooks || url === undefined) {
      throw new DeliveryError('webhook: no address of the settings', { permanent: true });
    }
    const timestamp = Math.floor(clock.now().getTime() / 1000);
    const signed = `${id}.${timestamp}.${body}`;
    const signatures = webhooks.secrets.map(
      (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
    );
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatures.join(' '),
      },
      body,
      // It could lead to an address that the operator has not named.
      redirect: 'error',
      signal,
    }).catch((cause: unknown) => {
      const reason = signal.aborted ? 'silent' : 'away';
      throw new DeliveryError(`webhook: ${reason}`, { cause, permanent: false });
    });
    await answer.body?.cancel();
    if (answer.ok) return;
    throw new DeliveryError(`webhook: ${answer.status}`, { permanent: answer.status === GONE });
  };
}
