import { authStore, HOME_PATH, isAwayAtom, isLoginAtom, keptUntil } from '@portal/shared-auth';
import type { Locale } from '@portal/shared-contract';
import { KEPT_CACHE, type KeepPage, type Ping, WORKER_PATH } from '@portal/shared-contract/worker';
import { localizedPath } from '@portal/shared-i18n';
import { keepShownFirstView } from './keep-first-view.ts';

/** A worker whose thread is free answers sooner, also on a slow phone that has to start it. */
const ANSWERS_WITHIN_MS = 10_000;

type Options = {
  readonly locale: Locale;
  readonly container?: Pick<ServiceWorkerContainer, 'register' | 'ready'> | undefined;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
};

/**
 * Lets the portal open on this device without a connection, once somebody has signed in: a visitor gets no
 * service worker. Each visit has the worker keep the pages and the files that are live now, and keeps what its own
 * first view has shown.
 * @returns when that has been kept; at once where nothing is kept yet
 */
export function keepPortal({
  locale,
  container = navigator.serviceWorker,
  wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
}: Options): Promise<void> {
  if (!container || window.portal.config.worker === false) return Promise.resolve();
  let isAsked = false;
  const follow = async () => {
    // A page that was kept is not news.
    if (isAsked || authStore.get(isAwayAtom)) return;
    if (!authStore.get(isLoginAtom)) {
      // A worker that was writing while the browser removed all at a sign-out can leave an empty cache.
      await window.caches?.delete(KEPT_CACHE).catch(() => undefined);
      return;
    }
    isAsked = true;
    dropIfSilent(container, wait).catch(() => undefined);
    // Without it the portal works as well, and the next page tries again.
    await keep(container, locale).catch(() => undefined);
  };
  authStore.sub(isLoginAtom, () => void follow());
  return follow();
}

async function keep(container: NonNullable<Options['container']>, locale: Locale): Promise<void> {
  // Where something else in the browser blocks workers, there is none and will be none.
  if (!(await container.register(WORKER_PATH))) return;
  const { active } = await container.ready;
  // Loaded now, since these are needed where there is no connection.
  await Promise.all([import('../away/away-notice.tsx'), keptUntil()]);
  // What is kept of a session that has ended meanwhile would stay behind.
  if (!authStore.get(isLoginAtom)) return;
  await window.caches?.open(KEPT_CACHE);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const shown = window.portal.firstViewSource?.();
  // The home last, which is the one page that a worker from before keeps.
  const paths = new Set([...(shown ? [shown.pathname] : []), localizedPath(HOME_PATH, locale)]);
  const kept = [...paths].map(async (path) => {
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((resolve) => {
      port1.onmessage = resolve;
    });
    active?.postMessage({ type: 'keep', path, loaded } satisfies KeepPage, [port2]);
    await answered;
    port1.close();
  });
  if (shown) await keepShownFirstView(shown);
  await Promise.all(kept);
}

/** Removes a worker whose thread is held by a loop, which the next visit registers again. */
async function dropIfSilent(
  container: NonNullable<Options['container']>,
  wait: NonNullable<Options['wait']>,
): Promise<void> {
  const registration = await container.ready;
  const { active } = registration;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
  });
  active?.postMessage({ type: 'ping' } satisfies Ping, [port2]);
  const hasAnswered = await Promise.race([answered, wait(ANSWERS_WITHIN_MS).then(() => false)]);
  port1.close();
  // One that was replaced meanwhile may be of a release that does not answer yet.
  if (!hasAnswered && registration.active === active) await registration.unregister();
}
