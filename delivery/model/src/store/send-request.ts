import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

export type HttpRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body?: Uint8Array | undefined;
};
export type HttpAnswer = { readonly status: number; readonly body: Uint8Array };

const SILENCE_MS = 20_000;
/** Of what `list` and `get` read: a file of a release is far smaller. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Sends a request and reads the whole answer, byte for byte: `fetch` would decode a stored file that has
 * a `content-encoding`.
 * @throws Error without a connection, and after 20 seconds of silence
 */
export function sendRequest({ method, url, headers, body }: HttpRequest): Promise<HttpAnswer> {
  const { request } = url.protocol === 'https:' ? https : http;
  const options = {
    method,
    headers: Object.fromEntries(headers),
    ...(url.hostname.endsWith('.localhost') && { lookup: loopback }),
  };
  return new Promise((resolve, reject) => {
    const call = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length > MAX_BYTES) response.destroy(new Error('The answer is too long.'));
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks, length) }),
      );
    });
    call.setTimeout(SILENCE_MS, () => call.destroy(new Error('The store does not answer.')));
    call.on('error', reject);
    call.end(body);
  });
}

/** RFC 6761 §6.3: names below `localhost` are this machine. Not every system's resolver knows that. */
const loopback: LookupFunction = (_name, { all }, callback) =>
  all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);
