import type { ErrorCode, Work } from '@portal/shared-contract';

/** An expected outcome as a value: what a call answered, or why it did not. Bugs throw. */
export type Result<T> = Success<T> | Failure;
export type Success<T> = {
  readonly ok: true;
  readonly data: T;
  readonly status: number;
  /** No connection, or a server that fails: this device has kept it, and perhaps only a part of what the API answers. */
  readonly kept?: true;
};
export type Failure = { readonly ok: false; readonly error: ApiError };

/** The server answered an error; `descriptions` maps a field to message keys. */
export type ServerError = {
  readonly kind: 'api';
  readonly status: number;
  readonly code: ErrorCode;
  readonly descriptions?: Record<string, string[]>;
  readonly requestId?: string;
  /** The earliest time for another attempt, in ms since 1970, where the server says it. */
  readonly retryAt?: number;
  /** What this browser has to do before the call is made again. */
  readonly work?: Work;
};

export type ApiError =
  | ServerError
  /** The request did not reach the server. */
  | { readonly kind: 'offline' }
  /** The server did not answer in time. */
  | { readonly kind: 'timeout' }
  /** The session could not be renewed; `reason` is the renewal's own error. */
  | { readonly kind: 'session'; readonly reason: string }
  /** The caller's signal aborted the call. */
  | { readonly kind: 'aborted' };

export const failure = (error: ApiError): Failure => ({ ok: false, error });
