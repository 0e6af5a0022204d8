import type { RequestListener, ServerResponse } from 'node:http';
import { bucketOf } from '@portal/shared-release/canary';
import type { ComposedPage } from '@portal/shared-release/compose';
import { answerRefused, answerText, NOT_FOUND } from '@portal/shared-release/message';
import { answerPageFile, answerScreen, uncompressedPage } from '@portal/shared-release/served-page';
import type { Store } from '@portal/shared-release/store';
import { fileType, INERT_HEADERS } from '@portal/shared-release/store/file-type';
import { targetOf } from '@portal/shared-release/target';

/**
 * Serves pages that are live nowhere, and the files that they name. A browser gets the page of its
 * bucket: each composition that is checked has one.
 */
export function pageServer(
  pages: readonly ComposedPage[],
  store: Pick<Store, 'get'>,
): RequestListener {
  const served = pages.map(uncompressedPage);
  return (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    // As everywhere, an address with an ending is no screen.
    if (/^\/files\/.*\.[^/]*$/.test(url)) {
      answerFile(store, url, response).catch(() => response.destroy());
      return;
    }
    const target = targetOf({ method, url, accept: headers.accept }, false);
    const page = served[bucketOf(headers.cookie) ?? 0];
    if (target.kind === 'screen' && page) answerScreen(page, target.path, request, response);
    else if (target.kind === 'page' && page) {
      answerPageFile(page, target.file, request, response).catch(() => response.destroy());
    } else answerRefused(response, { kind: 'refused', status: 404 });
  };
}

async function answerFile(
  store: Pick<Store, 'get'>,
  url: string,
  response: ServerResponse,
): Promise<void> {
  const bytes = await store.get(url.slice(1));
  if (!bytes) {
    answerText(response, 404, NOT_FOUND);
    return;
  }
  response.writeHead(200, { ...INERT_HEADERS, 'content-type': fileType(url) ?? 'text/plain' });
  response.end(bytes);
}
