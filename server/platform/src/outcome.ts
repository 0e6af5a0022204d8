import type { ErrorCode, Work } from '@portal/shared-contract';

/** The result of an action: its value, or an error with a code of the contract. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | Err;

export type Err = {
  readonly ok: false;
  readonly error: ErrorCode;
  /** Message keys by field. */
  readonly descriptions?: Record<string, string[]>;
  /** The earliest time for another attempt. */
  readonly retryAt?: Date;
  /** What the browser has to do first. */
  readonly work?: Work;
};

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const err = (error: ErrorCode, more: Omit<Err, 'ok' | 'error'> = {}): Err => ({
  ok: false,
  error,
  ...more,
});
