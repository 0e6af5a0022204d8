import type { OutboxMessage } from '../../domain/outbox.ts';
import { DeliveryError } from './delivery-error.ts';

const TIMEOUT_MS = 20_000;
/** The gateway has understood and will not take this message; every other refusal may pass. */
const ABOUT_THE_MESSAGE: readonly number[] = [400, 413, 422];

/**
 * Text messages by a POST of `{ to, text }`, with the message's id as `idempotency-key`, so that a
 * gateway that knows the header sends a repeated one once.
 * @param address user and password in it become Basic authentication (RFC 7617)
 */
export function smsGatewayTransport(address: string) {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const authorization =
    username && basic(decodeURIComponent(username), decodeURIComponent(password));

  /** @throws DeliveryError */
  return async ({ id, recipient, text }: OutboxMessage): Promise<void> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(authorization && { authorization }),
      },
      body: JSON.stringify({ to: recipient, text }),
      // Codes go to the gateway that was configured and nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      const reason = cause instanceof Error && cause.name === 'TimeoutError' ? 'silent' : 'away';
      throw new DeliveryError(`SMS gateway: ${reason}`, { cause, permanent: false });
    });
    await answer.body?.cancel();
    if (answer.ok) return;
    throw new DeliveryError(`SMS gateway: ${answer.status}`, {
      permanent: ABOUT_THE_MESSAGE.includes(answer.status),
    });
  };
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
