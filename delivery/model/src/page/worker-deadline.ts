import { KEPT_CACHES } from '@portal/shared-contract/worker';

/** Of the worker's own limit for the network: within this, a page comes whatever the worker does. */
const DEADLINE_SHARE = 1.5;
/** A worker that has not answered this long after the network is dropped. */
const DROPPED_AFTER_MS = 10_000;

/**
 * Stands in `/worker.js` before the worker of the shell's release, and is part of no release: a worker that hangs,
 * fails or answers nothing holds nobody up (docs/decisions/0063-service-worker.md).
 *
 * A loop holds the worker's only thread, so that no code in it can keep a deadline: the browser itself races the
 * network with the worker, where it knows the Static Routing API. An answer of a page that does not come, or fails, is
 * replaced by that of the network here, in every browser.
 */
export const workerDeadline = (
  networkLimitMs: number,
): string => `self.networkLimitMs = ${networkLimitMs};
(() => {
  const race = 'race-network-and-fetch-handler';
  const rules = [
    { condition: { requestMode: 'navigate', requestMethod: 'GET' }, source: race },
    ...['/remotes/*', '/app/*'].map((pathname) => ({
      condition: { requestMethod: 'GET', urlPattern: { pathname } },
      source: 'cache',
    })),
    { condition: { urlPattern: { pathname: '*' } }, source: 'network' },
  ];
  addEventListener('install', (event) => {
    if (event.addRoutes) event.waitUntil(event.addRoutes(rules).catch(() => {}));
  });
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const { respondWith } = FetchEvent.prototype;
  FetchEvent.prototype.respondWith = function (given) {
    const { request } = this;
    if (request.mode !== 'navigate') return respondWith.call(this, given);
    const answer = Promise.resolve(given);
    const network = () => fetch(request);
    const late = wait(${networkLimitMs * DEADLINE_SHARE}).then(network);
    respondWith.call(this, Promise.race([answer.catch(network), late.catch(() => answer)]));
    const hasAnswered = answer.then(() => true, () => true);
    const drop = late.then(() => Promise.race([hasAnswered, wait(${DROPPED_AFTER_MS})]))
      .then((isThere) => isThere || registration.unregister(), () => {});
    this.waitUntil(Promise.race([hasAnswered, drop]));
  };
})();
`;

/**
 * What stands at the worker's address where a shell has none, or where the operator has switched it off:
 * it takes the place of the worker that a browser has, removes what that has kept, and then itself.
 */
export const WORKER_REMOVAL = [
  "addEventListener('install',()=>skipWaiting());",
  "addEventListener('activate',e=>e.waitUntil(caches.keys().then(all=>Promise.all(",
  `all.filter(name=>name.startsWith('${KEPT_CACHES}')).map(name=>caches.delete(name))`,
  ')).then(()=>registration.unregister())));',
].join('');
