import type { IdentityProviderConfig } from '@portal/shared-contract';
import type { Limits } from '@portal/shared-contract/limits';

/** The provider and the fetch that reaches it. */
export type Provider = {
  readonly idp: IdentityProviderConfig;
  readonly fetch: typeof globalThis.fetch;
  /** Of the page's configuration. */
  readonly limits?: Partial<Limits> | undefined;
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
