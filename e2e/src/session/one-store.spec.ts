import type { Page } from '@playwright/test';
import { nameOf } from '../support/members.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** What federation's own run time keeps in the page, as far as these tests read it. */
type Federation = {
  readonly __INSTANCES__: readonly {
    readonly shareScopeMap: Record<string, Record<string, Record<string, SharedCopy>>>;
  }[];
};
type SharedCopy = {
  readonly from: string;
  readonly useIn: readonly string[];
  readonly lib?: () => { readonly authStore: object; readonly loadUser: () => Promise<unknown> };
};

test('there is one copy of the session, and shell and remotes use it', async ({ page, member }) => {
  await signIn(page, member);
  for (const path of ['/account', '/signup', '/my-page']) await goWithin(page, path);
  const parts = ['shell', 'mfe_account', 'mfe_mypage', 'mfe_signup'];

  const copies = await page.evaluate(() => {
    const federation = Reflect.get(globalThis, '__FEDERATION__') as Federation;
    const users = new Map<object, Set<string>>();
    const versions = new Set<string>();
    for (const { shareScopeMap } of federation.__INSTANCES__) {
      const known = shareScopeMap.default?.['@portal/shared-auth'] ?? {};
      for (const [version, copy] of Object.entries(known)) {
        versions.add(`${version} of ${copy.from}`);
        const store = copy.lib?.().authStore;
        if (!store) continue;
        const names = users.get(store) ?? new Set();
        for (const name of copy.useIn) names.add(name);
        users.set(store, names);
      }
    }
    return { versions: [...versions], stores: [...users.values()].map((names) => [...names]) };
  });
  expect(copies.versions).toHaveLength(1);
  expect(copies.stores).toHaveLength(1);
  expect(copies.stores[0]).toEqual(expect.arrayContaining(parts));
});

for (const path of ['/my-page', '/account']) {
  test(`what the shell changes in the store shows on ${path} at once`, async ({ page, member }) => {
    await signIn(page, member);
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(nameOf(member, 'ja'));
    await page.route('**/api/userinfo', async (route) => {
      const answer = await route.fetch();
      const user = (await answer.json()) as object;
      await route.fulfill({ response: answer, json: { ...user, last_name: '改名' } });
    });
    // The shell's own copy of the session, asked to load the member anew.
    await page.evaluate(async () => {
      const federation = Reflect.get(globalThis, '__FEDERATION__') as Federation;
      const copies = federation.__INSTANCES__.flatMap(({ shareScopeMap }) =>
        Object.values(shareScopeMap.default?.['@portal/shared-auth'] ?? {}),
      );
      await copies
        .find(({ from, lib }) => from === 'shell' && lib)
        ?.lib?.()
        .loadUser();
    });
    const renamed = nameOf({ ...member, lastName: '改名' }, 'ja');
    await expect(page.getByRole('banner')).toContainText(renamed);
    await expect(page.getByRole('main')).toContainText(renamed);
  });
}

/** A change of route without a new page. */
async function goWithin(page: Page, path: string): Promise<void> {
  const before = await page.title();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await expect(page).toHaveURL(path);
  await expect(page).not.toHaveTitle(before);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
