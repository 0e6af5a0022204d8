import { createBrowser, type TestBrowser } from '@portal/server-testing/idp/browser';
import type { TestIdp } from '@portal/server-testing/idp/idp';
import { configureApi } from '@portal/shared-api';
import type { IdentityProviderConfig, SilentCheck, TokenRenewal } from '@portal/shared-contract';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { createStore } from 'jotai';
import { createSession, type Session } from '../session.ts';
import { SILENT_CHECK_MESSAGE } from '../silent-check.ts';
import {
  laggingStorage,
  MemoryLocks,
  openTab,
  type SharedBrowser,
  type TabOptions,
  type TestTab,
} from './browser-window.ts';

export const MEMBER = { email: 'hanako@example.com', password: 'sakura-mochi-2026' };

/** One browser with the portal in it, before the real identity provider. */
export function openPortalBrowser(
  server: Pick<TestIdp, 'issuer' | 'api'>,
  options: {
    turnsBehind?: number;
    now?: () => number;
    /** Of another provider than the portal's own. */
    provider?: Partial<IdentityProviderConfig>;
  } = {},
) {
  const { origin } = window.location;
  const cookies = createBrowser(server.issuer);
  const shared: SharedBrowser = {
    indexedDB: new IDBFactory(),
    locks: new MemoryLocks(),
    localStorage: laggingStorage(options.turnsBehind ?? 0),
    now: options.now ?? Date.now,
  };
  const idp: IdentityProviderConfig = {
    idpUrl: server.issuer,
    clientId: 'portal',
    redirectUri: `${origin}/callback`,
    silentRedirectUri: `${origin}/silent-check.html`,
    responseType: 'code',
    scope: 'openid offline_access profile',
    returnTo: `${origin}/`,
    ...options.provider,
  };
  const frames = answerFrames(cookies);
  const sessions: Session[] = [];

  /** Opens a tab with the portal in it. */
  function open(tabOptions: Partial<TabOptions> & BootOptions = {}): PortalTab {
    const tab = openTab(shared, tabOptions);
    const store = createStore();
    const session = createSession({
      config: { idp },
      platform: tab.platform,
      store,
      silent: tabOptions.silent,
      renewal: tabOptions.renewal,
    });
    sessions.push(session);
    return Object.assign(tab, { session, store });
  }

  return {
    shared,
    cookies,
    idp,
    frames,
    open,
    /** Lets `call` go out with a tab's tokens. @param held answers come when it is settled, and not before */
    useApi(tab: PortalTab, held?: Promise<unknown>) {
      configureApi({
        locale: () => 'ja',
        config: { apiUrl: 'http://localhost:4302' },
        tokens: tab.session.tokens,
        proveBrowser: tab.session.proveBrowser,
        onNotFound: () => {},
        onRefused: () => {},
        fetch: async (input, init) => {
          const answer = await server.api.fetch(new Request(input, init));
          await held;
          return answer;
        },
      });
    },
    /** The member's way through the provider's sign-in page; answers the callback's query string. */
    async passSignInPage(tab: PortalTab, member = MEMBER): Promise<string> {
      const page = await cookies.go(tab.visited.at(-1) ?? '');
      const back = page.html ? await cookies.submit(page, member) : page;
      return back.url.search;
    },
    close() {
      for (const session of sessions) session.end();
      frames.stop();
    },
  };
}

/** What the page's boot script has begun. */
type BootOptions = {
  readonly silent?: SilentCheck;
  readonly renewal?: Promise<TokenRenewal> | undefined;
};

export type PortalTab = TestTab & {
  readonly session: Session;
  readonly store: ReturnType<typeof createStore>;
};

/**
 * Loads hidden frames as a browser would: through the provider's redirects to the answering page,
 * whose message is then delivered. `reachable = false`: frames show the browser's error page.
 */
function answerFrames(cookies: TestBrowser) {
  const frames = { reachable: true, loaded: 0, stop: () => observer.disconnect() };
  const observer = new MutationObserver((mutations) => {
    for (const node of mutations.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof HTMLIFrameElement) void load(node);
    }
  });
  async function load(frame: HTMLIFrameElement) {
    frames.loaded += 1;
    const visit = frames.reachable ? await cookies.go(frame.src).catch(() => undefined) : undefined;
    if (visit) {
      const { url } = visit;
      const data = { type: SILENT_CHECK_MESSAGE, search: url.search };
      const { origin } = url;
      const source = frame.contentWindow;
      window.dispatchEvent(new MessageEvent('message', { origin, source, data }));
    }
    frame.dispatchEvent(new Event('load'));
  }
  observer.observe(document, { childList: true, subtree: true });
  return frames;
}
