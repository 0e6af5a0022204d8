import { pipeline } from 'node:stream/promises';
import { type Dispatcher, Pool } from 'undici';
import type { EdgeIncoming, EdgeOutgoing } from './message.ts';

/** RFC 9110 §7.6.1: these speak of one connection and end with it. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Says where a request came from: only what the edge itself saw is handed on. */
const SET_BY_THE_EDGE = new Set(['host', 'expect', 'forwarded', 'x-real-ip', 'x-request-id']);
/** All that a server of files needs to know; it never sees a member's cookie or token. */
const FILE_REQUEST_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'origin',
  'range',
]);
const ANSWER_TIMEOUT_MS = 30_000;
/** A server that is not there is known to be gone at once; one that hangs, after this. */
const CONNECT_TIMEOUT_MS = 3_000;

export type Forwarded = { readonly requestId: string; readonly secure: boolean };
export type Upstream = {
  /** What it serves decides which headers pass. */
  readonly serves: 'api' | 'files';
  /**
   * Hands the request on and streams the answer back as it comes, undecoded.
   * Throws {@link UpstreamDown} while nothing was answered yet.
   */
  forward(
    path: string,
    request: EdgeIncoming,
    response: EdgeOutgoing,
    forwarded: Forwarded,
  ): Promise<void>;
  close(): Promise<void>;
};

/** The upstream could not be reached or gave no answer. */
export class UpstreamDown extends Error {
  override readonly name = 'UpstreamDown';
}

/** An upstream with its pool of connections. */
export function createUpstream(origin: string, serves: Upstream['serves']): Upstream {
  const pool = new Pool(origin, {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: 0, // Server-sent events may be silent for as long as they like.
  });
  return {
    serves,
    close: () => pool.destroy(),
    async forward(path, request, response, forwarded) {
      const abort = new AbortController();
      const gone = () => abort.abort();
      response.once('close', gone);
      try {
        const call: Dispatcher.RequestOptions = {
          path,
          method: request.method as Dispatcher.HttpMethod,
          headers: requestHeaders(request, serves, forwarded),
          body: hasBody(request) ? request : null,
          signal: abort.signal,
        };
        const answer = await ask(pool, call);
        response.statusCode = answer.statusCode;
        for (const [name, value] of Object.entries(answerHeaders(answer.headers, serves))) {
          if (value !== undefined) response.setHeader(name, value);
        }
        // An event stream's reader is told at once that it is open.
        if ('flushHeaders' in response) response.flushHeaders();
        await pipeline(answer.body, response);
      } catch (error) {
        if (abort.signal.aborted) return; // The browser went away.
        if (response.headersSent) response.destroy();
        else throw new UpstreamDown(`${origin} gave no answer.`, { cause: error });
      } finally {
        response.off('close', gone);
      }
    },
  };
}

/** A kept connection may have died unnoticed; what changes nothing is then asked once more. */
async function ask(pool: Pool, call: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
  try {
    return await pool.request(call);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const lostConnection = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET';
    if (!lostConnection || !['GET', 'HEAD'].includes(call.method)) throw error;
    return pool.request(call);
  }
}

function requestHeaders(
  request: EdgeIncoming,
  serves: Upstream['serves'],
  { requestId, secure }: Forwarded,
): Record<string, string | string[]> {
  const named = namedByConnection(request.headers.connection);
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(':') || name.startsWith('x-forwarded-')) continue;
    if (HOP_BY_HOP.has(name) || SET_BY_THE_EDGE.has(name) || named.has(name)) continue;
    if (serves === 'files' && !FILE_REQUEST_HEADERS.has(name)) continue;
    headers[name] = value;
  }
  headers['x-request-id'] = requestId;
  headers['x-forwarded-for'] = request.socket.remoteAddress ?? 'unknown';
  headers['x-forwarded-proto'] = secure ? 'https' : 'http';
  const host = request.headers[':authority'] ?? request.headers.host;
  if (typeof host === 'string') headers['x-forwarded-host'] = host;
  return headers;
}

function answerHeaders(
  headers: Dispatcher.ResponseData['headers'],
  serves: Upstream['serves'],
): Dispatcher.ResponseData['headers'] {
  const named = namedByConnection(headers.connection);
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        !HOP_BY_HOP.has(name) &&
        !named.has(name) &&
        // Files of a remote must not set cookies for the whole portal.
        !(serves === 'files' && name === 'set-cookie'),
    ),
  );
}

function namedByConnection(connection: string | string[] | undefined): Set<string> {
  return new Set(
    String(connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
  );
}

function hasBody(request: EdgeIncoming): boolean {
  if ('stream' in request) return !request.stream.endAfterHeaders;
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || (length !== undefined && length !== '0');
}
