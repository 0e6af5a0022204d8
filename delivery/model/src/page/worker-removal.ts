import { KEPT_CACHES } from '@portal/shared-contract/worker';

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
