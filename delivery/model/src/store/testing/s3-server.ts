import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Setting } from '../s3-store.ts';

export const BUCKET = 'portal-releases';

/** The only account that s3rver knows. */
const ACCOUNT = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** What arrived on the wire. */
export type ReceivedRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
};

/** What the server does with a request instead of answering it. */
export type Fault = (
  request: ReceivedRequest,
) => 'drop' | number | { readonly xml: string } | undefined;

/**
 * An S3-compatible server on loopback: s3rver, which checks every signature. It knows no conditional
 * writes, so they are decided here, in front of it, as S3 documents them: 412 if the key has a value. A
 * list of more than 1,000 keys fails in it, because OpenSSL has no DES any more.
 */
export async function startS3Server() {
  const directory = await mkdtemp(path.join(tmpdir(), 'portal-s3-'));
  const s3rver = new S3rver({
    directory,
    serviceEndpoint: 'localhost',
    silent: true,
    allowMismatchedSignatures: false,
    configureBuckets: [{ name: BUCKET }],
  });
  await s3rver.configureBuckets();
  const answer = s3rver.callback();
  const received: ReceivedRequest[] = [];
  const taken = new Set<string>();
  let fault: Fault = () => undefined;

  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    received.push({ method, url, headers });
    const key = url.replace(`/${BUCKET}/`, '/');
    const found = fault({ method, url, headers });
    if (found === 'drop') return void request.destroy();
    if (typeof found === 'number') return void response.writeHead(found).end();
    if (typeof found === 'object') {
      return void response.writeHead(200, { 'content-type': 'application/xml' }).end(found.xml);
    }
    if (method === 'PUT') {
      if (headers['if-none-match'] === '*' && taken.has(key)) {
        request.resume();
        const body = '<Error><Code>PreconditionFailed</Code></Error>';
        return void response.writeHead(412, { 'content-type': 'application/xml' }).end(body);
      }
      taken.add(key);
    }
    if (method === 'DELETE') taken.delete(key);
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const setting: S3Setting = {
    ...ACCOUNT,
    bucket: BUCKET,
    prefix: 'some/prefix',
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${port}`,
  };

  return {
    setting,
    received,
    /** Disturbs the requests from now on. */
    disturb(next: Fault) {
      fault = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      s3rver.logger.exceptions.unhandle();
      s3rver.logger.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
