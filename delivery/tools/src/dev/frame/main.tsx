import { I18nProvider } from '@lingui/react';
import { configureApi } from '@portal/shared-api';
import {
  apiRedirects,
  authStore,
  isLoginAtom,
  loadUser,
  proveBrowser,
  startSession,
  tokens,
} from '@portal/shared-auth';
import type { Locale, PageData } from '@portal/shared-contract';
import { limitsOf } from '@portal/shared-contract/limits';
import { activateLocale, addTexts, loadErrorTexts, localeOf, textsOf } from '@portal/shared-i18n';
import {
  type RemoteRoutes,
  type RouteRow,
  RouterProvider,
  type Screen,
} from '@portal/shared-routing';
import { createPageRouter } from '@portal/shared-routing/browser-router';
import { createRoot } from 'react-dom/client';
import { performReactRefresh } from 'react-refresh/runtime';
import { frameRoutes } from './frame.tsx';

/** As in the portal, the remote's texts are apart from the shared ones. */
const REMOTE = 'remote';

/** The newest routes. The router keeps the rows that it was created with; their screens come from the newest modules. */
let latest: RemoteRoutes;
const shown = new Set<RouteRow['path']>();

function screenAt(path: RouteRow['path']): Promise<Screen> {
  shown.add(path);
  const row = latest.rows.find((candidate) => candidate.path === path);
  if (!row) throw new Error(`${path} is no longer in the route table. Please reload.`);
  return row.lazy();
}

/** Starts a small frame around one remote, without the shell: with the real session and API. */
export async function startFrame(remote: RemoteRoutes): Promise<void> {
  const page = pageData();
  window.portal = {
    ...page,
    early: new Map(),
    integrity: () => undefined,
    load: (url) =>
      Promise.reject(new Error(`No registry is loaded while a remote runs alone: ${url}`)),
    restart: (name) =>
      Promise.reject(new Error(`No registry is loaded while a remote runs alone: ${name}`)),
    limits: limitsOf(page.config),
    firstViewEnds: Number.POSITIVE_INFINITY,
    readParts: async () => undefined,
    textFiles: async () => [],
    texts: async () => undefined,
    loadTexts: async () => undefined,
    takeTexts: () => undefined,
    addTexts: () => undefined,
    fail: () => undefined,
  };
  configureApi({
    locale: () => localeOf(window.location.pathname),
    config: page.config,
    tokens,
    proveBrowser,
    prepareErrorTexts: loadErrorTexts,
    ...apiRedirects(() => router),
  });
  startSession({ config: page.config });
  if (authStore.get(isLoginAtom)) void loadUser();

  latest = remote;
  const locale = localeOf(window.location.pathname);
  await loadTexts(locale);
  activateLocale(locale);

  const router = createPageRouter(frameRoutes({ rows: remote.rows, screen: screenAt, loadTexts }));
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  createRoot(root).render(
    <I18nProvider i18n={textsOf(REMOTE)}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
}

/**
 * Applies a changed source of the remote. Screens are redrawn in place and keep their input, even
 * if their module exports a loader beside the component, for which React Refresh alone would reload
 * the page. A new route row needs a reload.
 */
export async function takeOver(remote: RemoteRoutes): Promise<void> {
  latest = remote;
  await Promise.all([...shown].map(screenAt));
  performReactRefresh();
  const locale = localeOf(window.location.pathname);
  await loadTexts(locale);
  activateLocale(locale);
}

async function loadTexts(locale: Locale): Promise<void> {
  const [texts, components, own] = await Promise.all([
    locale === 'en'
      ? import('@portal/shared-i18n/locales/en.po')
      : import('@portal/shared-i18n/locales/ja.po'),
    locale === 'en'
      ? import('@portal/shared-ui/locales/en.po')
      : import('@portal/shared-ui/locales/ja.po'),
    latest.loadCatalog(locale),
  ]);
  addTexts(locale, texts);
  addTexts(locale, components);
  addTexts(locale, own, REMOTE);
}

function pageData(): PageData {
  return JSON.parse(document.getElementById('portal-data')?.textContent ?? '') as PageData;
}
