import { configureApi } from '@portal/shared-api';
import {
  apiRedirects,
  authStore,
  CALLBACK_PATH,
  isLoginAtom,
  keptAnswers,
  loadUser,
  proveBrowser,
  startSession,
  tokens,
} from '@portal/shared-auth';
import {
  activateLocale,
  addTexts,
  barePath,
  type Catalog,
  loadErrorTexts,
  localeOf,
  preparePassName,
} from '@portal/shared-i18n';
import type { DataRouter } from '@portal/shared-routing';
import { createRoot } from 'react-dom/client';
import { findRemoteForPath, loadRemote, releasedRemotes, stylesReady } from './load-remotes.ts';
import { loadTexts } from './load-texts.ts';
import { focusPressed } from './page/focus-pressed.ts';
import { allowMovedNodes } from './page/moved-nodes.ts';
import { AFTER_FIRST_PAGE_MS, whenIdle } from './page/when-idle.ts';
import { Portal } from './portal.tsx';
import { createRemoteRegistry } from './remotes/remote-registry.ts';
import { callLocale } from './router/call-locale.ts';
import { createPortalRouter } from './router/portal-router.tsx';
import { createViewDeadline } from './router/view-deadline.ts';
import { rows } from './routes.ts';
import { sessionGuard } from './session/session-guard.ts';

/** Starts the portal. The boot script has requested everything that this needs. */
async function start(): Promise<void> {
  const { portal } = window;
  const { pathname } = window.location;
  const locale = localeOf(pathname);
  const owner = findRemoteForPath(barePath(pathname));
  const deadline = createViewDeadline({
    limitMs: portal.limits.view,
    firstEnds: portal.firstViewEnds,
  });
  let router: DataRouter | undefined;

  configureApi({
    config: portal.config,
    tokens,
    proveBrowser,
    locale: () => callLocale(router, locale),
    early: portal.early,
    kept: keptAnswers,
    viewCallLimit: deadline.callLimit,
    prepareErrorTexts: loadErrorTexts,
    ...apiRedirects(() => router),
  });
  startSession({ config: portal.config, silent: portal.silent, renewal: portal.renewal });
  // The return from the provider loads the member with the token that it brings.
  if (authStore.get(isLoginAtom) && barePath(pathname) !== CALLBACK_PATH) void loadUser();

  const remoteRegistry = createRemoteRegistry({
    owning: findRemoteForPath,
    load: loadRemote,
    released: releasedRemotes,
  });
  // Texts take the name as they are added.
  await deadline.within(preparePassName());
  portal.takeTexts(({ remote, locale, messages }) =>
    addTexts(locale, { messages } as Catalog, remote),
  );
  await Promise.all([
    // Loads its stylesheet too. If it fails, the router shows the error.
    owner
      ? deadline.within(remoteRegistry.open(owner, locale), owner).catch(() => undefined)
      : undefined,
    deadline.within(loadTexts(locale)),
    deadline.within(stylesReady()),
    documentParsed(),
  ]);
  activateLocale(locale);
  // Also before the router, whose loaders ask whether the first view is shown.
  await portal.yieldToFirstView?.();

  router = createPortalRouter({
    rows,
    remoteRegistry,
    session: sessionGuard,
    loadTexts,
    deadline,
  });
  focusPressed();
  allowMovedNodes();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  createRoot(root).render(<Portal router={router} />);
  const started = router;
  whenIdle(() => {
    // Without it nothing is prefetched, watched or reported, which no member notices.
    import('./after-first-page.ts').then(
      ({ afterFirstPage }) =>
        afterFirstPage({
          router: started,
          remoteRegistry,
          owner,
          locale,
        }),
      () => undefined,
    );
  }, AFTER_FIRST_PAGE_MS);
}

/** A script from the browser's cache can run before the page is parsed. */
function documentParsed(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });
}

start().catch((error: unknown) => {
  window.portal.fail();
  throw error;
});
