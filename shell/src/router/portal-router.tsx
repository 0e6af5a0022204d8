import { keepBellIn } from '@portal/shared-auth';
import { LOCALES, type Locale } from '@portal/shared-contract';
import {
  activateLocale,
  activeLocale,
  barePath,
  localeOf,
  localizedPath,
  rememberLocale,
} from '@portal/shared-i18n';
import {
  type DataRouter,
  type LoaderFunctionArgs,
  type Location,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  type RouteRow,
  redirect,
} from '@portal/shared-routing';
import { createPageRouter } from '@portal/shared-routing/browser-router';
import { FatalBoundary } from '../errors/fatal-boundary.tsx';
import { PageNotFound, ScreenBoundary } from '../errors/screen-boundary.tsx';
import { Root } from '../layout/root.tsx';
import { PageSkeleton } from '../page/page-skeleton.tsx';
import type { RouteHandle } from '../page/route-handle.ts';
import { RemoteLoadError } from '../remotes/remote-load-error.ts';
import type { RemoteRegistry } from '../remotes/remote-registry.ts';
import { stage } from '../revisits/screens.tsx';
import { type ScreenDeps, screenRoute } from './screen-route.tsx';
import type { ViewDeadline } from './view-deadline.ts';

/** Every route hangs below this one: the frame. */
const ROOT_ID = 'portal';

export type PortalRouterParts = ScreenDeps & {
  /** The shell's own rows. */
  readonly rows: readonly RouteRow[];
  readonly remoteRegistry: RemoteRegistry;
  readonly deadline: ViewDeadline;
  /** Tests walk without an address bar. */
  readonly createRouter?: (
    root: RouteObject,
    options: { readonly patchRoutesOnNavigation: PatchRoutesOnNavigationFunction },
  ) => DataRouter;
};

/** The portal's router: the shell's rows at once, each remote's when its paths are first wanted. */
export function createPortalRouter(parts: PortalRouterParts): DataRouter {
  const { createRouter = (route, options) => createPageRouter([route], options) } = parts;
  const root = {
    id: ROOT_ID,
    element: <Root />,
    errorElement: <FatalBoundary />,
    children: [
      ...LOCALES.flatMap((locale) => parts.rows.map((row) => screenRoute(row, locale, parts))),
      ...LOCALES.map((locale) => elsewhere(locale, parts)),
      explicitJapanese(),
    ],
  };
  const router = createRouter(root, { patchRoutesOnNavigation: learnRows(parts) });
  let going: Location | undefined;
  router.subscribe(({ navigation, revalidation }) => {
    const { location } = navigation;
    if ((location && location !== going) || revalidation === 'loading') parts.deadline.restart();
    going = location;
  });
  // Before React hears of the new page: its texts are there in its own language alone.
  router.subscribe(({ location }) => {
    const locale = localeOf(location.pathname);
    if (activeLocale() === locale) return;
    activateLocale(locale);
    keepBellIn(locale);
  });
  return router;
}

/** Fetches the rows of the remote that owns an unknown address, in the address's language. */
function learnRows({
  remoteRegistry,
  ...deps
}: PortalRouterParts): PatchRoutesOnNavigationFunction {
  return async ({ path, patch }) => {
    const locale = localeOf(path);
    const owner = remoteRegistry.owning(barePath(path));
    if (owner === undefined) return;
    await stage.painted;
    // Texts first: should the remote fail, there are words to say so.
    const [remote] = await Promise.allSettled([
      deps.deadline.within(remoteRegistry.open(owner, locale), owner),
      deps.loadTexts(locale),
    ]);
    if (remote.status === 'rejected') {
      remoteRegistry.forget(owner, locale);
      throw remote.reason;
    }
    // Routes that are there already are left as they are.
    patch(
      ROOT_ID,
      remote.value.rows.map((row) => screenRoute(row, locale, deps, owner)),
    );
  };
}

/** Every address no row covers, and the place where a remote that could not be loaded, or is switched off, says so. */
function elsewhere(locale: Locale, { loadTexts }: PortalRouterParts): RouteObject {
  return {
    id: `${locale}:*`,
    path: localizedPath('/*', locale),
    handle: { layout: 'default', guard: 'public' } satisfies RouteHandle,
    loader: async ({ request }: LoaderFunctionArgs) => {
      await loadTexts(locale);
      const { pathname } = new URL(request.url);
      const remote = switchedOffRemote(barePath(pathname));
      if (remote !== undefined) throw new RemoteLoadError(remote, 'switched off', 'switchedOff');
      throw new PageNotFound(pathname);
    },
    element: <PageSkeleton />,
    errorElement: <ScreenBoundary />,
    hydrateFallbackElement: <PageSkeleton />,
  };
}

/** A path may have the prefix `/ja`; the screen is at the bare path. */
function explicitJapanese(): RouteObject {
  return {
    id: 'ja-prefix',
    path: '/ja/*',
    loader: ({ request }: LoaderFunctionArgs) => {
      const { pathname, search } = new URL(request.url);
      // A request of the router has no fragment: the browser's address has it, with a mailed secret.
      const { hash } = window.location.pathname === pathname ? window.location : { hash: '' };
      // The bare path names no language to the next visit.
      rememberLocale('ja');
      return redirect(barePath(pathname) + search + hash);
    },
    element: <PageSkeleton />,
    hydrateFallbackElement: <PageSkeleton />,
  };
}

/** The remote that owns this path (without locale prefix), if the operator has switched it off. */
function switchedOffRemote(barePath: string): string | undefined {
  const { switchedOff = {} } = window.portal;
  const area = `/${barePath.split('/')[1]}`.toLowerCase();
  return Object.keys(switchedOff).find((name) => switchedOff[name]?.owns.includes(area));
}
