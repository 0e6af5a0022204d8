import { createServer, type Server } from 'node:http';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import {
  answerClearSite,
  answerJson,
  answerRedirect,
  answerRefused,
  answerUnavailable,
  type Incoming,
  type Outgoing,
  RETRY_SOON,
} from '@portal/delivery-model/page/message';
import { INERT_HEADERS } from '@portal/delivery-model/store/file-type';
import { type Target, targetOf } from '@portal/delivery-model/target';
import { BodyTooSlow } from '@portal/shared-process/body-pace';
import { hstsOf } from '@portal/shared-process/hsts';
import { requestIdOf } from '@portal/shared-process/request-id';
import { noteAnswer, traceFields, traceRequests } from '@portal/shared-process/traces/traces';
import { parseTrustedProxies } from '@portal/shared-process/trusted-proxies';
import { boundSessions, CONNECTION_LIMITS } from './connection-limits.ts';
import { loggedPath } from './logged-path.ts';
import { createUpstream, type Upstream, UpstreamDown } from './proxy.ts';
import { noteUrgency } from './urgency.ts';

export type EdgeOptions = {
  /** Origins behind the edge. */
  readonly upstreams: {
    readonly api: string;
    /** The server’s page listener (docs/decisions/0041-page-listener.md). */
    readonly page: string;
    /** The server of the files of all parts. */
    readonly files: string;
    /** Servers of files of single parts, by the part's name. */
    readonly filesOf?: Readonly<Record<string, string>>;
  };
  /**
   * The portal's address in browsers: `https://portal.example`. With https every answer asks for it
   * from then on (HSTS).
   */
  readonly publicOrigin?: string | undefined;
  /** Our own proxies in front of this edge, such as a balancer: `10.0.0.0/8,fd00::/8`. */
  readonly trustProxy?: string | undefined;
  /** The header in which such a proxy tells the caller's country (COUNTRY_HEADER); `cf-ipcountry` by default. */
  readonly countryHeader?: string | undefined;
  /** How long a server of files or the page listener may be silent; 5 seconds by default. */
  readonly fileTimeoutMs?: number;
  /** PEM texts. With them the edge serves HTTPS and prefers HTTP/2. */
  readonly tls?: Tls | undefined;
  /** Receives one record per response, with nothing that a member has sent. */
  readonly log?: ((record: AccessRecord) => void) | undefined;
};

export type Tls = { readonly key: string; readonly cert: string };

export type AccessRecord = {
  readonly time: string;
  readonly request_id: string;
  readonly method: string;
  /** Of {@link loggedPath}. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** Only while it is traced. */
  readonly trace_id?: string;
};

export type Edge = { readonly server: Server | Http2SecureServer; close(): Promise<void> };

/** Which trace a request is part of (W3C Trace Context). */
const TRACE_HEADERS = ['traceparent', 'tracestate'];

/** The name as Node has it, of a setting that may have capitals; by default, of Cloudflare. */
export const countryHeaderOf = (setting: string | undefined): string =>
  (setting || 'cf-ipcountry').toLowerCase();

const FILES_UNAVAILABLE =
  'ただいまファイルを取得できません。少し待ってから、もう一度お試しください。\n' +
  'These files cannot be reached right now. Please try again in a moment.\n';

/**
 * The portal's single origin (docs/architecture.md): the page for every route, the files of the parts,
 * and the API below `/api/`.
 */
