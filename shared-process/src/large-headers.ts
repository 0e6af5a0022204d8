import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

/**
 * The most that an edge reads of a request's headers, in bytes. Every other host of the site can set cookies for the
 * portal, which the browser then sends with each request (RFC 6265 §8.6). deploy/nginx.conf reads about as much.
 */
export const HEADER_BYTES = 64 * 1024;
/** As much as nginx passes on, and what an edge adds. */
export const HEADER_BYTES_BEHIND_EDGE = 160 * 1024;

/** Until the caller has read the answer: a connection that ends with bytes unread is reset, and the answer lost. */
const LINGER_MS = 2_000;
const TEXT =
  'ブラウザーに保存されたこのサイトのCookieが大きすぎたため、削除しました。ページを再読み込みしてください。\n' +
  'The cookies that your browser keeps for this site were too large, and have been removed. Please load the page again.\n';
const TOO_LARGE = [
  'HTTP/1.1 431 Request Header Fields Too Large',
  'connection: close',
  'clear-site-data: "cookies"',
  'cache-control: no-store',
  'content-type: text/plain; charset=utf-8',
  'x-content-type-options: nosniff',
  "content-security-policy: default-src 'none'; frame-ancestors 'none'",
  'x-frame-options: DENY',
  'referrer-policy: no-referrer',
  'cross-origin-resource-policy: same-origin',
  `content-length: ${Buffer.byteLength(TEXT)}`,
  '',
  TEXT,
].join('\r\n');

/** As Node answers without a listener. */
const STATUS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};

type HttpSocket = Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null };

/**
 * Answers in words that the headers of a request are too large, and has the browser remove the cookies of the whole
 * site, with which it could open no page again. deploy/nginx/large-headers.conf does the same.
 * @param server of HTTP/1.1, or one of HTTP/2 that takes HTTP/1.1 too
 */
export function answerLargeHeaders(server: EventEmitter): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: HttpSocket) => {
    if (!socket.writable) return;
    if (code !== 'HPE_HEADER_OVERFLOW') {
      const status = STATUS[code] ?? '400 Bad Request';
      if (!socket._httpMessage?.headersSent)
        socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
      socket.destroy();
      return;
    }
    socket.end(TOO_LARGE);
    socket.resume();
    setTimeout(() => socket.destroy(), LINGER_MS);
  });
}
