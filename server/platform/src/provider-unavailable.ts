/** The identity provider does not answer, so nobody knows whether a token is valid. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';

  constructor(cause: unknown) {
    super('The identity provider does not answer', { cause });
  }
}
