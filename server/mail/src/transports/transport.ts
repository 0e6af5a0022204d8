import type { OutboxMessage } from '../queue.ts';

/**
 * Delivers one message.
 * @throws DeliveryError when the delivery failed
 */
export type Transport = (message: OutboxMessage) => Promise<void>;

/**
 * A message was not delivered. `message` is stored in the log and the database: it tells the kind
 * of refusal but never quotes the reply, which often repeats the recipient.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /** True if another attempt would fail in the same way. */
  readonly permanent: boolean;

  constructor(message: string, options: ErrorOptions & { readonly permanent: boolean }) {
    super(message, options);
    this.permanent = options.permanent;
  }
}
