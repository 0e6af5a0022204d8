import type { Page } from '@playwright/test';
import { PageErrors } from '../support/page-errors.ts';
import { test as portalTest } from '../support/test.ts';
import { openConnection } from './connection.ts';
import { type EngineName, engineOnMachine } from './engines.ts';
import type { Visitor } from './visitor.ts';
import { openWebKit } from './webkit.ts';

export { expect } from '../support/test.ts';

type Fixtures = { readonly visitor: Visitor; setOffline(offline: boolean): void };
type WorkerFixtures = {
  /** Of the project. */
  readonly engine: EngineName;
};

export const test = portalTest.extend<
  Fixtures & { readonly connection: Awaited<ReturnType<typeof openConnection>> },
  WorkerFixtures
>({
  engine: ['firefox', { scope: 'worker', option: true }],
  // Those that Playwright collects are of a page of its own, which no journey here opens.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  errors: async ({}, use) => use(new PageErrors()),
  // Told to be offline, Firefox does not ask its service worker, and WebKitGTK cannot be told.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
  connection: async ({}, use) => {
    const connection = await openConnection();
    await use(connection);
    await connection.close();
  },
  setOffline: async ({ connection }, use) => use(connection.setOffline),
  visitor: async ({ engine, portal, connection: { proxy } }, use) => {
    const found = engineOnMachine(engine);
    if (!found) throw new Error(`This machine has no ${engine}.`);
    if ('driver' in found) {
      const { visitor, close } = await openWebKit(found.driver, { baseURL: portal.portal, proxy });
      await use(visitor);
      await close();
      return;
    }
    const browser = await found.browser.launch(found.options);
    const page = await browser.newPage({
      baseURL: portal.portal,
      locale: 'ja-JP',
      proxy: { server: `http://${proxy}` },
      serviceWorkers: 'allow',
    });
    await use(visitorOf(page));
    await browser.close();
  },
});

function visitorOf(page: Page): Visitor {
  const found = (xpath: string) => page.locator(`xpath=${xpath}`).filter({ visible: true }).first();
  return {
    goto: (path) => page.goto(path),
    click: (xpath) => found(xpath).click(),
    fill: (xpath, text) => found(xpath).fill(text),
    isVisible: (xpath) => found(xpath).isVisible(),
    evaluate: (script, given) => page.evaluate(script as never, given),
    screenshot: () => page.screenshot(),
  };
}
