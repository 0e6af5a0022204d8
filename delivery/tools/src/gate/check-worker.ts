import type { Problem } from '@portal/delivery-model/gate';
import { WORKER_PATH } from '@portal/shared-contract/worker';
import type { Browser, BrowserContext } from 'playwright-core';
import { openRoute, SHOWN_WITHIN_MS } from './open-route.ts';

/** A browser starts a worker for the first page, and has it for the second. */
const OPENED_TIMES = 2;

/**
 * Installs the service worker of a shell in a browser of its own, and opens the first page twice under it: a
 * worker that hangs keeps members out, however good the page is.
 * @param portal serves the shell
 */
export async function checkWorker(browser: Browser, portal: string): Promise<readonly Problem[]> {
  const context = await browser.newContext({ locale: 'ja-JP' });
  try {
    const refusal = await install(context, portal);
    if (refusal !== undefined) return [problemOf(`is not installed: ${refusal}`)];
    for (let time = 1; time <= OPENED_TIMES; time += 1) {
      const { troubles } = await openRoute(context, `${portal}/`, { mayBeUnknown: true });
      const [trouble] = troubles;
      if (trouble) return [problemOf(`keeps a page from coming up: ${trouble.detail}`)];
    }
    return [];
  } finally {
    await context.close();
  }
}

/** @returns what went wrong */
async function install(context: BrowserContext, portal: string): Promise<string | undefined> {
  const page = await context.newPage();
  try {
    // A page without a policy, so that the worker alone decides.
    const address = `${portal}/gate`;
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(address);
    return await page.evaluate(
      ({ path, limit }) =>
        Promise.race([
          navigator.serviceWorker
            .register(path)
            .then(() => navigator.serviceWorker.ready)
            .then(() => undefined, String),
          new Promise<string>((resolve) =>
            setTimeout(() => resolve(`not ready after ${limit / 1_000} s`), limit),
          ),
        ]),
      { path: WORKER_PATH, limit: SHOWN_WITHIN_MS },
    );
  } finally {
    await page.close();
  }
}

const problemOf = (what: string): Problem => ({
  code: 'browser.worker',
  reason: `The service worker ${what.replace(/\.?$/, '.')}`,
  remedy:
    'Open the portal twice on your machine (`npm start`), signed in, with the service worker shown in the tools of the browser.',
});
