import type { Page } from '@playwright/test';
import { mainScreenOf, REMOTES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { expect, test } from '../support/test.ts';

/** The shared modules by key and version, as far as these tests read them. */
type ShareScope = Readonly<Record<string, Readonly<Record<string, SharedCopy>>>>;
type SharedCopy = {
  readonly from: string;
  readonly useIn: readonly string[];
  readonly lib?: () => { readonly authStore: object; readonly loadUser: () => Promise<unknown> };
};

test('shell and remotes share one copy of the session', async ({ page, portal, member }) => {
  await startSession(page, portal, member);
  await page.addInitScript(keepShareScopes, REMOTES);
  await page.goto('/terms-of-service');
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const remote of REMOTES) await navigate(page, (await mainScreenOf(remote)).path);
  const users = ['shell', ...REMOTES.map((remote) => `mfe_${remote}`)];

  const copies = await page.evaluate(() => {
    const scopes = Reflect.get(globalThis, 'shareScopes') as Set<ShareScope>;
    const usersOf = new Map<object, Set<string>>();
    const versions = new Set<string>();
    for (const scope of scopes) {
      for (const [version, copy] of Object.entries(scope['@portal/shared-auth'] ?? {})) {
        versions.add(`${version} of ${copy.from}`);
        const store = copy.lib?.().authStore;
        if (!store) continue;
        const names = usersOf.get(store) ?? new Set();
        for (const name of copy.useIn) names.add(name);
        usersOf.set(store, names);
      }
    }
    return { versions: [...versions], stores: [...usersOf.values()].map((names) => [...names]) };
  });
  expect(copies.versions).toHaveLength(1);
  expect(copies.stores).toHaveLength(1);
  expect(copies.stores[0]).toEqual(expect.arrayContaining(users));
});

for (const _path of ['/my-page', '/account']) {
}

/** Runs in the page: keeps the share scope that each remote's container receives of the shell. */
function keepShareScopes(remotes: readonly string[]): void {
  const scopes = new Set<object>();
  Reflect.set(globalThis, 'shareScopes', scopes);
  for (const remote of remotes) {
    let container: { init(scope: object): unknown; get: unknown } | undefined;
    Object.defineProperty(globalThis, `mfe_${remote}`, {
      configurable: true,
      get: () => container,
      set(made: NonNullable<typeof container>) {
        const init = (scope: object) => {
          scopes.add(scope);
          return made.init(scope);
        };
        container = { init, get: made.get };
      },
    });
  }
}

/** Changes the route without loading a page. */
async function navigate(page: Page, path: string): Promise<void> {
  const before = await page.title();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await expect(page).toHaveURL(path);
  await expect(page).not.toHaveTitle(before);
  await page.getByRole('heading', { level: 1 }).waitFor();
}
