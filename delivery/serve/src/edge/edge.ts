import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { SLICE_COOKIE, sliceDigits, sliceOf } from '@portal/delivery-model/canary';
import {
  answerJson,
  answerText,
  answerUnavailable,
  NOT_FOUND,
  RETRY_SOON,
} from '@portal/delivery-model/page/message';
import { previewCookiesIn } from '@portal/delivery-model/preview/cookie';
import { fileType, INERT_HEADERS } from '@portal/delivery-model/store/file-type';
import { targetOf } from '@portal/delivery-model/target';
import { newRequestId } from '@portal/shared-process/headers';
import { answerLargeHeaders, HEADER_BYTES } from '@portal/shared-process/large-headers';
import { type Context, Hono } from 'hono';
import { type Dispatcher, Pool } from 'undici';

/** A key and its certificate, PEM texts. */
export type Tls = { readonly key: string; readonly cert: string };

export type EdgeOptions = {
  /** The portal's address in browsers: `http://localhost:4300`. */
  readonly origin: string;
  readonly api: string;
  /** The origin of the server's page listener (docs/decisions/0041-page-listener.md), or what answers in its place. */
  readonly page: string | RequestListener;
  /** The folder with the files of releases; without one, what serves the page has them too. */
  readonly releases?: string;
  /** With it the edge serves HTTPS and prefers HTTP/2. */
  readonly tls?: Tls | undefined;
};

export type Edge = { readonly server: Server | Http2SecureServer; close(): Promise<void> };

type Sent = Readonly<Record<string, string | string[]>>;
type Env = { Bindings: HttpBindings | Http2Bindings };

/** A file never changes: its name has the hash of its content. So it is cached for a year. */
const FILE = /^\/files\/[a-z][a-z0-9-]*\/(?:[\w~-]+\.)+[0-9a-f]{10}\.[a-z]+\d?$/;
const IMMUTABLE = 'public,max-age=31536000,immutable';
/** What holds for one connection (RFC 9110 §7.6.1), or says where a request comes from: nobody is trusted. */
const NOT_PASSED_ON =
  /^(:.*|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|expect|forwarded|x-forwarded-.*|x-real-ip|cf-ipcountry|traceparent|tracestate)$/;
/** All that the server of pages gets of a request: never a token. */
const FOR_PAGES = /^(accept|accept-encoding|content-type|if-none-match|origin|sec-fetch-site)$/;
const CONNECT_TIMEOUT_MS = 3_000;
const ANSWER_TIMEOUT_MS = 30_000;
/** A connection closed sooner would be closed while its next request is on the way. */
const LIMITS = { maxHeaderSize: HEADER_BYTES, keepAliveTimeout: 75_000 } as const;

/** The portal's single origin on this machine: page, files and API. For members it is nginx (deploy/nginx). */
export function createEdge({ origin, api, page, releases, tls }: EdgeOptions): Edge {
  const toApi = poolOf(api);
  const toPage = typeof page === 'string' ? poolOf(page) : page;
  const fromFolder = releases === undefined ? undefined : serveFiles(releases, origin);
  const app = new Hono<Env>();
  app.all('*', async (c) => {
    const { method = 'GET', url = '/', headers } = c.env.incoming;
    const site = headers['sec-fetch-site'];
    const target = targetOf({ method, url, accept: headers.accept, site });
    if (target.kind === 'api') {
      return passOn(c, toApi, target.path, headersOf(c)).catch(() => answerApiDown(c));
    }
    if (target.kind === 'files' && fromFolder) return fromFolder(c, target.path);
    if (typeof toPage === 'function') {
      const { incoming, outgoing } = c.env as HttpBindings;
      toPage(incoming, outgoing);
      return RESPONSE_ALREADY_SENT;
    }
    // With a query, since the listener's `/health` is not for browsers; without its own, which may be secret.
    const path = `${url.replace(/\?.*$/s, '')}?`;
    return passOn(c, toPage, path, headersForPage(c)).catch(() => answerPageDown(c));
  });
  return edgeOf(app, typeof toPage === 'function' ? [toApi] : [toApi, toPage], tls);
}

/** HTTPS and HTTP/2 in front of a plain HTTP server, the identity provider: both are one site then. */
export function createTlsProxy(behind: string, tls: Tls): Edge {
  const pool = poolOf(behind);
  const app = new Hono<Env>();
  app.all('*', (c) =>
    passOn(c, pool, c.env.incoming.url ?? '/', headersOf(c)).catch(() => answerPageDown(c)),
  );
  return edgeOf(app, [pool], tls);
}

