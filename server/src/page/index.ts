import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { bucketCookie, bucketOf, drawBucket } from '@portal/shared-release/canary';
import {
  answerClearSite,
  answerJson,
  answerRedirect,
  answerRefused,
  answerUnavailable,
} from '@portal/shared-release/message';
import { endOverrideCookie, overrideCookieOf } from '@portal/shared-release/override/cookie';
import { answerPageFile, answerScreen, type ServedPage } from '@portal/shared-release/served-page';
import { openStore } from '@portal/shared-release/store/open';
import { type Target, targetOf } from '@portal/shared-release/target';
import type { ServerContext } from '../context.ts';
import { hstsOf } from '../hsts.ts';
import { createReleaseCopies } from '../releases/release-copies.ts';
import { keepLivePages, type LivePages } from './live-page.ts';
import { answerOverride } from './override-door.ts';
import { createOverrides, type Overrides } from './overrides.ts';

/** The server's third door: it serves the page of what is live (docs/decisions/0042-page-door.md). */
export type PageDoor = { readonly handler: RequestListener; close(): Promise<void> };

type Context = Pick<ServerContext, 'config' | 'db' | 'database' | 'log' | 'clock'>;

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
  const copies = createReleaseCopies(context, openStore(config.releases.store));
  const pages = await keepLivePages(context, copies, options);
  const overrides = createOverrides(context, copies, pages.latest);
  const hsts = hstsOf(config.portalOrigin);
  const secure = config.portalOrigin.startsWith('https:');

  const handler = (request: IncomingMessage, response: ServerResponse) => {
    if (hsts) response.setHeader('strict-transport-security', hsts);
    answer({ context, pages, overrides, secure }, request, response).catch((err: unknown) => {
      log.error({ err }, 'could not answer with the page');
      if (response.headersSent) response.destroy();
      else answerUnavailable(response);
    });
  };
  return { handler, close: pages.close };
}

type Door = {
  readonly context: Context;
  readonly pages: LivePages;
  readonly overrides: Overrides;
  readonly secure: boolean;
};

async function answer(
  door: Door,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { context, pages, overrides } = door;
  const { method = 'GET', url = '/', headers } = request;
  // The files of parts are behind the edge, not behind this door.
  const target = targetOf(
    { method, url, accept: headers.accept, site: headers['sec-fetch-site'] },
    false,
  );
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && url === HEALTH_PATH) answerHealth(pages, response);
  else if (target.kind === 'screen' || target.kind === 'page') {
    await answerPage(door, target, request, response);
  } else if (target.kind === 'override') {
    await answerOverride(context, overrides, request, response);
  } else if (target.kind === 'redirect') answerRedirect(response, target.to);
  else if (target.kind === 'clear_site') answerClearSite(response);
  else if (target.kind === 'refused') answerRefused(response, target);
  else answerRefused(response, { kind: 'refused', status: 404 });
}

async function answerPage(
  door: Door,
  target: Extract<Target, { readonly kind: 'screen' | 'page' }>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pages, secure } = door;
  const { cookie } = request.headers;
  const ownBucket = bucketOf(cookie);
  const isScreen = target.kind === 'screen';
  const bucket = ownBucket ?? (isScreen ? drawBucket() : ANY_BUCKET);
  const cookies = isScreen && ownBucket === undefined ? [bucketCookie(bucket, { secure })] : [];
  const token = overrideCookieOf(cookie);
  const overridden = token === undefined ? undefined : await overriddenPage(door, token, bucket);
  // A browser whose override has ended is told so by the page that is live.
  if (token !== undefined && !overridden) cookies.push(endOverrideCookie({ secure }));
  const page = overridden ?? pages.current()?.pageOf(bucket);
  if (!page) {
    answerUnavailable(response);
    return;
  }
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  const extra: Record<string, string> =
    token !== undefined
      ? { 'cache-control': 'private, no-store' }
      : cookies.length > 0
        ? { 'cache-control': 'private, no-cache' }
        : {};
  if (isScreen) answerScreen(page, target.path, request, response, extra);
  else await answerPageFile(page, target.file, request, response, extra);
}

/** The page of an override; undefined for one that has ended or that its team may not have any more. */
async function overriddenPage(
  { overrides }: Door,
  token: string,
  bucket: number,
): Promise<ServedPage | undefined> {
  const page = await overrides.pageOf(token, bucket);
  return 'code' in page ? undefined : page;
}

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
