import type { IdentityProviderConfig } from '@portal/shared-contract';

/** The provider and the fetch that reaches it. */
export type Provider = {
  readonly idp: IdentityProviderConfig;
  readonly fetch: typeof globalThis.fetch;
};

export type ProtocolFailure = {
  readonly ok: false;
  /**
   * `state_mismatch`, `invalid_response`, `unreachable`, or the provider's own error
   * (`login_required`, `access_denied`, `invalid_grant`, …).
   */
  readonly error: string;
  readonly description?: string;
};

/**
 * The limit of one token request: enough for a slow phone, and two fit into the 10 s in which the
 * provider repeats its answer.
 */
export const TOKEN_REQUEST_MS = 4500;
