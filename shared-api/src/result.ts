import { type ErrorCode, isErrorCode, type Work } from '@portal/shared-contract';
import * as v from 'valibot';

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

const ErrorBodySchema = v.object({
  error: v.string(),
  error_descriptions: v.optional(v.record(v.string(), v.array(v.string()))),
  work: v.optional(v.object({ challenge: v.string(), bits: v.number(), iterations: v.number() })),
});

/** For a body without a code of the contract: the page of a proxy, or a newer server. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'auth.unauthorized',
  404: 'request.not_found',
  413: 'request.too_large',
  429: 'too_many_attempts',
  502: 'server.unavailable',
  503: 'server.unavailable',
  504: 'server.unavailable',
};

/**
 * Reads an answer of status 400 to 599. The code is always one of the contract: an unknown one becomes
 * `request.invalid` where there are descriptions, else that of the status.
 * @param retryAfter the header of the answer, in seconds
 * @param requestId the header of the answer, which a proxy's page has too
 */
export function parseErrorAnswer(
  status: number,
  body: unknown,
  retryAfter?: number,
  requestId?: string,
): ServerError {
  const parsed = v.safeParse(ErrorBodySchema, body);
  const known = { kind: 'api', status, ...(requestId !== undefined && { requestId }) } as const;
  if (!parsed.success) return { ...known, code: codeOfStatus(status) };
  const { error, error_descriptions: descriptions, work } = parsed.output;
  const fallback = descriptions === undefined ? codeOfStatus(status) : 'request.invalid';
  return {
    ...known,
    code: isErrorCode(error) ? error : fallback,
    ...(descriptions !== undefined && { descriptions }),
    ...(work && { work }),
    // By this device's clock, with which the member compares it.
    ...(retryAfter !== undefined && { retryAt: Date.now() + retryAfter * 1000 }),
  };
}

const codeOfStatus = (status: number): ErrorCode => CODE_OF_STATUS[status] ?? 'server.error';
