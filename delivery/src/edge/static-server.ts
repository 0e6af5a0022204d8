import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { answerText } from './message.ts';

export type StaticServerOptions = {
  /** The folder of releases: `<name>/<version>/…`, each version with its `release.json`. */
  readonly releases: string;
  /** The packages that this server serves; a remote's server has one. */
  readonly names: readonly string[];
  /** The portal's origin, which may load these files across origins (CORS). */
  readonly allowOrigin: string;
};

/** A hashed file never changes, so it is cached for a year. */
const ONE_YEAR_S = 31_536_000;

/** Serves releases as a bucket would: `/<name>/<version>/<file>` and nothing else. */
export function createStaticServer(options: StaticServerOptions): Server {
  return createServer(releaseHandler(options));
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The request handler of that server. */
function releaseHandler({ releases, names, allowOrigin }: StaticServerOptions): Handler {
  const known = new Map<string, ReleaseFiles>();
  const release = (name: string, version: string): ReleaseFiles | undefined => {
    const key = `${name}/${version}`;
    // A release is immutable, so it can be cached once found.
    const found = known.get(key) ?? openRelease(join(releases, name, version));
    if (found) known.set(key, found);
    return found;
  };
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      answerText(response, 405, 'Method not allowed\n', { allow: 'GET, HEAD' });
      return;
    }
    const path = (request.url ?? '').replace(/[?#].*$/s, '');
    const [, name = '', version = '', file = ''] =
      /^\/([\w-]+)\/([\w.+-]+)\/(.+)$/.exec(path) ?? [];
    const wanted = names.includes(name) && !version.startsWith('.');
    const found = wanted ? release(name, version) : undefined;
    if (!found?.names.has(file)) {
      answerText(response, 404, 'Not found\n');
      return;
    }
    response.setHeader('access-control-allow-origin', allowOrigin);
    response.setHeader('vary', 'accept-encoding, origin');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.setHeader('x-content-type-options', 'nosniff');
    request.url = `/${file}`;
    found.serve(request, response, () => answerText(response, 404, 'Not found\n'));
  };
}

type ReleaseFiles = {
  readonly names: ReadonlySet<string>;
  readonly serve: ReturnType<typeof sirv>;
};

function openRelease(folder: string): ReleaseFiles | undefined {
  let listed: { files: Record<string, unknown> };
  try {
    listed = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'));
  } catch {
    return undefined;
  }
  return {
    names: new Set(Object.keys(listed.files)),
    serve: sirv(folder, {
      brotli: true,
      gzip: true,
      etag: true,
      maxAge: ONE_YEAR_S,
      immutable: true,
      extensions: [],
      setHeaders(response) {
        response.setHeader('vary', 'accept-encoding, origin');
      },
    }),
  };
}
