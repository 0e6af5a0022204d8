import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { bucketCookie, bucketOf, drawBucket } from '@portal/shared-release/canary';
import {
  answerJson,
  answerRedirect,
  answerRefused,
  answerUnavailable,
} from '@portal/shared-release/message';
import { answerPageFile, answerScreen } from '@portal/shared-release/served-page';
import { openStore } from '@portal/shared-release/store/open';
import { targetOf } from '@portal/shared-release/target';
import type { ServerContext } from '../context.ts';
import { hstsOf } from '../hsts.ts';
import { keepLivePages, type LivePages } from './live-page.ts';

/** The server's third door: it serves the page of what is live (docs/decisions/0042-page-door.md). */
export type PageDoor = { readonly handler: RequestListener; close(): Promise<void> };

type Context = Pick<ServerContext, 'config' | 'db' | 'database' | 'log'>;

const HEALTH_PATH = '/health';
/** For what is asked without the cookie, which the page's own answer has set. */
const ANY_BUCKET = 0;

/**
 * Opens the door, with the page of the last entry composed.
 * @param options for tests
 */
export async function openPageDoor(
  context: Context,
  options?: Parameters<typeof keepLivePages>[2],
): Promise<PageDoor> {
  const { config, log } = context;
  const pages = await keepLivePages(context, openStore(config.releases.store), options);
  const hsts = hstsOf(config.portalOrigin);
  const secure = config.portalOrigin.startsWith('https:');

  const handler = (request: IncomingMessage, response: ServerResponse) => {
    try {
      if (hsts) response.setHeader('strict-transport-security', hsts);
      answer(pages, secure, request, response);
    } catch (err) {
      log.error({ err }, 'could not answer with the page');
      if (response.headersSent) response.destroy();
      else answerUnavailable(response);
    }
  };
  return { handler, close: pages.close };
}

function answer(
  pages: LivePages,
  secure: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method = 'GET', url = '/', headers } = request;
  // The files of parts are behind the edge, not behind this door.
  const target = targetOf({ method, url, accept: headers.accept }, false);
  const ownBucket = bucketOf(headers.cookie);
  const live = pages.current();
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && url === HEALTH_PATH) answerHealth(pages, response);
  else if (target.kind === 'screen') {
    const bucket = ownBucket ?? drawBucket();
    const extra = ownBucket === undefined ? keep(bucket, secure) : {};
    const page = live?.pageOf(bucket);
    if (page) answerScreen(page, target.path, request, response, extra);
    else answerUnavailable(response);
  } else if (target.kind === 'page') {
    const page = live?.pageOf(ownBucket ?? ANY_BUCKET);
    if (page) answerPageFile(page, target.file, request, response);
    else answerUnavailable(response);
  } else if (target.kind === 'redirect') answerRedirect(response, target.to);
  else if (target.kind === 'refused') answerRefused(response, target);
  else answerRefused(response, { kind: 'refused', status: 404 });
}

/** Headers that give a new browser its bucket, which no shared cache may give to another. */
const keep = (bucket: number, secure: boolean) => ({
  'set-cookie': bucketCookie(bucket, { secure }),
  'cache-control': 'private, no-cache',
});

/**
 * For a balancer and the operator: whether there is a page, and whether it is that of the last entry. A
 * server that is behind still answers 200, since an older page is better than none.
 */
function answerHealth(pages: LivePages, response: ServerResponse): void {
  const seq = pages.current()?.seq ?? null;
  const hasPage = pages.current()?.pageOf(ANY_BUCKET) !== undefined;
  const status = pages.isBehind() ? 'behind' : hasPage ? 'ok' : 'waiting';
  answerJson(response, hasPage ? 200 : 503, { status, seq });
}
