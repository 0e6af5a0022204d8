import type { Page } from '@playwright/test';
import { translate } from '../../support/labels.ts';
import { MARKS } from './cases.ts';

/** What a member sees of a page whose remote has a fault. */
export type Sight = {
  readonly seen: string;
  readonly seconds: number;
  /** Whether a frame was drawn with nothing on it, neither skeleton nor words. */
  readonly blank: boolean;
};

/** Longer than the limit of a view with everything that is tried in it. */
const TIMEOUT_MS = 60_000;
const RETRIES = [translate('ja', 'Try again'), '再読み込み'];
const UNREACHABLE = /読み込めませんでした/;

type Watch = { blank: boolean; end?: { at: number; text: string; isRetry: boolean } };

/** From now on every page of this tab notes what it shows. */
export async function watchPages(page: Page): Promise<void> {
  await page.addInitScript(note, RETRIES);
}

/** Opens an address, and waits for its content or for words with a retry. */
export async function openAndSee(page: Page, path: string): Promise<Sight> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => (window as unknown as { watch?: Watch }).watch?.end !== undefined,
    undefined,
    { timeout: TIMEOUT_MS, polling: 100 },
  );
  const { blank, end } = await page.evaluate(() => (window as unknown as { watch: Watch }).watch);
  if (!end) throw new Error(`Nothing was noted at ${path}.`);
  return { seen: wordsFor(end), seconds: end.at / 1000, blank };
}

function wordsFor({ text, isRetry }: NonNullable<Watch['end']>): string {
  if (isRetry) {
    return UNREACHABLE.test(text) ? 'words and Retry: unreachable' : 'words and Retry: broken';
  }
  if (text.includes(MARKS.broken)) return 'the broken release';
  if (text.includes(MARKS.next)) return 'the next release';
  return text.includes(MARKS.live) ? 'the marked release' : 'the built release';
}

/** Runs in the page before its own scripts. */
function note(retries: readonly string[]): void {
  if (window.top !== window) return;
  const watch: Watch = { blank: false };
  (window as unknown as { watch: Watch }).watch = watch;
  const look = () => {
    const main = document.querySelector('main');
    const waits = document.querySelector(
      '#skeleton, #first-view-frame, [aria-busy="true"], [data-skeleton]',
    );
    if (
      document.readyState !== 'loading' &&
      !waits &&
      !document.getElementById('root')?.textContent?.trim()
    ) {
      watch.blank = true;
    }
    const isRetry = [...document.querySelectorAll('main button')].some(({ textContent }) =>
      // The remote's texts replace those of the shell, also with their mark.
      retries.some((retry) => textContent?.startsWith(retry)),
    );
    if (isRetry || (main?.querySelector('h1') && !waits)) {
      watch.end = { at: performance.now(), text: main?.textContent ?? '', isRetry };
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
