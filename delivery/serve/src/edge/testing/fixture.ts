import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fileKey } from '@portal/delivery-model/document';
import { HEADER_BYTES_BEHIND_EDGE } from '@portal/shared-process/large-headers';
import { FILES, HOSTILE_HEADERS } from './address-table.ts';

/** What an edge needs for a test: files of releases, an API, and a team's own server of files. */
export type EdgeFixture = {
  readonly folder: string;
  /** In `folder`. */
  readonly releases: string;
  /** Echoes the request that it receives. */
  readonly api: string;
  readonly hostile: string;
  close(): Promise<void>;
};

export async function edgeFixture(): Promise<EdgeFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-edge-'));
  const releases = join(folder, 'releases');
  await writeFiles(releases, 'shell', { [FILES.shell]: script('shell') });
  await writeFiles(releases, 'account', {
    [FILES.account]: script('account'),
    [FILES.styles]: '.a{color:red}',
  });
  await writeFile(join(releases, 'files/account', 'plain.txt'), 'No hash in its name.');
  const servers = [createEchoApi(), createHostileServer()];
  const [api = '', hostile = ''] = await Promise.all(servers.map(listen));
  return {
    folder,
    releases,
    api,
    hostile,
    async close() {
      await Promise.all(servers.map(closeServer));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

const script = (name: string) => `function ${name}(){return "${'x'.repeat(200)}"}\n`;

async function writeFiles(releases: string, name: string, files: Record<string, string>) {
  for (const [file, text] of Object.entries(files)) {
    await writeCompressed(join(releases, fileKey(name, file)), text);
  }
}

async function writeCompressed(file: string, text: string) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  await writeFile(`${file}.gz`, gzipSync(text));
  await writeFile(`${file}.br`, brotliCompressSync(text));
}

/** A server of files that tries to act on the portal's origin. */
function createHostileServer(): Server {
  return createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'image/svg+xml',
      'cache-control': 'max-age=60',
      'content-security-policy': "default-src * 'unsafe-inline'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'sniff',
      ...Object.fromEntries(HOSTILE_HEADERS),
    });
    response.end('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  });
}

/** Echoes each request. `/events` is a stream to which `/tick` adds an event. */
function createEchoApi(): Server {
  const readers = new Set<(event: string) => void>();
  return createServer({ maxHeaderSize: HEADER_BYTES_BEHIND_EDGE }, async (request, response) => {
    const { url = '', method, headers } = request;
    if (url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.flushHeaders();
      const write = (event: string) => response.write(`data: ${event}\n\n`);
      readers.add(write);
      response.on('close', () => readers.delete(write));
      return;
    }
    if (url === '/readers') {
      response.end(String(readers.size));
      return;
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    if (url === '/tick') for (const write of readers) write(body);
    const status = Number(/^\/status\/(\d+)$/.exec(url)?.[1] ?? 200);
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-answer': 'yes',
      'set-cookie': 'a=b',
    });
    if (status !== 200) {
      response.end('{"error":"request.invalid"}');
      return;
    }
    response.end(
      JSON.stringify({
        url,
        method,
        body,
        secrets: ['authorization', 'cookie', 'x-api-key'].filter((name) => name in headers),
        'x-forwarded-for': headers['x-forwarded-for'],
        'cf-ipcountry': headers['cf-ipcountry'],
        'x-forwarded-proto': headers['x-forwarded-proto'],
        'x-forwarded-host': headers['x-forwarded-host'],
        traceparent: headers.traceparent,
        forwarded: headers.forwarded ?? null,
        requestId: headers['x-request-id'],
        requestIdIsOurs: /^[0-9a-f]{32}$/.test(String(headers['x-request-id'])),
      }),
    );
  });
}
