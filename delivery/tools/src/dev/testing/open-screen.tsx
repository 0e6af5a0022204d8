import { I18nProvider } from '@lingui/react';
import type { TestServer, TestSession } from '@portal/server-testing';
import { testPortalConfig } from '@portal/server-testing/portal-config';
import { configureApi, type ProveBrowser } from '@portal/shared-api';
import { apiRedirects, startSession, tokens } from '@portal/shared-auth';
import {
  type Act,
  type IdentityProviderConfig,
  isAct,
  type PortalConfig,
  type PortalPage,
} from '@portal/shared-contract';
import {
  activateLocale,
  addTexts,
  loadCatalog,
  loadErrorTexts,
  localeOf,
  localizedPath,
  textsOf,
} from '@portal/shared-i18n';
import { type DataRouter, type RemoteRoutes, RouterProvider } from '@portal/shared-routing';
import { createMemoryRouter } from '@portal/shared-routing/memory-router';
import { render } from '@testing-library/react';
import { awaited } from './awaited-calls.ts';
import { left, stay } from './left-page.ts';
import { later } from './submit-pause.ts';

export { enabled } from './submit-pause.ts';

/** As in the portal, the remote's texts are apart from the shared ones. */
const REMOTE = 'remote';

export type ScreenOptions = {
  readonly routes: RemoteRoutes;
  /** `/my-page` in Japanese, `/en/my-page` in English. */
  readonly path: string;
  /** The access token; without one the visitor is signed out. */
  readonly accessToken?: string | undefined;
  /** The proof of the session's browser for a sensitive call. */
  readonly proveBrowser?: ProveBrowser | undefined;
  /** Settings of another identity provider than ours. */
  readonly provider?: Partial<IdentityProviderConfig> | undefined;
  /** Other settings of the page's configuration. */
  readonly config?: Partial<PortalConfig> | undefined;
  /** Whether the screen waits behind its first view. */
  readonly showsFirstView?: boolean | undefined;
  /** Answers the API calls, usually the test server's own handlers. */
  readonly fetch: (request: Request) => Promise<Response>;
};

export type OpenScreen = {
  readonly router: DataRouter;
  /** The current path and query. */
  at(): string;
  /** Loads a page in the same browser tab, with the same session storage. What is shown asks nothing as it goes. */
  reload(to: string): Promise<void>;
};

/** Opens a remote's screen with its routes, its texts, the real session and the given handlers of calls. */
export async function openScreen(options: ScreenOptions): Promise<OpenScreen> {
  const { routes, path, accessToken } = options;
  const fetch = awaited(options.fetch);
  const idp = { ...testPortalConfig.idp, ...options.provider };
  window.portal = {
    config: { ...testPortalConfig, ...options.config, idp },
    showsFirstView: () => options.showsFirstView ?? false,
  } as PortalPage;
  const locale = localeOf(path);
  resetBrowser(accessToken, idp);
  configureApi({
    locale: () => locale,
    config: testPortalConfig,
    tokens,
    ...(options.proveBrowser && { proveBrowser: options.proveBrowser }),
    fetch: (input, init) => fetch(new Request(input, init)),
    prepareErrorTexts: loadErrorTexts,
    ...apiRedirects(() => router),
  });
  activateLocale(locale, [await loadCatalog(locale)]);
  addTexts(locale, await routes.loadCatalog(locale), REMOTE);

  const router = createMemoryRouter(
    [
      ...routes.rows.map((row) => ({
        path: localizedPath(row.path, locale),
        HydrateFallback: Nothing,
        lazy: async () => {
          const { Component, loader, action } = await row.lazy();
          return { Component, ...(loader && { loader }), ...(action && { action }) };
        },
      })),
      { path: '*', element: null },
    ],
    { initialEntries: [path] },
  );
  const show = () =>
    render(
      <I18nProvider i18n={textsOf(REMOTE)}>
        <RouterProvider router={router} />
      </I18nProvider>,
    );
  let view = show();
  return {
    router,
    at: () => router.state.location.pathname + router.state.location.search,
    async reload(to) {
      view.unmount();
      await router.navigate('/nowhere');
      await router.navigate(to, { replace: true });
      view = show();
    },
  };
}

export type MemberScreenOptions = Omit<ScreenOptions, 'accessToken' | 'proveBrowser' | 'fetch'> & {
  readonly member: Parameters<TestServer['createMember']>[0];
  /** How the member has just signed in (RFC 8176); without it, the sign-in is long ago. */
  readonly amr?: readonly string[];
  /** The password alone has signed in, in a new browser. */
  readonly unconfirmed?: boolean | undefined;
  /** Replaces the server's handlers, for example with a lost or slow connection. */
  readonly fetch?: ScreenOptions['fetch'] | undefined;
  /** Prepares the member's data before the screen opens. */
  readonly prepare?: (memberId: string) => Promise<unknown>;
};

export type MemberScreen = OpenScreen & {
  readonly id: string;
  readonly accessToken: string;
  readonly session: TestSession;
  /** Every request sent so far. */
  readonly sent: readonly Request[];
};

/** Opens a screen as a new, signed-in member of a test server. */
export async function openScreenAs(
  server: TestServer,
  { member, amr, unconfirmed, fetch = server.api.fetch, prepare, ...options }: MemberScreenOptions,
): Promise<MemberScreen> {
  const { id } = await server.createMember(member);
  await prepare?.(id);
  const session = await server.signInAs(id, { amr, unconfirmed });
  const { accessToken } = session;
  const sent: Request[] = [];
  const opened = await openScreen({
    ...options,
    accessToken,
    proveBrowser: async (request) =>
      session.browserKey.prove({ ...request, now: server.clock.now() }),
    fetch(request) {
      sent.push(request.clone());
      return fetch(request);
    },
  });
  confirmsAs(server, { ...opened, id, session });
  return { ...opened, id, accessToken, session, sent };
}

let confirmLast: (() => Promise<Act>) | undefined;

/** Lets `confirmAtProvider` confirm for the session of a screen that `openScreen` has opened. */
export function confirmsAs(
  server: TestServer,
  { id, session, reload }: Pick<MemberScreen, 'id' | 'session' | 'reload'>,
): void {
  confirmLast = async () => {
    const asked = (await left()).searchParams.get('act');
    if (!isAct(asked)) throw new Error(`No act is called ${asked}.`);
    await server.confirmAct(id, session, asked);
    const { returnTo, confirms } = JSON.parse(sessionStorage.getItem('sign_in_context') ?? '{}');
    sessionStorage.setItem('confirmed_act', JSON.stringify({ ...confirms, at: Date.now() }));
    await reload(returnTo);
    return asked;
  };
}

/** Confirms the act for which the screen left for the identity provider, and comes back. @returns the act */
export function confirmAtProvider(): Promise<Act> {
  if (!confirmLast) throw new Error('No screen is open.');
  return confirmLast();
}

/** Shown while the screen's code loads; the router warns without it. */
function Nothing(): null {
  return null;
}

/** Resets storage and session, so that every test starts in a new browser. */
function resetBrowser(accessToken: string | undefined, idp: IdentityProviderConfig): void {
  localStorage.clear();
  sessionStorage.clear();
  const setup = { config: { idp }, later, leave: stay() };
  startSession(setup);
  if (!accessToken) return;
  localStorage.setItem('access_token', accessToken);
  localStorage.setItem('refresh_token', 'refresh');
  startSession(setup);
}
