import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserOptions } from '@portal/delivery/browser';
import { DEMO_MEMBER } from '../support/members.ts';
import { startTestPortal } from '../support/portal.ts';
import { expectGreeting, signIn } from '../support/sign-in.ts';
import { SLOW_4G, startLink } from './link.ts';

const ROUNDS = '5';
const CPU_SLOWDOWN = 4;
/** What a load leaves for when the browser is idle: the worker has kept page and files by then. */
const IDLE_MS = 8_000;
const GREETING = ':is(main, [role=main]) h1';
const PASS = 'main a[href*="/my-page/passports/"] :is(svg, img)';

/**
 * A warm load of /my-page, on an emulated slow phone, with and without the service worker; and an open
 * without a connection. Over HTTP: Chromium keeps nothing of a site whose certificate it does not trust.
 * @param args `--rounds 5`
 */
export async function benchInstalled(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: ROUNDS } },
  });
  const portal = await startTestPortal({ log: console.error });
  const link = startLink(SLOW_4G);
  const rules = await Promise.all(
    [portal.portal, portal.idp].map(async (url) => {
      const port = Number(new URL(url).port);
      return `MAP localhost:${port} 127.0.0.1:${await link.forward(port)}`;
    }),
  );
  const options = browserOptions();
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--host-resolver-rules=${rules.join(',')}`],
  });
  try {
    const contexts: Record<string, BrowserContext> = {};
    for (const [name, serviceWorkers] of [
      ['without the worker', 'block'],
      ['with the worker', 'allow'],
    ] as const) {
      const context = await browser.newContext({
        baseURL: portal.portal,
        serviceWorkers,
        viewport: { width: 412, height: 915 },
        isMobile: true,
        hasTouch: true,
        locale: 'ja-JP',
      });
      contexts[name] = context;
      const page = await context.newPage();
      await page.goto('/');
      await signIn(page, DEMO_MEMBER);
      for (let visit = 0; visit < 2; visit += 1) {
        await page.goto('/my-page');
        await expectGreeting(page, DEMO_MEMBER);
        await page.waitForTimeout(IDLE_MS);
      }
      await page.close();
    }
    const found: Record<string, Load[]> = {};
    const note = async (name: string, context: BrowserContext) => {
      const list = found[name] ?? [];
      list.push(await load(context));
      found[name] = list;
    };
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const order = Object.entries(contexts);
      for (const [name, context] of round % 2 ? order.reverse() : order) await note(name, context);
      const installed = contexts['with the worker'];
      await installed?.setOffline(true);
      if (installed) await note('without a connection', installed);
      await installed?.setOffline(false);
    }
    for (const [name, loads] of Object.entries(found)) {
      const median = (of: (load: Load) => number) =>
        Math.round(loads.map(of).sort((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0);
      console.log(
        `${name}: greeting ${median(({ greeting }) => greeting)} ms, pass ${median(({ pass }) => pass)} ms (n = ${loads.length}: ${loads.map(({ greeting, pass }) => `${Math.round(greeting)}/${Math.round(pass)}`).join(' ')})`,
      );
    }
  } finally {
    await browser.close();
    await link.close();
    await portal.stop();
  }
}

type Load = { readonly greeting: number; readonly pass: number };

async function load(context: BrowserContext): Promise<Load> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(observe, { GREETING, PASS });
  await page.goto('/my-page', { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as unknown as Bench).seen?.pass !== undefined);
  const seen = await page.evaluate(() => (window as unknown as Bench).seen);
  await leave(page);
  return seen as Load;
}

/** What the page does when the browser is idle must not meet the next load. */
async function leave(page: Page): Promise<void> {
  await page.waitForTimeout(2_000);
  await page.close();
}

type Bench = { seen?: Partial<Load> };

/** Runs in the page: when each can be seen first. */
function observe({ GREETING, PASS }: { GREETING: string; PASS: string }): void {
  const seen: { greeting?: number; pass?: number } = {};
  Object.assign(window, { seen });
  const look = () => {
    const isVisible = (selector: string) =>
      document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }) === true;
    if (seen.greeting === undefined && isVisible(GREETING)) seen.greeting = performance.now();
    if (seen.pass === undefined && isVisible(PASS)) seen.pass = performance.now();
    if (seen.pass === undefined) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
