import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

/**
 * The edge serves HTTP/1.1 and HTTP/2, so these types cover what both of Node's message classes
 * share.
 */
export type EdgeIncoming = IncomingMessage | Http2ServerRequest;
export type EdgeOutgoing = ServerResponse | Http2ServerResponse;

/**
 * An answer of the edge itself holds nothing that a browser may run, load, frame or remember.
 * deploy/nginx/refusal.conf sends the same.
 */
const OWN_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

export const NOT_FOUND = 'Not found\n';

/** Sends a short text response that must not be cached. */
export function answerText(
  response: EdgeOutgoing,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  answer(response, status, text, { 'content-type': 'text/plain; charset=utf-8', ...headers });
}

/** Sends a small JSON response that must not be cached. */
export function answerJson(
  response: EdgeOutgoing,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  answer(response, status, JSON.stringify(body), {
    'content-type': 'application/json',
    ...headers,
  });
}

/**
 * Sends the browser to another page of the portal, this time only.
 * @param to a path
 */
export function answerRedirect(response: EdgeOutgoing, to: string): void {
  answer(response, 302, '', { location: to });
}

function answer(
  response: EdgeOutgoing,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries({ ...OWN_HEADERS, ...headers })) {
    response.setHeader(name, value);
  }
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
