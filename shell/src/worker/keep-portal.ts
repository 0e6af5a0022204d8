import { authStore, HOME_PATH, isAwayAtom, isLoginAtom, keptUntil } from '@portal/shared-auth';
import type { Locale } from '@portal/shared-contract';
import { type KeepPage, WORKER_PATH } from '@portal/shared-contract/worker';
import { localizedPath } from '@portal/shared-i18n';

type Options = {
  readonly locale: Locale;
  readonly container?: Pick<ServiceWorkerContainer, 'register' | 'ready'> | undefined;
};

/**
 * Lets the portal open on this device without a connection, once somebody has signed in: a visitor gets no
 * service worker. Each visit has the worker keep the page and the files that are live now.
 */
export function keepPortal({ locale, container = navigator.serviceWorker }: Options): void {
  if (!container || window.portal.config.worker === false) return;
  let isAsked = false;
  const whenSignedIn = () => {
    // A page that was kept is not news.
    if (isAsked || !authStore.get(isLoginAtom) || authStore.get(isAwayAtom)) return;
    isAsked = true;
    // Without it the portal works as well, and the next page tries again.
    keep(container, locale).catch(() => undefined);
  };
  authStore.sub(isLoginAtom, whenSignedIn);
  whenSignedIn();
}

async function keep(container: NonNullable<Options['container']>, locale: Locale): Promise<void> {
  await container.register(WORKER_PATH);
  const { active } = await container.ready;
  // Loaded now, since these are needed where there is no connection.
  await Promise.all([import('../away/away-notice.tsx'), keptUntil()]);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  const path = localizedPath(HOME_PATH, locale);
  active?.postMessage({ type: 'keep', path, loaded } satisfies KeepPage);
}
