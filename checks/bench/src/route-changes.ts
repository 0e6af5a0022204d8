import type { BrowserContext, Page } from '@playwright/test';
import { DEMO_MEMBER } from '@portal/e2e/support/members';
import { expectGreeting, signIn } from '@portal/e2e/support/sign-in';
import { slowProcessor, throttle } from './phone.ts';
import { withContext, withFolder } from './profile.ts';

/** The portal prefetches in an idle moment, 1.5 s after the first page. */
const PREFETCHED_MS = 8_000;
/** Between two visits: a member reads, and what refreshes behind the page has come. */
const READING_MS = 4_000;
const READY_TIMEOUT_MS = 30_000;
const PRESS_SEEN_MS = 500;
/** Between two presses of controls. */
const PRESSED_MS = 1_000;

const NAVIGATION = '#root header nav a';
const MENU = 'header button[popovertarget=menu-panel]';
const BELL = 'header button[popovertarget=bell-panel]';

/** The taps of one life, in order: what the step is called, and the link's path or the control. */
export const STEPS = [
  { name: 'the menu opens', press: MENU },
  {
    name: 'the menu closes',
    press: '#menu-panel button[popovertargetaction=hide]:not([aria-hidden])',
  },
  { name: 'the bell opens', press: BELL },
  { name: 'the bell closes', press: BELL },
  { name: 'other remote, first', to: '/account' },
  { name: 'back to the home', to: '/my-page' },
  { name: 'other remote, again', to: '/account' },
  { name: 'home, again', to: '/my-page' },
] as const;
type Step = (typeof STEPS)[number];

/** Steps to a page that has been visited. */
export const REVISITS = ['back to the home', 'other remote, again', 'home, again'] as const;
export const PRESSES = STEPS.map(({ name }) => name);

export type Change = {
  /** From the tap to the frame that shows its first effect on the screen: the interaction's longest event. */
  readonly inp: number;
  /** From the click to the frame that shows the new page's heading; none of a control. */
  readonly heading?: number;
  /** The same to the frame in which no skeleton is left. */
  readonly whole?: number;
};

type Life = {
  /** The argument by which Chromium trusts the portal's certificate. */
  readonly trust: string;
  /** Ends the life. */
  readonly signal?: AbortSignal;
};

/** The changes of route by a tap of a fresh browser on an emulated slow phone (150 ms, 1.6 Mbit/s, CPU a fourth). */
export async function routeChanges(portal: string, { trust, signal }: Life): Promise<Change[]> {
  const profile = { args: [trust], baseURL: portal, signal };
  return withFolder((folder) => withContext(folder, profile, tapThrough));
}

async function tapThrough(context: BrowserContext): Promise<Change[]> {
  const page = await context.newPage();
  await signIn(page, DEMO_MEMBER);
  await expectGreeting(page, DEMO_MEMBER);
  const session = await context.newCDPSession(page);
  await throttle(session);
  await slowProcessor(session);
  await page.goto('/my-page');
  await expectGreeting(page, DEMO_MEMBER);
  await page.locator(`${NAVIGATION}[href="/account"]`).waitFor();
  await page.waitForTimeout(PREFETCHED_MS);
  const changes: Change[] = [];
  await page.evaluate(watchPresses);
  for (const step of STEPS) {
    changes.push(await tap(page, step));
    await page.waitForTimeout('to' in step ? READING_MS : PRESSED_MS);
  }
  return changes;
}

async function tap(page: Page, step: Step): Promise<Change> {
  const isLink = 'to' in step;
  const control = page.locator(isLink ? `${NAVIGATION}[href="${step.to}"]` : step.press).first();
  await control.scrollIntoViewIfNeeded();
  const watched = { to: isLink ? step.to : '', timeoutMs: READY_TIMEOUT_MS };
  const change = isLink ? page.evaluate(watchChange, watched) : undefined;
  await control.tap();
  const seen = await change;
  // The entries of a press come after the frame that it leads to.
  await page.waitForTimeout(PRESS_SEEN_MS);
  return { ...seen, inp: await page.evaluate(longestPress) };
}

type WithPresses = { presses?: number[] };

/** Runs in the page: notes how long each press takes to its frame, as INP does. */
function watchPresses(): void {
  const presses: number[] = [];
  Object.assign(window, { presses } satisfies WithPresses);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      if (entry.interactionId) presses.push(entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page: the longest press since it was last asked, at least the least that a browser tells. */
function longestPress(): number {
  return Math.max(16, ...((window as WithPresses).presses ?? []).splice(0));
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
    /** Earlier screens are kept out of sight. */
    const inSight = (selector: string) =>
      [...document.querySelectorAll(`main ${selector}`)].find((one) => !one.closest('[inert]'));
    const before = inSight('h1');
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
      const h1 = inSight('h1');
      if (clicked !== undefined && h1 && h1 !== before) {
        const isWhole = !inSight(':is([role="status"], [aria-busy="true"])');
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
