import { createFetch, FetchError } from 'ofetch';
import { type Failure, failure } from './result.ts';

/** Body and status of any answer, errors included. */
export type Answered = {
  readonly ok: true;
  readonly status: number;
  readonly body: unknown;
  /** The server's time of the answer, in ms since 1970, where a refusal says it. */
  readonly date?: number | undefined;
  /** The header of a refusal: how long to wait, in seconds. */
  readonly retryAfter?: number | undefined;
  /** The header of a refusal: the id of the request in the servers' logs. */
  readonly requestId?: string | undefined;
};
export type Transport = (request: TransportRequest) => Promise<Answered | Failure>;

export type TransportRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: unknown;
  readonly signal: AbortSignal;
  /** False for the second try of a call that the page's boot script began. */
  readonly isFirstTry: boolean;
  /** Makes the DPoP proof of a try. It is good once, so each try needs another. */
  readonly prove?: () => Promise<string | undefined>;
};

/** Product §7.10. */
export const RETRIED_STATUSES: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504];

/**
 * Sends requests with ofetch, whose retries are those of product §7.10 and §7.11: a GET once more on
 * these statuses and when the network failed; POST, PUT, PATCH, DELETE never.
 */
export function createTransport(fetch?: typeof globalThis.fetch): Transport {
  const client = createFetch({
    // Looked up for each call: tools in the page may wrap the global fetch later.
    fetch: fetch ?? ((...args) => globalThis.fetch(...args)),
  });
  return async ({ url, method, headers, body, signal, isFirstTry, prove }) => {
    try {
      const response = await client.raw(url, {
        method,
        headers,
        signal,
        retryStatusCodes: [...RETRIED_STATUSES],
        ...(!isFirstTry && { retry: false }),
        ...(prove && { onRequest: ({ options }) => addProof(options.headers, prove) }),
        ...(body !== undefined && { body: body as BodyInit }),
      });
      return { ok: true, status: response.status, body: response._data };
    } catch (error) {
      if (error instanceof FetchError && error.response) {
        const { status, headers } = error.response;
        const date = headers.get('date');
        return {
          ok: true,
          status,
          body: error.data,
          date: date ? Date.parse(date) : undefined,
          retryAfter: Number(headers.get('retry-after')) || undefined,
          requestId: headers.get('x-request-id') ?? undefined,
        };
      }
      if (signal.aborted) return failure(abortReason(signal));
      if (isNetworkFailure(error)) return failure({ kind: 'offline' });
      throw error;
    }
  };
}

async function addProof(
  headers: Headers,
  prove: NonNullable<TransportRequest['prove']>,
): Promise<void> {
  const proof = await prove();
  if (proof === undefined) headers.delete('dpop');
  else headers.set('dpop', proof);
}

/** Why the signal of `abortAfter` aborted: the time-out or the caller. */
export const abortReason = (signal: AbortSignal): { kind: 'timeout' } | { kind: 'aborted' } =>
  signal.reason === TIMED_OUT ? { kind: 'timeout' } : { kind: 'aborted' };

const TIMED_OUT = 'timed out';

/** A signal that aborts after `timeoutMs` or with the caller's, whichever comes first. */
export function abortAfter(
  timeoutMs: number,
  caller?: AbortSignal,
): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort('aborted by the caller');
  const timer = setTimeout(() => controller.abort(TIMED_OUT), timeoutMs);
  if (caller?.aborted) abort();
  caller?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', abort);
    },
  };
}

/** fetch rejects with a TypeError when the network fails, also in the middle of a body. */
const isNetworkFailure = (error: unknown): boolean =>
  error instanceof FetchError ||
  (error instanceof Error && (error.name === 'TypeError' || error.name === 'AbortError'));
