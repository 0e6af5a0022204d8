import os from 'node:os';
import type { DemoMember } from '@portal/delivery-serve/start/start-portal';
import type { BrowserContext, Page } from 'playwright-core';

export type Trouble = {
  readonly kind: 'blank' | 'error-screen' | 'error' | 'policy' | 'request';
  readonly detail: string;
};

export type OpenedRoute = {
  readonly troubles: readonly Trouble[];
  /** The paths to which the screen links, for routes that need a value. */
  readonly links: readonly string[];
};

type OpenOptions = {
  /** The words of an unknown page are right there: the address has an invented value, or is theirs. */
  readonly mayBeUnknown: boolean;
};

/** A machine with four times the work that it can do at once is four times as slow, and no gate waits longer. */
const SLOWEST = 4;
/** How long a screen may take: 15 seconds where nothing else runs beside the gate. */
export const SHOWN_WITHIN_MS =
  15_000 * Math.min(SLOWEST, Math.max(1, (os.loadavg()[0] ?? 0) / os.availableParallelism()));
/** Behind the heading, a screen may still do something that fails. */
const IDLE_MS = 1_000;
const DETAIL_MAX = 300;
export async function openRoute(
  context: BrowserContext,
  url: string,
  options: OpenOptions,
): Promise<OpenedRoute> {
  const page = await context.newPage();
  const troubles = watchTroubles(page, options);
  try {
    await page.goto(url, { timeout: SHOWN_WITHIN_MS });
    const shown = await shownOn(page);
    const isExpected = shown.kind === 'error-screen' && options.mayBeUnknown;
    if (shown.kind !== 'screen' && !isExpected) {
      troubles.push({ kind: shown.kind, detail: shown.detail });
    }
    const links = shown.kind === 'screen' ? await linksOn(page) : [];
    return { troubles: oneOfEach(troubles), links };
  } catch (error) {
    const [detail = ''] = (error as Error).message.split('\n');
    return { troubles: oneOfEach([...troubles, { kind: 'blank', detail }]), links: [] };
  } finally {
    await page.close();
  }
}

/** Notes what goes wrong in a page from now on. */
export function watchTroubles(page: Page, { mayBeUnknown }: OpenOptions): Trouble[] {
  const troubles: Trouble[] = [];
  page.on('console', (message) => {
    const detail = message.text();
    if (message.type() !== 'error') return;
    // The API does not know the invented value.
    if (mayBeUnknown && detail.includes('status of 404')) return;
    const kind = /Content Security Policy/.test(detail) ? 'policy' : 'error';
    troubles.push({ kind, detail });
  });
  page.on('pageerror', ({ name, message }) => {
    troubles.push({ kind: 'error', detail: `${name}: ${message}` });
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // Leaving a page aborts its requests, and what a policy stopped is told already.
    if (why === 'net::ERR_ABORTED' || /csp|BLOCKED_BY/i.test(why)) return;
    troubles.push({ kind: 'request', detail: `${why} (${request.url()})` });
  });
  return troubles;
}

type Shown =
  | { readonly kind: 'screen' }
  | { readonly kind: 'blank' | 'error-screen'; readonly detail: string };

export async function shownOn(page: Page): Promise<Shown> {
  const waited = await page
    .waitForFunction(isShown, undefined, { timeout: SHOWN_WITHIN_MS })
    .then(() => true)
    .catch(() => false);
  if (!waited) {
    const heading = await page.evaluate(headingOf);
    const detail = heading ? 'it waits for something' : 'there is no heading';
    return { kind: 'blank', detail };
  }
  await page.evaluate(untilIdle, IDLE_MS);
  const failed = page.locator('[data-error-screen]');
  const heading = await page.evaluate(headingOf);
  if ((await failed.count()) > 0) return { kind: 'error-screen', detail: heading };
  return heading ? { kind: 'screen' } : { kind: 'blank', detail: 'its heading went away' };
}

const linksOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .filter(({ origin }) => origin === window.location.origin)
      .map(({ pathname }) => pathname),
  );

/** Runs in the browser: an error screen, or a heading and nothing that stands in for content. */
function isShown(): boolean {
  if (document.querySelector('[data-error-screen]')) return true;
  const waiting = '#skeleton, #first-view-frame, [aria-busy="true"], [data-skeleton], .sk-main';
  const headings = [...document.querySelectorAll('h1')];
  return headings.some((one) => one.checkVisibility()) && !document.querySelector(waiting);
}

/** Runs in the browser. */
function headingOf(): string {
  const heading = [...document.querySelectorAll('h1')].find((one) => one.checkVisibility());
  return heading?.textContent?.trim() ?? '';
}

/** Runs in the browser. */
function untilIdle(timeout: number): Promise<void> {
  return new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout }));
}

/** The first of each kind: the others mostly follow from it. */
function oneOfEach(troubles: readonly Trouble[]): Trouble[] {
  const byKind = new Map<string, Trouble>();
  for (const { kind, detail } of troubles) {
    if (!byKind.has(kind)) byKind.set(kind, { kind, detail: detail.slice(0, DETAIL_MAX) });
  }
  return [...byKind.values()];
}

export async function signIn(
  context: BrowserContext,
  { portal, idp }: { readonly portal: string; readonly idp: string },
  path: string,
  { email, password }: DemoMember,
): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(SHOWN_WITHIN_MS);
  try {
    await page.goto(portal + path);
    await page.waitForURL((url) => url.origin === idp);
    await page.locator('#email').fill(email);
    await page.locator('#password').fill(password);
    await page.locator('button.primary').click();
    await page.waitForURL((url) => url.origin === portal && !/\/callback$/.test(url.pathname));
  } finally {
    await page.close();
  }
}
