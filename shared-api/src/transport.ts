import { createFetch, FetchError } from 'ofetch';
import { type Failure, failure } from './result.ts';

/** Body and status of any answer, refusals included. */
export type Answered = { readonly ok: true; readonly status: number; readonly body: unknown };
export type Transport = (request: TransportRequest) => Promise<Answered | Failure>;

export type TransportRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: unknown;
  readonly signal: AbortSignal;
};

/**
 * The generic fetch client of spec §7. ofetch has exactly its rule: idempotent requests once more on
 * 408, 409, 425, 429, 500, 502, 503, 504 (and when the network failed); POST, PUT, PATCH, DELETE never.
 */
export function createTransport(fetch?: typeof globalThis.fetch): Transport {
  const client = createFetch({
    // Looked up per call: a page's tools may wrap the global one later.
    fetch: fetch ?? ((...args) => globalThis.fetch(...args)),
  });
  return async ({ url, method, headers, body, signal }) => {
    try {
      const response = await client.raw(url, {
        method,
        headers,
        signal,
        ...(body !== undefined && { body: body as BodyInit }),
      });
      return { ok: true, status: response.status, body: response._data };
    } catch (error) {
      if (error instanceof FetchError && error.response) {
        return { ok: true, status: error.response.status, body: error.data };
      }
      if (signal.aborted) return failure(reasonOf(signal));
      if (isNetworkFailure(error)) return failure({ kind: 'offline' });
      throw error;
    }
  };
}

/** Why a call that has a time limit and perhaps a caller's signal was ended. */
export const reasonOf = (signal: AbortSignal): { kind: 'timeout' } | { kind: 'aborted' } =>
  signal.reason === TIMED_OUT ? { kind: 'timeout' } : { kind: 'aborted' };

const TIMED_OUT = 'timed out';

/** Ends with the caller's signal or after `timeoutMs`, whichever comes first. */
export function limitedTime(timeoutMs: number, caller?: AbortSignal): LimitedTime {
  const controller = new AbortController();
  const giveUp = () => controller.abort('given up');
  const timer = setTimeout(() => controller.abort(TIMED_OUT), timeoutMs);
  if (caller?.aborted) giveUp();
  caller?.addEventListener('abort', giveUp);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', giveUp);
    },
  };
}

export type LimitedTime = { readonly signal: AbortSignal; end(): void };

/** fetch rejects with a TypeError for the network alone; a body that breaks off does so too. */
const isNetworkFailure = (error: unknown): boolean =>
  error instanceof FetchError ||
  (error instanceof Error && (error.name === 'TypeError' || error.name === 'AbortError'));
