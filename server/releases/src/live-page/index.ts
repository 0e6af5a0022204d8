import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { drawSlice, sliceCookie, sliceOf } from '@portal/delivery-model/canary';
import {
  answerJson,
  answerUnavailable,
  answerWithoutPage,
} from '@portal/delivery-model/page/message';
import {
  answerPageFile,
  answerScreen,
  type ServedPage,
} from '@portal/delivery-model/page/served-page';
import {
  endPreviewCookie,
  previewCookieOf,
  previewCookiesIn,
} from '@portal/delivery-model/preview/cookie';
import { type Target, targetOf } from '@portal/delivery-model/target';
import type { Locale, PageData } from '@portal/shared-contract';
import { hstsOf } from '@portal/shared-process/headers';
import type { ReleaseContext } from '../context.ts';
import { createReleaseDocuments } from '../log/documents.ts';
import { answerPreview } from './answer-preview.ts';
import { createEarlierFiles, type EarlierFiles } from './earlier-files.ts';
import { keepLivePages, type LivePages } from './live-page.ts';
import { createPreviews, type Previews } from './previews.ts';

/** The third listener of the server: it serves the page of what is live (docs/decisions/0041-page-listener.md). */
export type PageListener = {
  readonly handler: RequestListener;
  /** The addresses of the files with which a visit of the home begins; none before there is a page. */
  readonly filesOfHome: (locale: Locale) => readonly string[];
  /** Whether something is live and there is no page of it; false where nothing is live yet. */
  readonly isBroken: () => boolean;
  close(): Promise<void>;
};

type Context = Pick<ReleaseContext, 'config' | 'db' | 'database' | 'log' | 'clock'>;

export const HEALTH_PATH = '/health';
/** For what is asked without the cookie, which the page's own answer has set. */
const ANY_SLICE = 0;
/** Where a sign-in ends, unless it began at another screen. */
const HOME: Readonly<Record<Locale, string>> = { ja: '/my-page', en: '/en/my-page' };
const DATA = /id="portal-data">(.*?)<\/script>/s;

/** Opens the listener, with the page of the last entry composed. */
export async function openPageListener(
  context: Context,
  options?: Parameters<typeof keepLivePages>[3],
): Promise<PageListener> {
  const { config, log } = context;
  const documents = createReleaseDocuments(context);
  const earlier = createEarlierFiles(context);
  const pages = await keepLivePages(context, documents, earlier, options);
  const previews = createPreviews(context, documents, pages.latest);
  const hsts = hstsOf(config.portalOrigin);
  const secure = config.portalOrigin.startsWith('https:');

  const handler = (request: IncomingMessage, response: ServerResponse) => {
    if (hsts) response.setHeader('strict-transport-security', hsts);
    answer({ context, pages, earlier, previews, secure }, request, response).catch(
      (err: unknown) => {
        log.error({ err }, 'could not answer with the page');
        if (response.headersSent) response.destroy();
        else answerUnavailable(response);
      },
    );
  };
  const filesOfHome = (locale: Locale) => {
    const page = pages.current()?.pageOf(ANY_SLICE);
    return page
      ? filesOfPage(page, HOME[locale]).map((path) => new URL(path, config.portalOrigin).href)
      : [];
  };
  const isBroken = () => pages.isBehind() && pages.current() === undefined;
  return { handler, filesOfHome, isBroken, close: pages.close };
}

/** The files with which the home begins when another page leads to it: those of its bundles one by one. */
function filesOfPage({ files, pages }: ServedPage, path: string): readonly string[] {
  const html = files[pages.get(path) ?? 'index.html']?.bodies.identity.toString() ?? '';
  const data: PageData = JSON.parse(DATA.exec(html)?.[1] ?? '{"remotes":{}}');
  const { shell, remotes, bundles } = data;
  return [
    ...[shell, ...Object.values(remotes)].flatMap((part) =>
      part ? Object.keys(part.files).map((file) => part.base + file) : [],
    ),
    ...(bundles ? [bundles.shell.file] : []),
    ...[bundles?.route, bundles?.next].flatMap((bundle) => bundle?.holds ?? []),
  ];
}

type Listener = {
  readonly context: Context;
  readonly pages: LivePages;
  readonly earlier: EarlierFiles;
  readonly previews: Previews;
  readonly secure: boolean;
};

async function answer(
  listener: Listener,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { context, pages, previews } = listener;
  const { method = 'GET', url = '/', headers } = request;
  const { accept, 'sec-fetch-site': site } = headers;
  const target = targetOf({ method, url, accept, site });
  const isRead = method === 'GET' || method === 'HEAD';
  if (isRead && url === HEALTH_PATH) answerHealth(pages, response);
  else if (target.kind === 'screen' || target.kind === 'page') {
    await answerPage(listener, target, request, response);
  } else if (target.kind === 'preview') {
    await answerPreview(context, previews, request, response);
    // The files of parts are behind the edge, not behind this listener.
  } else answerWithoutPage(response, target);
}

async function answerPage(
  listener: Listener,
  target: Extract<Target, { readonly kind: 'screen' | 'page' }>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pages, earlier, secure } = listener;
  const { cookie } = request.headers;
  const ownSlice = sliceOf(cookie);
  const isScreen = target.kind === 'screen';
  const slice = ownSlice ?? (isScreen ? drawSlice() : ANY_SLICE);
  const cookies = isScreen && ownSlice === undefined ? [sliceCookie(slice, { secure })] : [];
  const token = previewCookieOf(cookie, { secure });
  const shown = token === undefined ? undefined : await listener.previews.pageOf(token, slice);
  const previewed = shown && 'files' in shown ? shown : undefined;
  // A browser whose preview has ended is told so by the page that is live.
  if (token !== undefined && !previewed) cookies.push(endPreviewCookie({ secure }));
  const page = previewed ?? pages.current()?.pageOf(slice);
  if (!page) {
    answerUnavailable(response);
    return;
  }
  if (cookies.length > 0) response.setHeader('set-cookie', cookies);
  const extra: Record<string, string> =
    previewCookiesIn(cookie).length > 0
      ? { 'cache-control': 'private, no-store' }
      : cookies.length > 0
        ? { 'cache-control': 'private, no-cache' }
        : {};
  if (isScreen) answerScreen(page, target.path, request, response, extra);
  else {
    const isNamed = Object.hasOwn(page.files, target.file);
    const named = isNamed ? page : ((await earlier.find(target.file)) ?? page);
    await answerPageFile(named, target.file, request, response, extra);
  }
}

/** For balancers: a server whose page is behind still answers 200, since an older page is better than none. */
function answerHealth(pages: LivePages, response: ServerResponse): void {
  const seq = pages.current()?.seq ?? null;
  const hasPage = pages.current()?.pageOf(ANY_SLICE) !== undefined;
  const status = pages.isBehind() ? 'behind' : hasPage ? 'ok' : 'waiting';
  answerJson(response, hasPage ? 200 : 503, { status, seq });
}
