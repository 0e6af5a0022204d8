import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readBuildRecord } from '@portal/delivery-builder/release-folder';
import { documentKey } from '@portal/delivery-model/document';
import { LOCAL_RELEASE_PATH } from '@portal/delivery-model/override/local-release';
import { answerText, NOT_FOUND } from '@portal/delivery-model/page/message';
import { createStaticServer } from './static-server.ts';

export type LocalServerOptions = {
  /** The folder of releases of this clone. */
  readonly releases: string;
  readonly part: string;
  /** The portal's origin, whose pages alone may read the build. */
  readonly allowOrigin: string;
};

/**
 * Serves the last local build of one part to the pages of a portal (docs/decisions/0056-override.md): its
 * document at `/release.json`, read anew each time, and its files.
 */
export function createLocalServer({ releases, part, allowOrigin }: LocalServerOptions): Server {
  const files = createStaticServer({ releases, names: [part], allowOrigin });
  return createServer((request, response) => {
    if (request.url !== LOCAL_RELEASE_PATH || request.method !== 'GET') {
      files.emit('request', request, response);
      return;
    }
    answerDocument(response, { releases, part, allowOrigin }).catch(() =>
      answerText(response, 404, NOT_FOUND),
    );
  });
}

async function answerDocument(
  response: ServerResponse,
  { releases, part, allowOrigin }: LocalServerOptions,
): Promise<void> {
  const built = await readBuildRecord(part, releases);
  if (!built) throw new Error(`${part} was not built.`);
  const document = await readFile(join(releases, documentKey(part, built.version)), 'utf8');
  answerText(response, 200, document, {
    'content-type': 'application/json',
    'access-control-allow-origin': allowOrigin,
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'origin',
  });
}
