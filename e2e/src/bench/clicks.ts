import { type BrowserContextOptions, chromium, type Locator, type Page } from '@playwright/test';
import { browserOptions } from '@portal/delivery/browser';
import { translate } from '../support/labels.ts';
import { DEMO_MEMBER } from '../support/members.ts';
import { startTestPortal } from '../support/portal.ts';
import { expectGreeting, signIn } from '../support/sign-in.ts';
import { CPU_SLOWDOWN, emulateSlowPhone } from './phone.ts';

const WANTED_MS = 100;
const LONG_TASK_MS = 50;
/** What is fetched when the browser is idle has come by then; what it does afterwards counts. */
const AFTER_LOAD_MS = 4_000;
const ROUNDS = 3;

const PHONE: BrowserContextOptions = {
  viewport: { width: 412, height: 915 },
  isMobile: true,
  hasTouch: true,
  locale: 'ja-JP',
};

/** What is pressed: an element by a finger, or else the Escape key. */
type Click = { readonly name: string; readonly target?: (page: Page) => Locator };

const button = (english: string) => (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^${translate('ja', english)}`) }).first();

/** Every press by which a member gets about on the home. */
const CLICKS: readonly Click[] = [
  { name: 'the menu opens', target: button('Menu') },
  { name: 'the menu closes' },
  { name: 'the bell opens', target: button('Notifications') },
  { name: 'the bell closes' },
  {
    name: 'a link to another screen',
    target: (page) => page.locator('main a[href^="/my-page/notifications"]').first(),
  },
  { name: 'the logo', target: (page) => page.locator('header a').first() },
];

/**
 * How soon the next frame follows a press (INP), and which tasks hold up the page after its load, on an
 * emulated phone.
 */
export async function benchClicks(): Promise<void> {
  const portal = await startTestPortal({ log: console.error });
  const browser = await chromium.launch(browserOptions());
  try {
    const context = await browser.newContext({ ...PHONE, baseURL: portal.portal });
    const page = await context.newPage();
    await signIn(page, DEMO_MEMBER);
    await emulateSlowPhone(await context.newCDPSession(page));
    await page.addInitScript(observe);
    const worst = new Map<string, number>();
    const longTasks: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.goto('/my-page');
      await expectGreeting(page, DEMO_MEMBER);
      await taken(page);
      await page.waitForTimeout(AFTER_LOAD_MS);
      longTasks.push(...(await taken(page)).tasks);
      for (const { name, target } of CLICKS) {
        await press(page, target?.(page));
        // Longer than any animation, and until what a link opens is there.
        await page.waitForTimeout(1_000);
        const { events } = await taken(page);
        worst.set(name, Math.max(worst.get(name) ?? 0, ...events));
      }
    }
    console.log(`\nPresses on an emulated phone (CPU ÷${CPU_SLOWDOWN}), the worst of ${ROUNDS}`);
    for (const [name, ms] of worst) {
      if (ms > WANTED_MS) process.exitCode = 1;
      const verdict = ms > WANTED_MS ? '   TOO LONG' : '';
      console.log(`  ${name.padEnd(28)}${`${ms} ms`.padStart(8)}${verdict}`);
    }
    const listed = longTasks.map((ms) => `${Math.round(ms)} ms`).join(', ') || 'none';
    console.log(`  tasks over ${LONG_TASK_MS} ms after the load: ${listed}`);
  } finally {
    await browser.close();
    await portal.stop();
  }
}

/** Presses the place of an element, without the checks of `tap`, which run in the page and delay its frame. */
async function press(page: Page, target: Locator | undefined): Promise<void> {
  if (!target) return page.keyboard.press('Escape');
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not on the page.`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

type Seen = { events: number[]; tasks: number[] };
type BenchWindow = { pressed: Seen };

/** What was seen since the last call. */
const taken = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const { pressed } = window as unknown as BenchWindow;
    return { events: pressed.events.splice(0), tasks: pressed.tasks.splice(0) };
  });

/** Runs in the page before its own scripts. */
function observe(): void {
  const seen: Seen = { events: [], tasks: [] };
  (window as unknown as BenchWindow).pressed = seen;
  const listen = (options: PerformanceObserverInit, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(options);
  listen({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit, (entry) => {
    if ((entry as PerformanceEventTiming).interactionId) seen.events.push(entry.duration);
  });
  listen({ type: 'longtask' }, ({ duration }) => seen.tasks.push(duration));
}