export function createEdge(options: EdgeOptions): Edge {
  const { upstreams, fileTimeoutMs } = options;
  const countryHeader = countryHeaderOf(options.countryHeader);
  const api = createUpstream(upstreams.api, 'api');
  const page = createUpstream(upstreams.page, 'page', fileTimeoutMs);
  const files = createUpstream(upstreams.files, 'files', fileTimeoutMs);
  const filesOf = new Map<string, Upstream>(
    Object.entries(upstreams.filesOf ?? {}).map(([name, origin]) => [
      name,
      createUpstream(origin, 'files', fileTimeoutMs),
    ]),
  );
  const proxies = parseTrustedProxies(options.trustProxy ?? '');
  if (!proxies) {
    throw new Error(
      'Please set TRUST_PROXY to addresses and networks such as 10.0.0.0/8,fd00::/8.',
    );
  }
  const secure = options.tls !== undefined;
  const hsts = options.publicOrigin && hstsOf(options.publicOrigin);

  const handle = (request: Incoming, response: Outgoing) => {
    // Of anybody else it is what they claim.
    if (!proxies.trusts(request.socket.remoteAddress)) {
      for (const name of [countryHeader, ...TRACE_HEADERS]) delete request.headers[name];
    }
    const given = request.headers['x-request-id'];
    const requestId = requestIdOf(proxies, request.socket.remoteAddress, given);
    if (options.log) record(request, response, requestId, options.log);
    const moreUrgent = noteUrgency(request, response);
    if (hsts) response.setHeader('strict-transport-security', hsts);
    const method = request.method ?? 'GET';
    const target = targetOf(
      {
        method,
        url: request.url ?? '/',
        accept: request.headers.accept,
        site: request.headers['sec-fetch-site'],
      },
      true,
    );
    noteAnswer({ method, route: target.kind, requestId });
    const turn = target.kind === 'files' ? moreUrgent() : Promise.resolve();
    const done = turn
      .then(() => answer(target, request, response, requestId))
      .catch((error: unknown) => fail(target, request, response, requestId, error));
    done.catch(() => response.destroy());
  };

  const answer = async (
    target: Target,
    request: Incoming,
    response: Outgoing,
    requestId: string,
  ): Promise<void> => {
    const { remoteAddress } = request.socket;
    const client = proxies.clientOf(remoteAddress, request.headers['x-forwarded-for']);
    const forwarded = { requestId, secure, client: client ?? 'unknown' };
    switch (target.kind) {
      case 'screen':
        // With a query, since the listener's `/health` is not for browsers, and a screen may be called that.
        return page.forward(`${target.path}?`, request, response, forwarded);
      case 'page':
      case 'preview':
        return page.forward(pathOf(request), request, response, forwarded);
      case 'redirect':
        response.setHeader('x-request-id', requestId);
        return answerRedirect(response, target.to);
      case 'clear_site':
        response.setHeader('x-request-id', requestId);
        return answerClearSite(response);
      case 'api':
        return api.forward(target.path, request, response, forwarded);
      case 'files':
        for (const [name, value] of Object.entries(INERT_HEADERS)) response.setHeader(name, value);
        return (filesOf.get(target.from) ?? files).forward(
          target.path,
          request,
          response,
          forwarded,
        );
      case 'refused':
        response.setHeader('x-request-id', requestId);
        return answerRefused(response, target);
    }
  };

  const handler = traceRequests('edge', proxies, handle);
  const server = options.tls
    ? createSecureServer({ ...options.tls, ...CONNECTION_LIMITS, allowHTTP1: true }, handler)
    : createServer(CONNECTION_LIMITS, handler);
  boundSessions(server);
  return {
    server,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      if ('closeAllConnections' in server) server.closeAllConnections();
      const all = [api, page, files, ...filesOf.values()];
      await Promise.all(all.map((upstream) => upstream.close()));
      await closed;
    },
  };
}

/** Answers for an upstream that is down, as JSON or text according to what the client accepts. */
function fail(
  target: Target,
  request: Incoming,
  response: Outgoing,
  requestId: string,
  error: unknown,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) {
    if (name !== 'strict-transport-security') response.removeHeader(name);
  }
  response.setHeader('x-request-id', requestId);
  // An unread request body would be parsed as the next request on this connection.
  if (!('stream' in request)) response.setHeader('connection', 'close');
  if (error instanceof BodyTooSlow) {
    answerJson(response, 408, { error: 'request.too_slow', request_id: requestId });
    return;
  }
  if (error instanceof UpstreamDown && target.kind === 'api') {
    const body = { error: 'server.unavailable', request_id: requestId };
    answerJson(response, 503, body, RETRY_SOON);
    return;
  }
  answerUnavailable(response, target.kind === 'files' ? FILES_UNAVAILABLE : undefined);
}

function record(
  request: Incoming,
  response: Outgoing,
  requestId: string,
  log: (record: AccessRecord) => void,
): void {
  const started = performance.now();
  const trace = traceFields();
  response.once('close', () =>
    log({
      time: new Date().toISOString(),
      request_id: requestId,
      method: request.method ?? '',
      path: loggedPath(pathOf(request)),
      status: response.statusCode,
      ms: Math.round(performance.now() - started),
      ...trace,
    }),
  );
}

/** Without the query, which may be secret and which the page is not composed from. */
const pathOf = (request: Incoming): string => (request.url ?? '/').replace(/\?.*$/s, '');
