import './popovers.ts';
import { testPortalConfig } from '@portal/server-testing/portal-config';
import { configureApi, type ProveBrowser } from '@portal/shared-api';
import { apiRedirects, proveBrowser, startSession, tokens } from '@portal/shared-auth';
import { SILENT_CHECK_MESSAGE } from '@portal/shared-auth/silent-check';
import type { PortalConfig, PortalPage, RemoteOnPage, SilentCheck } from '@portal/shared-contract';
import { activateLocale, loadErrorTexts, localeOf } from '@portal/shared-i18n';
import type { DataRouter, RemoteRoutes } from '@portal/shared-routing';
import { createMemoryRouter } from '@portal/shared-routing/memory-router';
import { render } from '@testing-library/react';
import { waitWith } from '../page/when-idle.ts';
import { Portal } from '../portal.tsx';
import { createRemoteRegistry, type RemoteSource } from '../remotes/remote-registry.ts';
import { callLocale } from '../router/call-locale.ts';
import { createPortalRouter } from '../router/portal-router.tsx';
import { createViewDeadline, type ViewDeadline } from '../router/view-deadline.ts';
import { rows } from '../routes.ts';
import { sessionGuard } from '../session/session-guard.ts';
import { loadTexts } from './load-texts.ts';

/** Longer than any test. */
const NO_LIMIT_MS = 1_000_000;

export type TestPortalOptions = {
  readonly path: string;
  /** The access token; without one the visitor is signed out. */
  readonly accessToken?: string;
  /** The key of the browser, to which the session of the access token is bound. */
  readonly proveBrowser?: ProveBrowser;
  /** With an access token; null for a browser that has lost its refresh token. */
  readonly refreshToken?: string | null;
  readonly remotes?: Partial<RemoteSource>;
  /** What the page says of the remotes that are live. */
  readonly released?: Readonly<Record<string, Pick<RemoteOnPage, 'title' | 'routes'>>>;
  /** What it says of the shell's own screens. */
  readonly shellRoutes?: PortalPage['shell']['routes'];
  /** The identity provider's answer to session checks; by default none. */
  readonly silentAnswer?: string | Promise<string>;
  /** The initial session storage, such as a pending sign-in. */
  readonly underWay?: Readonly<Record<string, string>>;
  /** Render in React's strict mode, in which every effect runs twice. */
  readonly strict?: boolean;
  /** Replaces `fetch` for calls to the API. */
  readonly fetch?: typeof globalThis.fetch;
  readonly config?: Partial<PortalConfig>;
  readonly navigation?: PortalPage['navigation'];
  /** Remotes that the operator has switched off, with the first segments of their paths. */
  readonly switchedOff?: PortalPage['switchedOff'];
  /** The time in which a view loads; by default more than a test takes. */
  readonly deadline?: ViewDeadline;
  /** When the time of the first view ends, in ms since the navigation began; by default after any test. */
  readonly firstViewEnds?: number;
};

export type TestPortal = {
  readonly router: DataRouter;
  /** The sign-ins that the portal has started. */
  readonly signIns: { returnTo: string; automatic: boolean }[];
  /** The addresses to which the portal has left the page. */
  readonly left: readonly string[];
  at(): string;
};

