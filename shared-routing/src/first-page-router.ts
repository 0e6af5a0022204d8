import {
  createPath,
  type DataRouter,
  IDLE_BLOCKER,
  IDLE_NAVIGATION,
  type LoaderFunctionArgs,
  type Location,
  matchRoutes,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  resolvePath,
} from 'react-router-dom';

type State = DataRouter['state'];
type Subscriber = Parameters<DataRouter['subscribe']>[0];
type ScrollRestoration = Parameters<DataRouter['enableScrollRestoration']>;
type ShouldBlock = Parameters<DataRouter['getBlocker']>[1];
type Navigation = { readonly replace?: boolean; readonly state?: unknown };

export type FirstPageParts = {
  /** One route with an id and children, which has elements in place of components and no loader. */
  readonly root: RouteObject & { readonly id: string; children: RouteObject[] };
  /** Adds the children of the root that may cover a path. */
  readonly patchRoutesOnNavigation: PatchRoutesOnNavigationFunction;
  /** Loads the whole router. */
  readonly load?: () => Promise<typeof import('./browser-router.ts')>;
  /** Has the browser load a page of the portal, or the page that is shown. */
  readonly leave?: (to: string | undefined, options?: Navigation) => void;
};

export type FirstPageRouter = {
  /** The same object before and after the whole router has come, so that React keeps what it has drawn. */
  readonly router: DataRouter;
  /** The first page has its data, or an error in their place. */
  readonly shown: Promise<void>;
  /** Has the whole router take over as soon as it has come and the first page is shown. */
  readonly handOver: () => Promise<unknown>;
};

/** A change without fetchers, flush and view transition. */
const PLAIN: Parameters<Subscriber>[1] = { deletedFetchers: [], newErrors: null, flushSync: false };
/**
 * React draws it in one task. In slices, between which the browser draws frames of what stands in the page's place, a first
 * page takes a slow phone up to three times as long, and nothing in it can be used before.
 */
const AT_ONCE: typeof PLAIN = { ...PLAIN, flushSync: true };

/**
 * Shows the page of the address with what React Router's components need of a router, and leaves every navigation to the
 * whole router, which is loaded meanwhile and continues with the data of the page
 * (docs/decisions/0122-first-page-router.md).
 */
