import { once } from 'node:events';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';

export type Certificate = { readonly key: string; readonly cert: string };
export type Served = { readonly url: string; close(): void };

/** Serves what is compared with the portal from an origin of the same kind: TLS and HTTP/2. */
export async function serve(
  certificate: Certificate,
  answer: (request: Http2ServerRequest, response: Http2ServerResponse) => unknown,
): Promise<Served> {
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `https://localhost:${port}/`, close: () => server.close() };
}
