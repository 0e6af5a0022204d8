import { type Browser, chromium } from '@playwright/test';
import { browserOptions } from '@portal/delivery-tools/gate/browser';

/** Playwright would end this process at a signal, before it has printed what it has measured. */
const CLOSED_BY_US = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false } as const;

export type BrowserSetting = {
  /** Arguments beside those of every browser of the bench. */
  readonly args: readonly string[];
  /** Closes the browser, so that what is done with it fails. */
  readonly signal?: AbortSignal | undefined;
};

/** Starts a browser with a fresh profile for one piece of work, and closes it afterwards. */
export async function withBrowser<T>(
  { args, signal }: BrowserSetting,
  use: (browser: Browser) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const options = browserOptions();
  const browser = await chromium.launch({
    ...options,
    ...CLOSED_BY_US,
    args: [...(options.args ?? []), ...args],
  });
  const close = () => browser.close();
  signal?.addEventListener('abort', close);
  try {
    signal?.throwIfAborted();
    return await use(browser);
  } finally {
    signal?.removeEventListener('abort', close);
    await browser.close();
  }
}