export function createFirstPageRouter({
  root,
  patchRoutesOnNavigation,
  load = () => import('./browser-router.ts'),
  leave = loadPage,
}: FirstPageParts): FirstPageRouter {
  const routes: RouteObject[] = [root];
  const subscribers = new Set<Subscriber>();
  const blockers = new Map<string, ShouldBlock>();
  let whole: DataRouter | undefined;
  let coming: Promise<DataRouter | undefined> | undefined;
  let scroll: ScrollRestoration | undefined;
  let endScroll: (() => void) | undefined;
  let running = new AbortController();
  let isLeaving = false;
  /** The tab's history goes back to the page, after Back or Forward was pressed. */
  let returning: Promise<unknown> | undefined;
  let index = placeInHistory();
  let state: State = {
    historyAction: 'POP' as State['historyAction'],
    location: here(),
    matches: matchesOf(here()),
    initialized: false,
    renderFallback: true,
    navigation: IDLE_NAVIGATION,
    restoreScrollPosition: null,
    preventScrollReset: false,
    revalidation: 'idle',
    loaderData: {},
    actionData: null,
    errors: null,
    fetchers: new Map(),
    blockers: new Map(),
  };

  let pageIsShown = () => {};
  const shown = new Promise<void>((resolve) => {
    pageIsShown = resolve;
  });

  const tell: Subscriber = (next, change) => {
    for (const subscriber of subscribers) subscriber(next, change);
  };
  function change(to: Partial<State>, how = PLAIN): void {
    state = { ...state, ...to };
    tell(state, how);
  }
  function matchesOf(location: Location): State['matches'] {
    return (matchRoutes(routes, location) ?? []) as State['matches'];
  }

  /** Opens the page of the address; again, where its loader leads on or Back is pressed meanwhile. */
  async function open(location: Location): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    index = placeInHistory();
    const outcome = await outcomeOf(location, signal);
    if (signal.aborted) return;
    if (outcome.kind === 'redirect') {
      go(outcome.to, { replace: true });
      return;
    }
    if (outcome.kind === 'page') {
      const { loaderData, errors, matches } = outcome;
      const page = {
        ...{ location, matches, loaderData, errors },
        initialized: true,
        renderFallback: false,
        navigation: IDLE_NAVIGATION,
        restoreScrollPosition: keptPosition(location),
      };
      change(page, AT_ONCE);
    }
    pageIsShown();
    if (outcome.kind === 'unknown') void handOver();
  }

  async function outcomeOf(location: Location, signal: AbortSignal): Promise<Outcome> {
    const { pathname } = location;
    let failure: { readonly error: unknown } | undefined;
    const patch = (_: string | null, added: readonly RouteObject[]) => {
      const isThere = ({ id }: RouteObject) => root.children.some((child) => child.id === id);
      root.children.push(...added.filter((route) => !isThere(route)));
    };
    const unlearnt = { matches: [], fetcherKey: undefined };
    try {
      await patchRoutesOnNavigation({ ...unlearnt, path: pathname, signal, patch });
    } catch (error) {
      failure = { error };
    }
    const matches = matchesOf(location);
    // The frame is that of the page while this loads.
    if (location === state.location && !signal.aborted) change({ matches });
    const leaf = matches.at(-1);
    if (!leaf) return { kind: 'unknown' };
    const { id, loader } = leaf.route;
    const boundary = leaf.route.errorElement ? id : root.id;
    const failed = (error: unknown): Outcome => ({
      ...{ kind: 'page', matches, loaderData: {}, errors: { [boundary]: error } },
    });
    if (failure) return failed(failure.error);
    if (typeof loader !== 'function') {
      return { kind: 'page', matches, loaderData: {}, errors: null };
    }
    const url = new URL(createPath({ ...location, hash: '' }), window.location.origin);
    const { params } = leaf;
    const request = new Request(url, { signal });
    let answer: unknown;
    try {
      answer = await loader({ request, url, params } as LoaderFunctionArgs);
    } catch (error) {
      if (!isOfRouter(error)) return failed(error);
      answer = error;
    }
    const to = redirectOf(answer);
    if (to !== undefined) return { kind: 'redirect', to };
    if (isOfRouter(answer)) return { kind: 'unknown' };
    return { kind: 'page', matches, loaderData: { [id]: answer }, errors: null };
  }

  /** Goes on to an address before the first page is there. */
  function go(to: string, { replace = false, state: usr = null }: Navigation): void {
    const url = new URL(to, window.location.href);
    if (url.origin !== window.location.origin) {
      leave(url.href, { replace });
      return;
    }
    const entry = { usr, key: Math.random().toString(36).slice(2), idx: index + (replace ? 0 : 1) };
    if (replace) window.history.replaceState(entry, '', url);
    else window.history.pushState(entry, '', url);
    const location = here();
    change({ navigation: loading(location) });
    void open(location);
  }

  function handOver(): Promise<DataRouter | undefined> {
    coming ??= takeOver().catch(() => {
      // The next navigation asks for it again.
      coming = undefined;
      return undefined;
    });
    return coming;
  }

  async function takeOver(): Promise<DataRouter> {
    const [{ createBrowserRouter }] = await Promise.all([load(), shown]);
    // Before the document has loaded, a browser changes the address for Back, and tells of it later.
    if (state.initialized && placeNow() !== index) followHistory();
    await returning;
    window.removeEventListener('popstate', followHistory);
    const { loaderData, errors, location } = state;
    const isShown = state.initialized && here().pathname === location.pathname;
    whole = createBrowserRouter(routes, {
      patchRoutesOnNavigation,
      ...(isShown && { hydrationData: { loaderData, errors } }),
    });
    for (const [key, shouldBlock] of blockers) whole.getBlocker(key, shouldBlock);
    if (scroll) endScroll = whole.enableScrollRestoration(...scroll);
    whole.subscribe(tell);
    // Nothing has changed for the components, unless a fragment was followed meanwhile.
    const isSame = createPath(whole.state.location) === createPath(location);
    if (!isShown || !isSame) tell(whole.state, PLAIN);
    return whole;
  }

  const navigate = async (
    to: Parameters<DataRouter['navigate']>[0] | number | null,
    options: Navigation = {},
  ): Promise<void> => {
    if (whole) return whole.navigate(to as string, options);
    const target = typeof to === 'number' ? undefined : resolvePath(to ?? '', here().pathname);
    if (target && !state.initialized) return go(createPath(target), options);
    if (target) change({ navigation: loading({ ...here(), ...target, state: options.state }) });
    const router = await handOver();
    if (router) return router.navigate(to as string, options);
    change({ navigation: IDLE_NAVIGATION });
    if (target) return leave(createPath(target), options);
    isLeaving = true;
    window.history.go(Number(to));
  };

  /** The address's place in the tab's history. A fragment that was followed has none of its own. */
  const placeNow = (): number =>
    (window.history.state as { readonly idx?: number } | null)?.idx ?? index;

  /** Back and Forward within the document. */
  function followHistory(): void {
    const idx = placeNow();
    if (isLeaving) leave(undefined);
    else if (returning) returning = idx === index ? undefined : returning;
    else if (!state.initialized) void open(here());
    // A fragment was followed, which the browser does itself.
    else if (idx === index) void handOver();
    else {
      // The whole router may have to ask before the page is left, so it makes the step itself.
      returning = new Promise<void>((resolve) => {
        window.addEventListener('popstate', function isBack() {
          if (placeNow() !== index) return;
          window.removeEventListener('popstate', isBack);
          resolve();
        });
      });
      window.history.go(index - idx);
      void navigate(idx - index);
    }
  }

  function keptPosition(location: Location): number | null {
    if (!scroll) return null;
    const [positions, , keyOf] = scroll;
    return positions[keyOf?.(location, []) ?? location.key] ?? null;
  }

  /** What the components and hooks of the facade use; none of them has a fetcher. */
  const router = {
    basename: '/',
    future: {},
    window,
    get state() {
      return whole?.state ?? state;
    },
    get routes() {
      return whole?.routes ?? (routes as DataRouter['routes']);
    },
    get branches() {
      return whole?.branches;
    },
    get manifest() {
      return whole?.manifest ?? {};
    },
    subscribe(subscriber: Subscriber) {
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    navigate,
    async revalidate() {
      const router = await handOver();
      return router ? router.revalidate() : leave(undefined);
    },
    createHref: createPath,
    encodeLocation: (to) =>
      new URL(typeof to === 'string' ? to : createPath(to), window.location.origin),
    enableScrollRestoration(...how: ScrollRestoration) {
      if (whole) return whole.enableScrollRestoration(...how);
      scroll = how;
      const restoreScrollPosition = keptPosition(state.location);
      if (restoreScrollPosition !== null) change({ restoreScrollPosition });
      return () => {
        scroll = undefined;
        endScroll?.();
      };
    },
    getBlocker(key, shouldBlock) {
      if (whole) return whole.getBlocker(key, shouldBlock);
      blockers.set(key, shouldBlock);
      return IDLE_BLOCKER;
    },
    deleteBlocker(key) {
      blockers.delete(key);
      whole?.deleteBlocker(key);
    },
  } satisfies Partial<DataRouter> as unknown as DataRouter;

  window.addEventListener('popstate', followHistory);
  void open(state.location);
  return { router, shown, handOver };
}

