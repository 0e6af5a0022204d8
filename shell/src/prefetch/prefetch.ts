import type { RemoteOnPage, RouteOnPage } from '@portal/shared-contract';
import { barePath, localeOf } from '@portal/shared-i18n';
import { type DataRouter, routeFor } from '@portal/shared-routing';
import { whenIdle } from '../page/when-idle.ts';
import type { RemoteRegistry } from '../remotes/remote-registry.ts';
import { askForRoute, dropAnswersAhead } from './ask-for-route.ts';

type Remotes = Pick<RemoteRegistry, 'owning' | 'released'>;

/** Pointers and the keyboard arrive at a link before they choose it. */
const INTENTS = ['pointerover', 'pointerdown', 'focusin'] as const;
/** Of the files of one screen, uncompressed: a remote whose files are larger loads the rest when visited. */
export const PREFETCH_BYTES_MAX = 1_000_000;

/**
 * Fetches the code and the first data of pages before they are visited: in an idle moment the
 * page of another remote that is likely next, and the page of a link as soon as it may be chosen. The files
 * come into the browser's cache and do not run: the code of a remote runs when the member visits it.
 * @param first the remote of the first page, which is there
 * @param onFetched runs when the page that is likely next has been fetched, or none is
 * @returns ends it
 */
export function startPrefetching(
  remotes: Remotes,
  first: string | undefined,
  router: Pick<DataRouter, 'state' | 'subscribe'>,
  onFetched: () => void = () => {},
): () => void {
  const cancel = whenIdle(async () => {
    const path = isFrugal() ? undefined : await likelyNext(remotes, first);
    if (path !== undefined) await prefetch(path, remotes, { isLikely: false });
    onFetched();
  });

  function meant({ target }: Event): void {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    const path = link && pathOf(link);
    // The events of one tap follow each other at once, and what it shows at once comes first.
    if (path) setTimeout(() => void prefetch(path, remotes, { isLikely: true, isOpen }));
  }
  /** Whether the member has gone there meanwhile: the screen asks for its data itself. */
  const isOpen = (path: string): boolean =>
    barePath(router.state.navigation.location?.pathname ?? location.pathname) === path;
  for (const intent of INTENTS) document.addEventListener(intent, meant, { passive: true });
  const stopFollowing = router.subscribe(({ navigation }) => {
    const next = navigation.location?.pathname;
    if (next !== undefined && localeOf(next) !== localeOf(location.pathname)) dropAnswersAhead();
  });
  return () => {
    stopFollowing();
    cancel();
    for (const intent of INTENTS) document.removeEventListener(intent, meant);
  };
}

/** The first link that leads to another remote, else the main page of the operator's first other remote. */
async function likelyNext(
  remotes: Remotes,
  first: string | undefined,
): Promise<string | undefined> {
  const isOther = (name: string | undefined) => name !== undefined && name !== first;
  const links = Array.from(document.querySelectorAll<HTMLAnchorElement>('a[href]'), pathOf);
  const linked = links.find((path) => path !== undefined && isOther(remotes.owning(path)));
  if (linked !== undefined) return linked;
  const other = Object.entries(await remotes.released()).find(([name]) => isOther(name));
  return other && Object.keys(other[1].routes)[0];
}

/** Where a link leads in the portal, without its language; undefined for any other link. */
function pathOf(link: HTMLAnchorElement): string | undefined {
  if (link.target || link.origin !== location.origin) return undefined;
  if (link.pathname === location.pathname) return undefined;
  // Another language has other texts, and is seldom chosen.
  if (localeOf(link.pathname) !== localeOf(location.pathname)) return undefined;
  return barePath(link.pathname);
}

type PrefetchOptions = {
  /** The member is about to choose it; otherwise the visit may come much later. */
  readonly isLikely: boolean;
  readonly isOpen?: (path: string) => boolean;
};

async function prefetch(
  path: string,
  remotes: Remotes,
  { isLikely, isOpen }: PrefetchOptions,
): Promise<void> {
  const remote = (await remotes.released())[remotes.owning(path) ?? ''];
  const route = remote && routeFor(remote.routes, path);
  if (!route || isOpen?.(path)) return;
  const locale = localeOf(location.pathname);
  askForRoute(route, locale, { keep: !isLikely });
  // The visit itself asks again for what failed here, and reports the error.
  const priority = isLikely ? 'auto' : 'low';
  const files = filesFor(remote, route).filter((file) => !isHere(file));
  const texts = async () => (await Promise.all(files.map(window.portal.textFiles))).flat();
  await Promise.all([
    fetchFiles(files, priority),
    texts().then((found) => fetchFiles(found, priority)),
  ]).catch(() => undefined);
}

/** What starts the remote, and the screen. */
function filesFor(
  { base, styles, scripts }: RemoteOnPage,
  { files, shellFiles = [] }: RouteOnPage,
): readonly string[] {
  const own = [...styles, ...scripts, ...files];
  const { shell } = window.portal;
  return [...own.map((file) => base + file), ...shellFiles.map((file) => shell.base + file)];
}

/** Whether this page has loaded a file, as far as known: a browser records some hundreds of loads, and no later ones. */
const isHere = (url: string): boolean =>
  (performance.getEntriesByName?.(new URL(url, location.origin).href).length ?? 0) > 0 ||
  Object.values(window.portal.bundles ?? {}).some(({ holds }) => holds.includes(url));

const fetched = new Set<string>();

/**
 * Fills the browser's cache. The hash is compared by the visit, which runs the file: a fetch that compares it
 * has all of a file, however large, before it gives the first byte.
 */
async function fetchFiles(urls: readonly string[], priority: RequestPriority): Promise<void> {
  const ending = new AbortController();
  let left = PREFETCH_BYTES_MAX;
  const fetchFile = async (url: string) => {
    const { body } = await fetch(url, { priority, signal: ending.signal });
    const reader = body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      left -= part.value.byteLength;
      if (left < 0) ending.abort();
    }
  };
  const missing = urls.filter((url) => !fetched.has(url));
  for (const url of missing) fetched.add(url);
  await Promise.all(missing.map(fetchFile));
}

/** The member saves data, or the connection has none to spare. */
function isFrugal(): boolean {
  const { connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}
