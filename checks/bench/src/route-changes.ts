import type { Browser, Page } from '@playwright/test';
import { DEMO_MEMBER } from '@portal/e2e/support/members';
import { expectGreeting, signIn } from '@portal/e2e/support/sign-in';
import { SLOW_4G } from './link.ts';
import { emulateSlowPhone, PHONE } from './phone.ts';
import { withBrowser } from './with-browser.ts';

/** The portal prefetches in an idle moment, 1.5 s after the first page. */
const PREFETCHED_MS = 8_000;
/** Between two visits: a member reads, and what refreshes behind the page has come. */
const READING_MS = 4_000;
const READY_TIMEOUT_MS = 30_000;

/** The taps of one life, in order: what the step is called, the link's path, and how often. */
const STEPS = [
  { name: 'other remote, first', to: '/account' },
  { name: 'back to the home', to: '/my-page' },
  { name: 'other remote, again', to: '/account' },
  { name: 'home, again', to: '/my-page' },
] as const;

export type Change = {
  /** From the click to the frame that shows the new page's heading. */
  readonly heading: number;
  /** The same to the frame in which no skeleton is left. */
  readonly whole: number;
};

type Life = {
  /** The argument by which Chromium trusts the portal's certificate. */
  readonly trust: string;
  /** Ends the life. */
  readonly signal?: AbortSignal;
};

/**
 * The changes of route by a tap of one fresh browser with an empty cache, a step each: signed in, on an
 * emulated slow phone (150 ms, 1.6 Mbit/s, CPU a fourth).
 */
export async function routeChanges(portal: string, { trust, signal }: Life): Promise<Change[]> {
  return withBrowser({ args: [trust], signal }, (browser) => tapThrough(browser, portal));
}

async function tapThrough(browser: Browser, baseURL: string): Promise<Change[]> {
  const context = await browser.newContext({ ...PHONE, baseURL });
  const page = await context.newPage();
  await signIn(page, DEMO_MEMBER);
  await expectGreeting(page, DEMO_MEMBER);
  await emulateSlowPhone(await context.newCDPSession(page), SLOW_4G);
  await page.goto('/my-page');
  await expectGreeting(page, DEMO_MEMBER);
  await page.locator('main a[href="/account"]').waitFor();
  await page.waitForTimeout(PREFETCHED_MS);
  const changes: Change[] = [];
  for (const { to } of STEPS) {
    changes.push(await tap(page, to));
    await page.waitForTimeout(READING_MS);
  }
  return changes;
}

async function tap(page: Page, to: string): Promise<Change> {
  const link = page.locator(`main a[href="${to}"]`).first();
  await link.scrollIntoViewIfNeeded();
  const change = page.evaluate(watchChange, { to, timeoutMs: READY_TIMEOUT_MS });
  await link.tap();
  return change;
}

/** Runs in the page: resolves once the page at `to` stands whole. */
function watchChange({
  to,
  timeoutMs,
}: {
  readonly to: string;
  readonly timeoutMs: number;
}): Promise<{ heading: number; whole: number }> {
  return new Promise((resolve, reject) => {
    let clicked: number | undefined;
    let heading: number | undefined;
    const giveUp = setTimeout(() => reject(new Error(`${to} did not come.`)), timeoutMs);
    const before = document.querySelector('main h1');
    document.addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), {
      capture: true,
      once: true,
    });
    /** The time after the frame that follows has been painted. */
    const painted = (then: (now: number) => void) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => then(performance.now());
      channel.port2.postMessage(0);
    };
    const look = () => {
      const main = document.querySelector('main');
      const h1 = main?.querySelector('h1');
      const isThere = clicked !== undefined && location.pathname === to && h1 && h1 !== before;
      if (isThere) {
        const isWhole = !main?.querySelector('[role="status"], [aria-busy="true"]');
        painted((now) => {
          const since = now - (clicked ?? now);
          heading ??= since;
          if (!isWhole) return;
          clearTimeout(giveUp);
          resolve({ heading, whole: since });
        });
        if (isWhole) return;
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}
