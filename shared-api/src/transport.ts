import { type Failure, failure } from './result.ts';
import { waitToRetry } from './retry-delay.ts';

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
  /** No server has answered: the device has kept it. */
  readonly kept?: true;
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
  /** In place of the transport's own. */
  readonly fetch?: typeof globalThis.fetch | undefined;
};

/** A GET with such an answer is sent once more. */
export const RETRIED_STATUSES: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504];

/**
 * Sends requests: a GET once more on these statuses and when the network failed; POST, PUT, PATCH, DELETE never.
 *
 * @param fetch looked up for each call: tools in the page may wrap the global one later
 */
export function createTransport(
  fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args),
): Transport {
  return async (request) => {
    try {
      const response = await sendWithRetry(request.fetch ?? fetch, request);
      if (!response) return failure({ kind: 'offline' });
      const { status, headers } = response;
      const answered = { ok: true, status, body: await bodyOf(response) } as const;
      if (status < 400) return answered;
      const date = headers.get('date');
      return {
        ...answered,
        date: date ? Date.parse(date) : undefined,
        retryAfter: Number(headers.get('retry-after')) || undefined,
        requestId: headers.get('x-request-id') ?? undefined,
      };
    } catch (error) {
      const { signal } = request;
      if (signal.aborted) return failure(abortReason(signal));
      if (isBrokenBody(error)) return failure({ kind: 'offline' });
      throw error;
    }
  };
}

/** The answer of the first or the second try; undefined where the network failed. */
async function sendWithRetry(
  fetch: typeof globalThis.fetch,
  { url, method, headers, body, signal, isFirstTry, prove }: TransportRequest,
): Promise<Response | undefined> {
  const init: RequestInit = { method, headers, signal };
  if (body instanceof FormData || body instanceof Blob) {
    init.body = body;
  } else if (body !== undefined) {
    init.body = JSON.stringify(body);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  }
  for (let isLast = !isFirstTry || method !== 'GET'; ; isLast = true) {
    if (prove) await addBrowserProof(headers, prove);
    const response = await fetch(url, init).catch((error): undefined => {
      if (signal.aborted) throw error;
    });
    if (isLast || (response && !RETRIED_STATUSES.includes(response.status))) return response;
    await waitToRetry(response, signal);
  }
}

/** A file that the server names, JSON, or text. */
async function bodyOf(response: Response): Promise<unknown> {
  const { headers } = response;
  const name = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1];
  if (name === undefined) return jsonOrText(await response.text());
  return new File([await response.arrayBuffer()], name, {
    type: headers.get('content-type') ?? '',
  });
}

/** The page of a proxy is no JSON. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function addBrowserProof(
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

/** A body rejects with a TypeError when the network fails in the middle of it. */
const isBrokenBody = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TypeError' || error.name === 'AbortError');
