import type { Locale, RemoteOnPage, RouteOnPage } from '@portal/shared-contract';
import { barePath, localeOf } from '@portal/shared-i18n';
import { type DataRouter, routeFor } from '@portal/shared-routing';
import { whenIdle } from '../layout/when-idle.ts';
import type { RemoteRegistry } from '../router/remote-registry.ts';
import { askForRoute, dropAnswersAhead } from './ask-for-route.ts';

type Remotes = Pick<RemoteRegistry, 'owning' | 'opened'>;

/** Pointers and the keyboard arrive at a link before they choose it. */
const INTENTS = ['pointerover', 'pointerdown', 'focusin'] as const;

/**
 * Fetches the code and the first data of pages before they are visited (product §2.88): the main page of
 * each other remote in idle moments, and the page of a link as soon as it may be chosen.
 * @param first the remote of the first page, which is there
 * @returns ends it
 */
export function startPrefetching(
  remotes: Remotes,
  first: string | undefined,
  router: Pick<DataRouter, 'subscribe'>,
): () => void {
  const cancels = isFrugal()
    ? []
    : Object.entries(window.portal.remotes)
        .filter(([name]) => name !== first)
        .flatMap(([, { routes }]) => Object.keys(routes).slice(0, 1))
        .map((path) => whenIdle(() => void prefetch(path, remotes, { keep: true })));

  function meant({ target }: Event): void {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    // Another language has other texts, and is seldom chosen.
    if (!link || link.target || link.origin !== location.origin) return;
    if (link.pathname === location.pathname) return;
    if (localeOf(link.pathname) !== localeOf(location.pathname)) return;
    void prefetch(barePath(link.pathname), remotes, { keep: false });
  }
  for (const intent of INTENTS) document.addEventListener(intent, meant, { passive: true });
  const stopFollowing = router.subscribe(({ navigation }) => {
    const next = navigation.location?.pathname;
    if (next !== undefined && localeOf(next) !== localeOf(location.pathname)) dropAnswersAhead();
  });
  return () => {
    stopFollowing();
    for (const cancel of cancels) cancel();
    for (const intent of INTENTS) document.removeEventListener(intent, meant);
  };
}

async function prefetch(
  path: string,
  remotes: Remotes,
  options: { readonly keep: boolean },
): Promise<void> {
  const name = remotes.owning(path) ?? '';
  const remote = window.portal.remotes[name];
  const route = remote && routeFor(remote.routes, path);
  if (!route) return;
  const locale = localeOf(location.pathname);
  askForRoute(route, locale, options);
  const opened = remotes.opened(name, locale);
  // The visit itself tries again what failed here, and reports the error.
  await (opened ? loadScreen(path, opened) : loadFiles(remote, route, locale)).catch(
    () => undefined,
  );
}

/** A remote that runs loads its screens itself: it may run another release than the page names. */
async function loadScreen(
  path: string,
  opened: NonNullable<ReturnType<RemoteRegistry['opened']>>,
): Promise<void> {
  const { rows } = await opened;
  await routeFor(Object.fromEntries(rows.map((row) => [row.path, row])), path)?.lazy();
}

/** What starts the remote, its texts and the screen. */
async function loadFiles(
  { base, styles, scripts, catalogs }: RemoteOnPage,
  { files, shellFiles = [] }: RouteOnPage,
  locale: Locale,
): Promise<void> {
  const { shell, load } = window.portal;
  const own = [...styles, ...scripts, ...(catalogs[locale] ?? []), ...files];
  const urls = [...own.map((file) => base + file), ...shellFiles.map((file) => shell.base + file)];
  await Promise.all(urls.map((url) => load(url)));
}

/** The member saves data, or the connection has none to spare. */
function isFrugal(): boolean {
  const { connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}
