import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

/**
 * The edge serves HTTP/1.1 and HTTP/2, so these types cover what both of Node's message classes
 * share.
 */
export type EdgeIncoming = IncomingMessage | Http2ServerRequest;
export type EdgeOutgoing = ServerResponse | Http2ServerResponse;

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

function answer(
  response: EdgeOutgoing,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  response.statusCode = status;
  const all = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers };
  for (const [name, value] of Object.entries(all)) response.setHeader(name, value);
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
