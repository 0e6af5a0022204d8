import { type FileHandle, open } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { undefinedIfMissing } from '@portal/delivery-builder/workspace/undefined-if-missing';
import { fileKey } from '@portal/delivery-model/document';
import { answerText, NOT_FOUND } from '@portal/delivery-model/page/message';
import {
  acceptedEncodings,
  type Encoding,
  matchesEtag,
} from '@portal/delivery-model/page/negotiation';
import { fileType, INERT_HEADERS } from '@portal/delivery-model/store/file-type';

export type StaticServerOptions = {
  /** The folder of releases: `files/<part>/<file>`, with compressed files beside. */
  readonly releases: string;
  /** The parts whose files this server serves; all by default. */
  readonly names?: readonly string[] | undefined;
  /** The portal's origin, which may load these files across origins (CORS). */
  readonly allowOrigin: string;
};

/** A file never changes: its name has the hash of its content. So it is cached for a year. */
const IMMUTABLE = 'public,max-age=31536000,immutable';
const FILE = /^\/files\/([a-z][a-z0-9-]*)\/((?:[\w~-]+\.)+([0-9a-f]{10})\.[a-z]+\d?)$/;
const ENDINGS: Readonly<Record<Encoding, string>> = {
  br: '.br',
  zstd: '.zst',
  gzip: '.gz',
  identity: '',
};

/** Serves parts as a slice would: `/files/<part>/<file>`, as soon as the file is there. */
export function createStaticServer(options: StaticServerOptions): Server {
  return createServer((request, response) => {
    serve(options, request, response).catch(({ name, code }: NodeJS.ErrnoException) => {
      // Its text may quote the address.
      const time = new Date().toISOString();
      console.error(JSON.stringify({ time, error: name, code, msg: 'a file was not sent' }));
      response.destroy();
    });
  });
}

async function serve(
  { releases, names, allowOrigin }: StaticServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    answerText(response, 405, 'Method not allowed\n', { ...INERT_HEADERS, allow: 'GET, HEAD' });
    return;
  }
  const path = (request.url ?? '').replace(/[?#].*$/s, '');
  const [, name = '', file = '', hash = ''] = FILE.exec(path) ?? [];
  const type = fileType(file);
  const found =
    type && (names?.includes(name) ?? true)
      ? await openBest(join(releases, fileKey(name, file)), request.headers['accept-encoding'])
      : undefined;
  if (!type || !found) {
    answerText(response, 404, NOT_FOUND, INERT_HEADERS);
    return;
  }
  try {
    await send(request, response, { ...found, type, hash, allowOrigin });
  } finally {
    await found.opened.close();
  }
}

type Found = {
  readonly opened: FileHandle;
  readonly encoding: Encoding;
};

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: Found & Readonly<Record<'type' | 'hash' | 'allowOrigin', string>>,
): Promise<void> {
  const { opened, encoding } = file;
  const etag = `"${file.hash}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const headers = {
    'cache-control': IMMUTABLE,
    etag,
    vary: 'accept-encoding',
    'access-control-allow-origin': file.allowOrigin,
    ...INERT_HEADERS,
  };
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, {
    ...headers,
    'content-type': file.type,
    'content-length': (await opened.stat()).size,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  });
  if (request.method === 'HEAD') response.end();
  else await pipeline(opened.createReadStream({ autoClose: false }), response).catch(hungUp);
}

/** Opens the best encoding that is there; undefined without any, as for a file that was removed. */
async function openBest(
  path: string,
  acceptEncoding: string | string[] | undefined,
): Promise<Found | undefined> {
  for (const encoding of acceptedEncodings(acceptEncoding)) {
    const opened = await undefinedIfMissing(open(path + ENDINGS[encoding]));
    if (opened) return { opened, encoding };
  }
  return undefined;
}

/** A browser may leave before it has the whole file. */
function hungUp(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}
