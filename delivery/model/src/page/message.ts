import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Target } from '../target.ts';

/** The edge serves HTTP/1.1 and HTTP/2, so these types cover what both of Node's message classes share. */
export type Incoming = IncomingMessage | Http2ServerRequest;
export type Outgoing = ServerResponse | Http2ServerResponse;

/**
 * What the edge or the page listener says itself holds nothing that a browser may run, load, frame or
 * remember. deploy/nginx/refusal.conf sends the same.
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
const PAGE_UNAVAILABLE =
  'ただいまページを表示できません。少し待ってから、もう一度お試しください。\n' +
  'This page cannot be shown right now. Please try again in a moment.\n';
const REFRESH_SECONDS = 5;
export const RETRY_SOON = { 'retry-after': '2' } as const;
const REFUSALS = {
  400: 'Bad request\n',
  404: NOT_FOUND,
  405: 'Method not allowed\n',
} as const;

/** Answers an address that has no page: a redirect, what has the browser forget its member, else why there is nothing. */
export function answerWithoutPage(response: Outgoing, target: Target): void {
  if (target.kind === 'redirect') answerRedirect(response, target.to);
  else if (target.kind === 'clear_site') {
    // Cookies stay, since the slice of a browser (canary.ts) is nobody's. deploy/nginx/edge.conf sends the same.
    answerText(response, 200, 'Nothing is kept any more\n', {
      'clear-site-data': '"storage", "cache"',
    });
  } else {
    const status = target.kind === 'refused' ? target.status : 404;
    const headers = 'allow' in target ? { allow: target.allow } : {};
    answerText(response, status, REFUSALS[status], headers);
  }
}

/** Says for a while that there is nothing to show. */
export function answerUnavailable(
  response: Outgoing,
  text = PAGE_UNAVAILABLE,
  retry: { readonly 'retry-after': string } = RETRY_SOON,
): void {
  // The page comes by itself once it can be shown; deploy/nginx/edge.conf has the same.
  const refresh = String(Math.max(REFRESH_SECONDS, Number(retry['retry-after'])));
  answerText(response, 503, text, { ...retry, ...(text === PAGE_UNAVAILABLE && { refresh }) });
}

export function answerText(
  response: Outgoing,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  answer(response, status, text, { 'content-type': 'text/plain; charset=utf-8', ...headers });
}

export function answerJson(
  response: Outgoing,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  answer(response, status, JSON.stringify(body), {
    'content-type': 'application/json',
    ...headers,
  });
}

export function answerRedirect(response: Outgoing, to: string): void {
  answer(response, 302, '', { location: to });
}

function answer(
  response: Outgoing,
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