/** Starts the whole portal in jsdom, as main.tsx does, with the network replaced. */
export async function openPortal(options: TestPortalOptions): Promise<TestPortal> {
  const config = { ...testPortalConfig, ...options.config };
  const { switchedOff, released = {}, shellRoutes = {} } = options;
  window.portal = {
    config,
    shell: { routes: shellRoutes },
    firstViewEnds: options.firstViewEnds ?? NO_LIMIT_MS,
    remotes: released,
    areas: Object.entries(released)
      .flatMap(([name, { routes }]) =>
        Object.keys(routes).map((path) => `${path.split('/')[1]}:${name}`),
      )
      .join(' '),
    readParts: async () => {},
    textFiles: async (_url: string): Promise<readonly string[]> => [],
    ...(switchedOff && { switchedOff }),
    ...(options.navigation && { navigation: options.navigation }),
  } as PortalPage;
  localStorage.clear();
  sessionStorage.clear();
  // What the portal loads in idle moments is loaded at once.
  waitWith((_milliseconds, run) => {
    const id = setTimeout(run);
    return () => clearTimeout(id);
  });
  // The store outlives a test, so sign out the member of the test before.
  startSession({ config });
  if (options.accessToken) {
    localStorage.setItem('access_token', options.accessToken);
    const { refreshToken = 'refresh' } = options;
    if (refreshToken !== null) localStorage.setItem('refresh_token', refreshToken);
  }
  for (const [name, value] of Object.entries(options.underWay ?? {})) {
    sessionStorage.setItem(name, value);
  }
  let router: DataRouter | undefined;
  const locale = localeOf(options.path);
  configureApi({
    config,
    tokens,
    locale: () => callLocale(router, locale),
    proveBrowser: options.proveBrowser ?? proveBrowser,
    early: new Map(),
    fetch: options.fetch
      ? untilAborted(options.fetch)
      : () => Promise.reject(new TypeError('offline')),
    prepareErrorTexts: loadErrorTexts,
    ...apiRedirects(() => router),
  });
  // jsdom cannot navigate away, so record the address instead.
  const left: string[] = [];
  startSession({
    config,
    silent: silentCheck(options.silentAnswer),
    leave: (url) => left.push(url),
  });
  await loadTexts(locale);
  activateLocale(locale);

  const signIns: TestPortal['signIns'] = [];
  const deadline =
    options.deadline ?? createViewDeadline({ limitMs: NO_LIMIT_MS, firstEnds: NO_LIMIT_MS });
  const { owning = () => undefined, load = neverAsked } = options.remotes ?? {};
  const made = createPortalRouter({
    rows,
    remoteRegistry: createRemoteRegistry({
      owning,
      load,
      released: async () => window.portal.remotes,
    }),
    loadTexts,
    deadline,
    session: {
      ...sessionGuard,
      // jsdom cannot navigate away, so record the sign-in instead.
      async signIn(asked) {
        signIns.push(asked);
        return true;
      },
    },
    createRouter: (root, routing) =>
      createMemoryRouter([root], { ...routing, initialEntries: [options.path] }),
  });
  router = made;
  render(<Portal router={made} />, { reactStrictMode: options.strict ?? false });
  return {
    router: made,
    signIns,
    left,
    at: () => made.state.location.pathname + made.state.location.search,
  };
}

/** As in a browser, an answer that comes after the request was aborted is an error. */
function untilAborted(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    init?.signal?.throwIfAborted();
    return answer;
  };
}

async function neverAsked(name: string): Promise<RemoteRoutes> {
  throw new Error(`Nobody owns ${name} in this test.`);
}

let frames: MutationObserver | undefined;

/** The check that the boot script has begun. The frames of later ones are answered alike. */
function silentCheck(answer: string | Promise<string> | undefined): SilentCheck {
  frames?.disconnect();
  frames = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLIFrameElement && answer !== undefined) void answerFrame(node, answer);
    }
  });
  frames.observe(document, { childList: true, subtree: true });
  return {
    state: 's',
    nonce: 'n',
    verifier: 'v',
    answer: answer === undefined ? new Promise(() => {}) : Promise.resolve(answer),
  };
}

async function answerFrame(frame: HTMLIFrameElement, answer: string | Promise<string>) {
  const state = new URL(frame.src).searchParams.get('state');
  const data = {
    type: SILENT_CHECK_MESSAGE,
    search: (await answer).replace('state=s', `state=${state}`),
  };
  const { origin } = window.location;
  window.dispatchEvent(new MessageEvent('message', { origin, source: frame.contentWindow, data }));
}
