import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readBuildRecord } from '@portal/delivery-builder/release-folder';
import { documentKey } from '@portal/delivery-model/document';
import {
  LOCAL_CHANGES_PATH,
  LOCAL_RELEASE_PATH,
} from '@portal/delivery-model/override/local-release';
import { answerText, NOT_FOUND } from '@portal/delivery-model/page/message';
import { createStaticServer } from './static-server.ts';

export type LocalServerOptions = {
  /** The folder of releases of this clone. */
  readonly releases: string;
  readonly part: string;
  /** The origins of portals, whose pages alone may read the build. */
  readonly allowOrigins: readonly [string, ...string[]];
};

export type LocalServer = {
  readonly server: Server;
  /** Tells the pages that are open that there is another build. */
  readonly changed: () => void;
};

/**
 * Serves the last local build of one part to the pages of a portal (docs/decisions/0056-override.md): its
 * document at `/release.json`, read anew each time, its files, and an event at `/changes` for each build that follows.
 */
export function createLocalServer(options: LocalServerOptions): LocalServer {
  const { releases, part, allowOrigins } = options;
  const files = new Map(
    allowOrigins.map((allowOrigin) => [
      allowOrigin,
      createStaticServer({
        releases,
        names: [part],
        allowOrigin,
        vary: 'accept-encoding, origin',
      }),
    ]),
  );
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const asked = allowOrigins.find((one) => one === request.headers.origin) ?? allowOrigins[0];
    const headers = {
      'access-control-allow-origin': asked,
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'origin',
    };
    if (request.method === 'GET' && request.url === LOCAL_CHANGES_PATH) {
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
      response.flushHeaders();
      open.add(response);
      response.once('close', () => open.delete(response));
    } else if (request.method === 'GET' && request.url === LOCAL_RELEASE_PATH) {
      documentOf(options).then(
        (json) =>
          answerText(response, 200, json, { ...headers, 'content-type': 'application/json' }),
        () => answerText(response, 404, NOT_FOUND),
      );
    } else files.get(asked)?.emit('request', request, response);
  });
  return {
    server,
    changed() {
      for (const response of open) response.write('data: built\n\n');
    },
  };
}

async function documentOf({ releases, part }: LocalServerOptions): Promise<string> {
  const built = await readBuildRecord(part, releases);
  if (!built) throw new Error(`${part} was not built.`);
  return readFile(join(releases, documentKey(part, built.version)), 'utf8');
}
