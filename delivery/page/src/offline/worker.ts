/**
 * The service worker, `/worker.js`: the portal opens without a connection
 * (docs/decisions/0063-service-worker.md). boot-script.ts bundles it. It knows nothing of any member: what it
 * keeps is the same for everybody.
 */
import {
  type CodeRuns,
  KEPT_CACHES,
  type KeepPage,
  type Ping,
} from '@portal/shared-contract/worker';
import { isScreen } from './addresses.ts';
import { answerFile, answerNavigation, NETWORK_LIMIT_MS } from './answers.ts';
import { createKeptCache } from './kept-cache.ts';
import { setNavigationPreload } from './navigation-preload.ts';
import { createPageKeeper } from './page-keeper.ts';
import { createPageWatch } from './page-watch.ts';
import { type PushScope, showPushMessages } from './push.ts';
import type { FetchEvent, WorkerScope } from './scope.ts';

/** Raised when what is kept changes its form; the caches of other versions are removed. */
const CACHE = `${KEPT_CACHES}2`;

const scope = self as unknown as WorkerScope & PushScope;
const network = (...args: Parameters<typeof fetch>) => fetch(...args);
const cache = createKeptCache(() => caches.open(CACHE));
const watchPage = createPageWatch({
  isSeen: async (id) => (await scope.clients.get(id))?.visibilityState === 'visible',
  fetch: network,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
const keeper = createPageKeeper({
  cache,
  fetch: network,
  origin: scope.location.origin,
  now: Date.now,
});
/** Pages that were opened from what is kept: their files come from there too. */
const openedFromKept = new Set<string>();

// Nothing of a page depends on the version of the worker, so a new one takes over at once.
scope.addEventListener('install', () => void scope.skipWaiting());
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => {
  const { type } = event.data as KeepPage | CodeRuns | Ping;
  if (type === 'ping') event.ports[0]?.postMessage('pong');
  event.waitUntil(Promise.all([keeper.handle(event), watchPage(event)]));
});
scope.addEventListener('fetch', (event) => {
  const { request, clientId } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    const isPage =
      request.destination === 'document' && isScreen(request.url, scope.location.origin);
    event.respondWith(isPage ? openScreen(event) : passOn(event));
    return;
  }
  // With a connection the browser loads files as it does without a worker.
  if (!openedFromKept.has(clientId) && scope.navigator.onLine) return;
  if (keeper.isFile(request.url)) {
    event.respondWith(answerFile(request, { cache, fetch: network }));
  }
});

showPushMessages(scope);

async function activate(): Promise<void> {
  await Promise.all([
    scope.clients.claim(),
    setNavigationPreload(scope),
    ...(await caches.keys())
      .filter((name) => name.startsWith(KEPT_CACHES) && name !== CACHE)
      .map((name) => caches.delete(name)),
  ]);
}

async function openScreen(event: FetchEvent): Promise<Response> {
  const network = passOn(event);
  const { isKept, response } = await answerNavigation({
    network,
    kept: keeper.page,
    limit: new Promise((resolve) => setTimeout(resolve, NETWORK_LIMIT_MS)),
  });
  if (isKept) {
    openedFromKept.add(event.resultingClientId);
    // The network was slow, and the next page need not be this one.
    event.waitUntil(network.then(keeper.refresh).catch(() => undefined));
  }
  return response;
}

/** The answer of the network, which the browser has asked for while the worker started. */
async function passOn({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? network(request);
}
