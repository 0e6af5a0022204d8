import { configureApi } from '@portal/shared-api';
import { authStore, isLoginAtom, loadUser, startSession, tokens } from '@portal/shared-auth';
import { activateLocale, barePath, detectLocale, localeOf } from '@portal/shared-i18n';
import { type DataRouter, href } from '@portal/shared-routing';
import { createRoot } from 'react-dom/client';
import { loadCatalog } from './catalogs/load.ts';
import { showFatal } from './errors/fatal.ts';
import { forgiveSkippedTransitions } from './frame/skipped-transitions.ts';
import { AFTER_FIRST_PAGE_MS, whenIdle } from './frame/when-idle.ts';
import { Portal } from './portal.tsx';
import { loadRemote, prefetchRemotes, remoteOwning, stylesReady } from './remotes.ts';
import { createPortalRouter } from './router/portal-router.tsx';
import { roomsFrom } from './router/rooms.ts';
import { rows } from './routes.ts';
import { sessionGate } from './session/gate.ts';

/** Starts the portal in its page. Everything it fetches is on its way already (the boot script). */
async function start(): Promise<void> {
  const { portal } = window;
  forgiveSkippedTransitions(window);
  welcomeInOwnLanguage();
  const { pathname } = window.location;
  const locale = localeOf(pathname);
  const owner = remoteOwning(barePath(pathname));
  let router: DataRouter | undefined;

  configureApi({
    config: portal.config,
    tokens,
    early: portal.early,
    onNotFound: () => void router?.navigate(href('/404'), { replace: true }),
  });
  startSession({ config: portal.config, silent: portal.silent });
  // The return from the provider asks with the token that it brings.
  if (authStore.get(isLoginAtom) && barePath(pathname) !== '/callback') void loadUser();

  const rooms = roomsFrom({ owning: remoteOwning, load: loadRemote });
  const [remote] = await Promise.all([
    // With its stylesheet. A remote that fails is met again by the router: a broken room.
    owner ? rooms.open(owner, locale).catch(() => undefined) : undefined,
    loadCatalog(locale),
    stylesReady(),
    documentParsed(),
  ]);
  activateLocale(locale);

  router = createPortalRouter({
    rows,
    rooms,
    gate: sessionGate,
    loadCatalog,
    ...(owner && remote && { known: { remote: owner, locale, rows: remote.rows } }),
  });
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  createRoot(root).render(<Portal router={router} />);
  whenIdle(() => prefetchRemotes(owner, locale), AFTER_FIRST_PAGE_MS);
}

/** A script from the browser's cache runs before the parser has come to the end of the page. */
function documentParsed(): Promise<void> {
  if (document.readyState !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });
}

/**
 * Spec §1: the address decides the language. Only who arrives at the bare door is shown in by the
 * language they chose before, or their browser's.
 */
function welcomeInOwnLanguage(): void {
  const { pathname, search, hash } = window.location;
  const { languages } = window.navigator;
  if (pathname !== '/' || detectLocale({ cookie: document.cookie, languages }) === 'ja') return;
  window.history.replaceState(window.history.state, '', href('/', 'en') + search + hash);
}

start().catch(async (error: unknown) => {
  await documentParsed();
  showFatal(document, localeOf(window.location.pathname));
  throw error;
});
