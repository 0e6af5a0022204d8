import type { ErrorCode } from '@portal/shared-contract';

/** What came of an action: its value, or a refusal by a code of the catalogue. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Refused;

export type Refused = {
  readonly ok: false;
  readonly error: ErrorCode;
  /** Field to message keys. */
  readonly descriptions?: Record<string, string[]>;
  /** When trying again makes sense. */
  readonly retryAt?: Date;
};

export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const refused = (error: ErrorCode, more: Omit<Refused, 'ok' | 'error'> = {}): Refused => ({
  ok: false,
  error,
  ...more,
});
