import { request } from 'node:http';
import type { AddressCase } from './address-table.ts';

export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

/** Sends exactly this path, which `fetch` would normalise, and does not decode the response. */
export function send(
  origin: string,
  {
    method = 'GET',
    path,
    headers = {},
    body,
  }: Pick<AddressCase, 'method' | 'path' | 'headers' | 'body'>,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}
