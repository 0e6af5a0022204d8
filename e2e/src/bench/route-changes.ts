import { parseArgs } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { localCertificate } from '@portal/delivery/certificate';
import { DEMO_MEMBER } from '../support/members.ts';
import { startTestPortal } from '../support/portal.ts';
import { expectGreeting, signIn } from '../support/sign-in.ts';
import { SLOW_4G } from './link.ts';
import { median } from './median.ts';
import { CPU_SLOWDOWN, emulateSlowPhone, PHONE } from './phone.ts';
import { trustArgument } from './trust.ts';
import { withBrowser } from './with-browser.ts';

const ROUNDS = '5';
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

/**
 * Changes of route by a tap, signed in, on an emulated slow phone (150 ms, 1.6 Mbit/s, CPU a fourth).
 * Each round is a fresh browser with an empty cache.
 * @param args `--rounds 5`; `--at-once` taps the first link before anything is prefetched in an idle moment
 */
export async function benchRouteChanges(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: ROUNDS },
      'at-once': { type: 'boolean', default: false },
    },
  });
  const portal = await startTestPortal({ tls: true, log: console.error });
  const trust = trustArgument((await localCertificate()).cert);
  try {
    const rounds: Change[][] = [];
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      rounds.push(await routeChanges(portal.portal, { trust, atOnce: values['at-once'] }));
      process.stderr.write(`  round ${round} of ${values.rounds}\n`);
    }
    console.log(
      `Changes of route, slow 4G, CPU ÷${CPU_SLOWDOWN}, ${values.rounds} rounds, medians (least to most), ms`,
    );
    for (const [step, { name, to }] of STEPS.entries()) {
      const seen = rounds.flatMap((round) => round[step] ?? []);
      console.log(
        `${`${name} (${to})`.padEnd(34)} heading ${spread(seen.map(({ heading }) => heading))}, whole ${spread(seen.map(({ whole }) => whole))}`,
      );
    }
  } finally {
    await portal.stop();
  }
}

const spread = (values: readonly number[]): string =>
  `${Math.round(median(values))} (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`;

type Life = {
  /** The argument by which Chromium trusts the portal's certificate. */
  readonly trust: string;
  /** Whether the first link is tapped before anything is prefetched. */
  readonly atOnce?: boolean;
  /** Ends the life. */
  readonly signal?: AbortSignal;
};

/** The changes of route of one fresh browser, a step each. */
export async function routeChanges(
  portal: string,
  { trust, atOnce = false, signal }: Life,
): Promise<Change[]> {
  return withBrowser({ args: [trust], signal }, (browser) => tapThrough(browser, portal, atOnce));
}

async function tapThrough(browser: Browser, baseURL: string, atOnce: boolean): Promise<Change[]> {
  const context = await browser.newContext({ ...PHONE, baseURL });
  const page = await context.newPage();
  await signIn(page, DEMO_MEMBER);
  await expectGreeting(page, DEMO_MEMBER);
  await emulateSlowPhone(await context.newCDPSession(page), SLOW_4G);
  await page.goto('/my-page');
  await expectGreeting(page, DEMO_MEMBER);
  await page.locator('main a[href="/account"]').waitFor();
  if (!atOnce) await page.waitForTimeout(PREFETCHED_MS);
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
