import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SLICE_COOKIE, sliceDigits, sliceOf } from '@portal/delivery-model/canary';
import type { Incoming, Outgoing } from '@portal/delivery-model/page/message';
import { previewCookiesIn } from '@portal/delivery-model/preview/cookie';
import { BodyTooSlow, keepPace } from '@portal/shared-process/body-pace';
import { noteStream } from '@portal/shared-process/traces/traces';
import { type Dispatcher, Pool } from 'undici';

/** Hop-by-hop headers, which are not forwarded (RFC 9110 §7.6.1). */
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
/** Headers that only the edge may set, since they say where a request came from. */
const SET_BY_THE_EDGE = new Set(['host', 'expect', 'forwarded', 'x-real-ip', 'x-request-id']);
/** The only request headers that a server of files or of pages receives: never a token. */
const FILE_REQUEST_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'origin',
  'range',
]);
/**
 * What a server of files may say. It may be a team's own, so that nothing else of its answer is passed on: a
 * header can sign members out (`clear-site-data`) or widen a worker's scope. deploy/nginx/files-proxy.conf
 * drops the same.
 */
const FILE_ANSWER_HEADERS = new Set([
  'accept-ranges',
  'access-control-allow-origin',
  'age',
  'allow',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'referrer-policy',
  'retry-after',
  'vary',
  'x-frame-options',
]);
const ANSWER_TIMEOUT_MS = 30_000;
/**
 * When to give up on a server of files or of pages. Sooner than the browser gives up on the view: until
 * then each waiting request holds one of the few connections that HTTP/1.1 has.
 */
const FILE_TIMEOUT_MS = 5_000;
/** When to give up connecting to an upstream that does not answer. */
const CONNECT_TIMEOUT_MS = 3_000;

type Forwarded = {
  readonly requestId: string;
  readonly secure: boolean;
  /** The address of the client. */
  readonly client: string;
};
export type Upstream = {
  /** Decides which headers are forwarded. */
  readonly serves: 'api' | 'files' | 'page';
  /**
   * Forwards the request and streams the response back as received. Throws {@link UpstreamDown} if
   * nothing was answered yet, and BodyTooSlow where the request's body comes too slowly.
   */
  forward(path: string, request: Incoming, response: Outgoing, forwarded: Forwarded): Promise<void>;
  close(): Promise<void>;
};

/** The upstream could not be reached or gave no response. */
export class UpstreamDown extends Error {
  override readonly name = 'UpstreamDown';
}

/** Creates an upstream with its connection pool. */
export function createUpstream(
  origin: string,
  serves: Upstream['serves'],
  fileTimeoutMs = FILE_TIMEOUT_MS,
): Upstream {
  const isFiles = serves !== 'api';
  const pool = new Pool(origin, {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: isFiles ? fileTimeoutMs : ANSWER_TIMEOUT_MS,
    // Server-sent events may be silent for as long as they like.
    bodyTimeout: isFiles ? fileTimeoutMs : 0,
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
          body: bodyOf(request),
          signal: abort.signal,
        };
        const answer = await ask(pool, call);
        response.statusCode = answer.statusCode;
        for (const [name, value] of Object.entries(answerHeaders(answer.headers, serves))) {
          if (value !== undefined) response.setHeader(name, value);
        }
        // A body of known length follows at once, in one packet with the headers. The client of a stream that may be silent
        // learns by the headers that it is open.
        const isStream = answer.headers['content-length'] === undefined;
        if (isStream && 'flushHeaders' in response) response.flushHeaders();
        // There is nothing left to abort.
        answer.body.once('end', () => response.off('close', gone));
        if (String(answer.headers['content-type']).startsWith('text/event-stream')) noteStream();
        await pipeline(answer.body, response);
      } catch (error) {
        if (abort.signal.aborted) return; // The client has disconnected.
        if (response.headersSent) response.destroy();
        else if (error instanceof BodyTooSlow) throw error;
        else throw new UpstreamDown(`${origin} gave no answer.`, { cause: error });
      } finally {
        response.off('close', gone);
      }
    },
  };
}

/**
 * Sends a request, and retries a safe one once, since a kept-alive connection may have been closed.
 */
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
  request: Incoming,
  serves: Upstream['serves'],
  { requestId, secure, client }: Forwarded,
): Record<string, string | string[]> {
  const named = namedByConnection(request.headers.connection);
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name.startsWith(':') || name.startsWith('x-forwarded-')) continue;
    if (HOP_BY_HOP.has(name) || SET_BY_THE_EDGE.has(name) || named.has(name)) continue;
    const isOfForm = serves === 'page' && name === 'content-type';
    if (serves !== 'api' && !FILE_REQUEST_HEADERS.has(name) && !isOfForm) continue;
    headers[name] = value;
  }
  const cookie = serves === 'page' ? pageCookies(request.headers.cookie) : '';
  if (cookie) headers.cookie = cookie;
  headers['x-request-id'] = requestId;
  headers['x-forwarded-for'] = client;
  headers['x-forwarded-proto'] = secure ? 'https' : 'http';
  const host = request.headers[':authority'] ?? request.headers.host;
  if (typeof host === 'string') headers['x-forwarded-host'] = host;
  return headers;
}

/**
 * Which canaries a browser has, and which preview it shows, follows from these cookies; no other is
 * anything to the page.
 */
function pageCookies(sent: string | undefined): string {
  const slice = sliceOf(sent);
  return [
    ...(slice === undefined ? [] : [`${SLICE_COOKIE}=${sliceDigits(slice)}`]),
    ...previewCookiesIn(sent),
  ].join('; ');
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
        (serves !== 'files' || FILE_ANSWER_HEADERS.has(name)) &&
        // This edge decides it for its own address, and has set it.
        !(serves === 'page' && name === 'strict-transport-security'),
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

/** The body of a request, as long as it keeps its pace. */
function bodyOf(request: Incoming): Readable | null {
  if (!hasBody(request)) return null;
  keepPace(request);
  return Readable.from(request.iterator(), { objectMode: false });
}

function hasBody(request: Incoming): boolean {
  if ('stream' in request) return !request.stream.endAfterHeaders;
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || (length !== undefined && length !== '0');
}