function edgeOf(app: Hono<Env>, pools: readonly Pool[], tls: Tls | undefined): Edge {
  const answer = getRequestListener(app.fetch);
  const server = tls
    ? createSecureServer({ ...tls, ...LIMITS, allowHTTP1: true }, answer)
    : createServer(LIMITS, answer);
  answerLargeHeaders(server);
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    server,
    async close() {
      const closed = server.listening ? once(server, 'close') : undefined;
      server.close();
      for (const socket of open) socket.destroy();
      await Promise.all([closed, ...pools.map((pool) => pool.destroy())]);
    },
  };
}

function answerPageDown(c: Context<Env>): Response {
  answerUnavailable(c.env.outgoing);
  return RESPONSE_ALREADY_SENT;
}

function answerApiDown(c: Context<Env>): Response {
  const requestId = newRequestId();
  c.env.outgoing.setHeader('x-request-id', requestId);
  const body = { error: 'server.unavailable', request_id: requestId };
  answerJson(c.env.outgoing, 503, body, RETRY_SOON);
  return RESPONSE_ALREADY_SENT;
}

const poolOf = (origin: string) =>
  new Pool(origin, {
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: ANSWER_TIMEOUT_MS,
    // Server-sent events may be silent for as long as they like.
    bodyTimeout: 0,
  });

function serveFiles(releases: string, origin: string) {
  const stored = serveStatic<Env>({
    root: releases,
    precompressed: true,
    rewriteRequestPath: (path) => path.replace('/remotes/', '/files/'),
  });
  return async (c: Context<Env>, path: string): Promise<Response> => {
    const type = FILE.test(path) ? fileType(path) : undefined;
    const answer = type && (await stored(c, async () => {}));
    if (!answer) {
      answerText(c.env.outgoing, 404, NOT_FOUND, INERT_HEADERS);
      return RESPONSE_ALREADY_SENT;
    }
    const headers = {
      'content-type': type,
      'cache-control': IMMUTABLE,
      vary: 'accept-encoding',
      'access-control-allow-origin': origin,
      ...INERT_HEADERS,
    };
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
    return answer;
  };
}

/** Passes a request on, and its answer back as it comes: `hono/proxy` would have it decoded. */
async function passOn(c: Context<Env>, pool: Pool, path: string, headers: Sent): Promise<Response> {
  const { incoming } = c.env;
  // Both kinds of answers have the same methods, with other types.
  const outgoing = c.env.outgoing as ServerResponse;
  const answer = await pool.request({
    path,
    method: incoming.method as Dispatcher.HttpMethod,
    headers: {
      ...headers,
      'x-request-id': newRequestId(),
      'x-forwarded-for': incoming.socket.remoteAddress ?? 'unknown',
      'x-forwarded-proto': c.req.url.startsWith('https:') ? 'https' : 'http',
    },
    body: hasBody(incoming) && c.req.raw.body ? Readable.from(c.req.raw.body) : null,
  });
  const { statusCode, headers: answered, body } = answer;
  const passed = Object.entries(answered).filter(([name]) => !NOT_PASSED_ON.test(name));
  outgoing.writeHead(statusCode, Object.fromEntries(passed));
  // A body of known length follows in one packet. Of a stream that may be silent the browser learns by the headers.
  if (answered['content-length'] === undefined) outgoing.flushHeaders();
  await pipeline(body, outgoing).catch(() => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

const headersOf = ({ env: { incoming } }: Context<Env>): Sent =>
  Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      value === undefined || NOT_PASSED_ON.test(name) ? [] : [[name, value]],
    ),
  );

/** Which canaries a browser has, and which preview it shows, follows from two cookies; no other is anything to the page. */
function headersForPage(c: Context<Env>): Sent {
  const { cookie } = c.env.incoming.headers;
  const slice = sliceOf(cookie);
  const cookies = [
    ...(slice === undefined ? [] : [`${SLICE_COOKIE}=${sliceDigits(slice)}`]),
    ...previewCookiesIn(cookie),
  ];
  return {
    ...Object.fromEntries(Object.entries(headersOf(c)).filter(([name]) => FOR_PAGES.test(name))),
    ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
  };
}

function hasBody(request: Context<Env>['env']['incoming']): boolean {
  if ('stream' in request) return !request.stream.endAfterHeaders;
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return coding !== undefined || (length !== undefined && length !== '0');
}
