import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { ROOT } from '@portal/checks-tools/root';
import { testBrowserOptions } from '@portal/e2e/support/browser';
import { goToProvider, signInAtProvider } from '@portal/e2e/support/sign-in';

/** Signs the demo member of a running `npm start` in, in the browser of the tests: `.ci/run` proves the first command so. */
const { portal, member } = JSON.parse(readFileSync(path.join(ROOT, '.run/portal.json'), 'utf8'));
const began = performance.now();
const browser = await chromium.launch(testBrowserOptions());
try {
  const page = await browser.newPage({ baseURL: portal, locale: 'ja-JP' });
  await goToProvider(page);
  await signInAtProvider(page, member);
  await page.waitForURL('**/my-page');
  await page.getByRole('heading', { level: 1 }).waitFor();
} finally {
  await browser.close();
}
console.log(`The demo member is signed in (${((performance.now() - began) / 1000).toFixed(1)} s).`);
