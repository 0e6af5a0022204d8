import type { OutboxMessage } from '../queue.ts';

/** Delivers one message, or throws a DeliveryError. */
export type Transport = (message: OutboxMessage) => Promise<void>;

/** A message was not delivered. `message`, which is stored, tells the kind of refusal and never quotes a reply. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly permanent: boolean;

  constructor(message: string, options: ErrorOptions & { readonly permanent: boolean }) {
    super(message, options);
    this.permanent = options.permanent;
  }
}

const TIMEOUT_MS = 20_000;
/** Statuses with which the gateway refuses this message for good; any other failure may be temporary. */
const ABOUT_THE_MESSAGE: readonly number[] = [400, 413, 422];

/**
 * Sends SMS messages by a POST of `{ to, text }`, with the message's id as `idempotency-key`, so that a gateway that
 * supports the header sends a repeated message once.
 * @param address the gateway's URL; a user and password in it are sent as Basic authentication (RFC 7617)
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
      // A redirect could send codes to a host that was not configured.
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
