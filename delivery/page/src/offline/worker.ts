/**
 * The service worker, `/worker.js`: the portal opens without a connection (docs/decisions/0063-service-worker.md).
 * boot-script.ts bundles it. It knows nothing of any member: what it keeps is the same for everybody.
 */
import { LIMITS } from '@portal/shared-contract/limits';
import { KEPT_CACHE, KEPT_CACHES, type KeepPage, type Ping } from '@portal/shared-contract/worker';
import { barePath } from '@portal/shared-i18n/locale-path';
import { answerFile, answerNavigation } from './answers.ts';
import { createKeptCache } from './kept-cache.ts';
import { createPageKeeper } from './page-keeper.ts';
import { type PushScope, showPushMessages } from './push.ts';

/** Addresses below these are no screens; that of the callback brings a code, which belongs to one visit. */
const OTHERS = /^\/(api|remotes|preview|callback|\.well-known)(\/|$)/;

const scope = self as unknown as WorkerScope & PushScope;
/** Set by the page's configuration (delivery/model/src/page/worker-deadline.ts). */
const { networkLimitMs = LIMITS.worker } = self as { networkLimitMs?: number };
const network = (...args: Parameters<typeof fetch>) => fetch(...args);
const cache = createKeptCache(async () => {
  // To open it would make anew what the browser has removed at a sign-out.
  if (!(await caches.has(KEPT_CACHE))) throw new Error('Nothing is kept.');
  return caches.open(KEPT_CACHE);
});
const keeper = createPageKeeper({
  cache,
  fetch: network,
  origin: scope.location.origin,
  now: Date.now,
});

// Nothing of a page depends on the version of the worker, so a new one takes over at once.
scope.addEventListener('install', () => void scope.skipWaiting());
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => {
  const { type } = event.data as KeepPage | Ping;
  if (type === 'ping') event.ports[0]?.postMessage('pong');
  event.waitUntil(keeper.handle(event));
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (request.destination === 'document' && isScreen(request.url)) {
      event.respondWith(openScreen(request));
    }
  } else if (keeper.hasFile(request.url) || (!scope.navigator.onLine && isFile(request.url))) {
    // A file that is not kept the browser loads as it does without a worker.
    event.respondWith(answerFile(request, { cache, fetch: network }));
  }
});

showPushMessages(scope);

async function activate(): Promise<void> {
  await Promise.all([
    scope.clients.claim(),
    // A worker from before has switched it on, and a kept page needs none.
    scope.registration.navigationPreload?.disable(),
    ...(await caches.keys())
      .filter((name) => name.startsWith(KEPT_CACHES) && name !== KEPT_CACHE)
      .map((name) => caches.delete(name)),
  ]);
}

function openScreen(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  return answerNavigation({
    network: () => network(request),
    own: () => keeper.page(pathname),
    any: () => keeper.anyPage(pathname),
    isReload: request.cache === 'reload' || request.cache === 'no-cache',
    limit: () => new Promise((resolve) => setTimeout(resolve, networkLimitMs)),
  });
}

function isScreen(url: string): boolean {
  const { origin: at, pathname } = new URL(url);
  return (
    at === scope.location.origin && !OTHERS.test(barePath(pathname)) && !/\.[^/]*$/.test(pathname)
  );
}

/** Whether a file of a release is at an address: ten digits of its content's hash are in its name. */
const isFile = (url: string): boolean => /\.[0-9a-f]{10}\.[a-z]+\d?$/.test(url);

/** What the worker uses of its global scope; TypeScript's own types of it clash with those of pages. */
type WorkerScope = {
  readonly location: { readonly origin: string };
  readonly navigator: { readonly onLine: boolean };
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: { disable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageToWorker) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};

type MessageToWorker = LifeEvent & {
  readonly data: unknown;
  readonly ports: readonly Pick<MessagePort, 'postMessage'>[];
};

type LifeEvent = { waitUntil(work: Promise<unknown>): void };

type FetchEvent = LifeEvent & {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
};
