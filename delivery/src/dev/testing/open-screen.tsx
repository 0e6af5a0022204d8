import { I18nProvider } from '@lingui/react';
import type { TestServer } from '@portal/server/testing';
import { configureApi } from '@portal/shared-api';
import { startSession, tokens } from '@portal/shared-auth';
import type { PortalConfig, PortalPage } from '@portal/shared-contract';
import { activateLocale, i18n, loadCatalog, localeOf, localizedPath } from '@portal/shared-i18n';
import {
  createMemoryRouter,
  type DataRouter,
  href,
  type RemoteRoutes,
  RouterProvider,
} from '@portal/shared-routing';
import { render } from '@testing-library/react';

export const testConfig: PortalConfig = {
  apiUrl: 'http://localhost:4302',
  idp: {
    idpUrl: 'http://localhost:4301',
    clientId: 'portal',
    redirectUri: 'http://localhost:4300/callback',
    silentRedirectUri: 'http://localhost:4300/silent-check.html',
    responseType: 'code',
    scope: 'openid offline_access profile',
    returnTo: 'http://localhost:4300/',
  },
  brand: { name: { ja: 'つばめメンバーズ', en: 'Tsubame Members' } },
  serviceBaseUrl: 'https://www.example.com',
};

export type ScreenOptions = {
  readonly routes: RemoteRoutes;
  /** `/my-page` in Japanese, `/en/my-page` in English. */
  readonly path: string;
  /** Signed in with this token; a stranger without. */
  readonly accessToken?: string | undefined;
  /** What answers the API's calls: the server's own handlers. */
  readonly fetch: (request: Request) => Promise<Response>;
};

export type OpenScreen = {
  readonly router: DataRouter;
  /** Where the member is: path and query. */
  at(): string;
};

/**
 * Opens a remote's screen as a member does, for tests of the remote: its rows in a router, its texts,
 * the real session and client; the server is handed in, with no port between.
 */
export async function openScreen(options: ScreenOptions): Promise<OpenScreen> {
  const { routes, path, accessToken, fetch } = options;
  window.portal = { config: testConfig } as PortalPage;
  const locale = localeOf(path);
  startAfresh(accessToken);
  configureApi({
    config: testConfig,
    tokens,
    fetch: (input, init) => fetch(new Request(input, init)),
    onNotFound: () => void router.navigate(href('/404', locale), { replace: true }),
  });
  activateLocale(locale, [await loadCatalog(locale)]);
  const { messages } = await routes.loadCatalog(locale);
  i18n.load(locale, messages as Parameters<typeof i18n.load>[1] & object);
  i18n.activate(locale);

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
  render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  return { router, at: () => router.state.location.pathname + router.state.location.search };
}

export type MemberScreenOptions = Omit<ScreenOptions, 'accessToken' | 'fetch'> & {
  readonly member: Parameters<TestServer['createMember']>[0];
  /** What answers in place of the server's handlers: a lost connection, a slow one. */
  readonly fetch?: ScreenOptions['fetch'] | undefined;
  /** What the server is to know of the member before the screen opens. */
  readonly prepare?: (memberId: string) => Promise<unknown>;
};

export type MemberScreen = OpenScreen & {
  readonly id: string;
  readonly accessToken: string;
  /** Every call that has left the browser. */
  readonly sent: readonly Request[];
};

/** Opens a screen as a new member of a test server, who has just signed in. */
export async function openScreenAs(
  server: TestServer,
  { member, fetch = server.api.fetch, prepare, ...options }: MemberScreenOptions,
): Promise<MemberScreen> {
  const { id } = await server.createMember(member);
  await prepare?.(id);
  const { accessToken } = await server.signInAs(id);
  const sent: Request[] = [];
  const opened = await openScreen({
    ...options,
    accessToken,
    fetch(request) {
      sent.push(request.clone());
      return fetch(request);
    },
  });
  return { ...opened, id, accessToken, sent };
}

/** While the screen's code arrives; the router wants a word about it. */
function Nothing(): null {
  return null;
}

/** A browser of its own for every test: the member before is forgotten. */
function startAfresh(accessToken: string | undefined): void {
  localStorage.clear();
  sessionStorage.clear();
  startSession({ config: testConfig });
  if (!accessToken) return;
  localStorage.setItem('access_token', accessToken);
  localStorage.setItem('refresh_token', 'refresh');
  startSession({ config: testConfig });
}
