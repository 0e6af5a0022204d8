import { refused } from '@portal/delivery-model/client/failure';
import type { Browser } from 'playwright-core';
import { testBrowserOptions } from './browser.ts';

/** Playwright would end this process at a signal, before it has closed anything else. */
const CLOSED_BY_US = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false } as const;

/**
 * Starts Chromium.
 * @param path where programs are looked for, as in `PATH`
 * @throws CommandFailure where there is none
 */
export async function launchBrowser(path: string | undefined): Promise<Browser> {
  // Only this command needs it, and it is large.
  const { chromium } = await import('playwright-core');
  try {
    return await chromium.launch({ ...testBrowserOptions(path ?? ''), ...CLOSED_BY_US });
  } catch (error) {
    if (!/Executable doesn't exist/.test((error as Error).message)) throw error;
    throw refused(
      'no-browser',
      'There is no Chromium on this machine, so that no route can be opened.',
      'Install one (a package named chromium, or `npx playwright-core install chromium-headless-shell`), or run the gate on a machine that has one.',
    );
  }
}