type Outcome =
  | ({ readonly kind: 'page' } & Pick<State, 'matches' | 'loaderData' | 'errors'>)
  | { readonly kind: 'redirect'; readonly to: string }
  /** No page, or an answer that the whole router understands. */
  | { readonly kind: 'unknown' };

/** As React Router reads the address and the history. */
function here(): Location {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = 'default' } = window.history.state ?? {};
  return { pathname, search, hash, state: usr, key };
}

/** How far the entry is from the first one of the tab; React Router keeps it there. */
function placeInHistory(): number {
  const { state } = window.history;
  if (typeof state?.idx === 'number') return state.idx;
  window.history.replaceState({ ...state, idx: 0 }, '');
  return 0;
}

const loading = (location: Location) =>
  ({ ...IDLE_NAVIGATION, state: 'loading', location }) as unknown as State['navigation'];

/** A response, or what `data()` makes. */
const isOfRouter = (answer: unknown): boolean =>
  answer instanceof Response ||
  (typeof answer === 'object' && answer !== null && 'init' in answer && 'data' in answer);

function redirectOf(answer: unknown): string | undefined {
  if (!(answer instanceof Response) || answer.status < 300 || answer.status > 399) return undefined;
  return answer.headers.get('Location') ?? undefined;
}

function loadPage(to: string | undefined, { replace }: Navigation = {}): void {
  if (to === undefined) window.location.reload();
  else if (replace) window.location.replace(to);
  else window.location.assign(to);
}
