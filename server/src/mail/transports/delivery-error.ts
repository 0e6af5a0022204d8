/**
 * A message was not handed over. `message` is for the log and the database: what kind of refusal it
 * was, never what the other side wrote, which often repeats the recipient.
 */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /** Trying again would get the same answer. */
  readonly permanent: boolean;

  constructor(message: string, options: ErrorOptions & { readonly permanent: boolean }) {
    super(message, options);
    this.permanent = options.permanent;
  }
}
