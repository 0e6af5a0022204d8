import type { RequestListener, ServerResponse } from 'node:http';
import type { ComposedPage } from '@portal/delivery-model/page/compose';
import { answerText, answerWithoutPage, NOT_FOUND } from '@portal/delivery-model/page/message';
import {
  answerPageFile,
  answerScreen,
  servedComposed,
} from '@portal/delivery-model/page/served-page';
import { fileType, INERT_HEADERS } from '@portal/delivery-model/store/file-type';
import type { Store } from '@portal/delivery-model/store/store';
import { targetOf } from '@portal/delivery-model/target';

/** Serves a page that is live nowhere, and the files that it names. */
export function pageServer(composed: ComposedPage, store: Pick<Store, 'get'>): RequestListener {
  const page = servedComposed(composed);
  return (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    // As everywhere, an address with an ending is no screen.
    if (/^\/files\/.*\.[^/]*$/.test(url)) {
      answerFile(store, url, response).catch(() => response.destroy());
      return;
    }
    const { accept, 'sec-fetch-site': site } = headers;
    const target = targetOf({ method, url, accept, site }, false);
    if (target.kind === 'screen') answerScreen(page, target.path, request, response);
    else if (target.kind === 'page') {
      answerPageFile(page, target.file, request, response).catch(() => response.destroy());
    } else answerWithoutPage(response, target);
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
