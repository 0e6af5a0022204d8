import { type Browser, chromium } from '@playwright/test';
import { browserOptions } from '@portal/delivery/browser';
import { DEMO_MEMBER } from '../support/members.ts';
import { startTestPortal } from '../support/portal.ts';
import { signIn } from '../support/sign-in.ts';
import { unusedLength } from './unused-length.ts';

const PATHS = ['/my-page', '/account', '/en/signup'];
const READY = 'main h1';

/** How much of each script has not run when a page is ready: what a visit downloads for later. */
export async function benchUnused(): Promise<void> {
  const portal = await startTestPortal({ log: console.error });
  const browser = await chromium.launch(browserOptions());
  try {
    for (const path of PATHS) {
      console.log(`\nScripts of ${path} when it is ready, without compression`);
      for (const { name, bytes, unused } of await unusedScripts(browser, portal.portal, path)) {
        const share = `${Math.round((unused / bytes) * 100)} % unused`;
        const size = `${(bytes / 1024).toFixed(1)} KB`;
        console.log(`  ${name.padEnd(36)}${size.padStart(10)}${share.padStart(14)}`);
      }
    }
  } finally {
    await browser.close();
    await portal.stop();
  }
}

type Script = { readonly name: string; readonly bytes: number; readonly unused: number };

async function unusedScripts(browser: Browser, baseURL: string, path: string): Promise<Script[]> {
  const context = await browser.newContext({ baseURL, locale: 'ja-JP' });
  try {
    const page = await context.newPage();
    await signIn(page, DEMO_MEMBER);
    await page.coverage.startJSCoverage();
    await page.goto(path);
    await page.locator(READY).first().waitFor();
    const scripts = await page.coverage.stopJSCoverage();
    return scripts
      .filter(({ url, source }) => url.startsWith(`${baseURL}/remotes/`) && source)
      .map(({ url, source = '', functions }) => ({
        name: url.slice(`${baseURL}/remotes/`.length),
        bytes: source.length,
        unused: unusedLength(
          source.length,
          functions.flatMap(({ ranges }) => ranges),
        ),
      }))
      .sort((one, other) => other.unused - one.unused);
  } finally {
    await context.close();
  }
}
