import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { browserOptions } from '@portal/delivery/browser';
import { DEMO_MEMBER } from '../support/members.ts';
import { startTestPortal, type TestPortal } from '../support/portal.ts';
import { signIn } from '../support/sign-in.ts';
import { PHONE } from '../support/test.ts';
import { SLOW_4G, startLink } from './link.ts';

const ROUNDS = '4';
const CPU_SLOWDOWN = 4;
/** What a load leaves for when the browser is idle: the worker has kept page and files by then. */
const IDLE_MS = 10_000;
const GREETING = ':is(main, [role=main]) h1';
const PASS = 'main a[href*="/my-page/passports/"] :is(svg, img)';

/**
 * The first load of /my-page, a warm one and one without a connection, on an emulated slow phone, with the
 * service worker and without. Over HTTP: Chromium keeps nothing of a site whose certificate it does not
 * trust.
 * @param args `--rounds 4`
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
  const plain = await chromium.launch(options);
  const phone = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--host-resolver-rules=${rules.join(',')}`],
  });
  const found = new Map<string, Load[]>();
  try {
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const kinds = ['block', 'allow'] as const;
      for (const serviceWorkers of round % 2 ? kinds.toReversed() : kinds) {
        const loads = await oneDevice(portal, { plain, phone, serviceWorkers });
        for (const [name, load] of Object.entries(loads)) {
          const kind = serviceWorkers === 'allow' ? 'with the worker' : 'without';
          found.set(`${name}, ${kind}`, [...(found.get(`${name}, ${kind}`) ?? []), load]);
        }
        process.stderr.write(`  round ${round + 1}: ${serviceWorkers}\n`);
      }
    }
  } finally {
    await Promise.all([plain.close(), phone.close()]);
    await link.close();
    await portal.stop();
  }
  for (const [name, loads] of found) console.log(`${name}: ${described(loads)}`);
}

type Load = {
  /** In ms from the start of the navigation. */
  readonly greeting: number;
  readonly pass: number;
  /** Whether the page was the kept one. */
  readonly isKept: boolean;
};

type Device = {
  readonly plain: Browser;
  readonly phone: Browser;
  readonly serviceWorkers: 'allow' | 'block';
};

/** A device that has never met the portal, with the session of a member. */
async function oneDevice(
  portal: TestPortal,
  { plain, phone, serviceWorkers }: Device,
): Promise<Record<string, Load>> {
  const options = { ...PHONE, baseURL: portal.portal, locale: 'ja-JP' };
  const first = await plain.newContext({ ...options, serviceWorkers: 'block' });
  const page = await first.newPage();
  await page.goto('/');
  await signIn(page, DEMO_MEMBER);
  const state = await first.storageState({ indexedDB: true });
  await first.close();
  const origins = state.origins.map((origin) => ({
    ...origin,
    localStorage: origin.localStorage.filter(({ name }) => name !== 'seen_shell'),
  }));
  const context = await phone.newContext({
    ...options,
    serviceWorkers,
    storageState: { ...state, origins },
  });
  try {
    const loads: Record<string, Load> = {
      'first load': await load(context),
      'second load': await load(context),
      'warm load': await load(context),
    };
    if (serviceWorkers === 'allow') {
      await context.setOffline(true);
      loads['no connection'] = await load(context, 0);
    }
    return loads;
  } finally {
    await context.close();
  }
}

async function load(context: BrowserContext, idleMs = IDLE_MS): Promise<Load> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(observe, { GREETING, PASS });
  await page.goto('/my-page', { waitUntil: 'commit' });
  await page.waitForFunction(() => {
    const { seen } = window as unknown as Bench;
    return seen?.pass !== undefined && seen.greeting !== undefined;
  });
  const seen = await page.evaluate(() => ({
    ...(window as unknown as Bench).seen,
    isKept: document.documentElement.dataset.kept !== undefined,
  }));
  await page.waitForTimeout(idleMs);
  await page.close();
  return seen as Load;
}

function described(loads: readonly Load[]): string {
  const median = (of: (load: Load) => number) =>
    Math.round(loads.map(of).sort((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0);
  const each = loads.map(({ greeting, pass }) => `${Math.round(greeting)}/${Math.round(pass)}`);
  const kept = loads.filter(({ isKept }) => isKept).length;
  return `greeting ${median(({ greeting }) => greeting)} ms, pass ${median(({ pass }) => pass)} ms, kept pages ${kept} (n = ${loads.length}: ${each.join(' ')})`;
}

type Bench = { seen?: { readonly greeting?: number; readonly pass?: number } };

/** Runs in the page: notes when each can be seen first. */
function observe({ GREETING, PASS }: { GREETING: string; PASS: string }): void {
  const seen: { greeting?: number; pass?: number } = {};
  Object.assign(window, { seen });
  const look = () => {
    const isVisible = (selector: string) =>
      document.querySelector(selector)?.checkVisibility({ visibilityProperty: true }) === true;
    if (seen.greeting === undefined && isVisible(GREETING)) seen.greeting = performance.now();
    if (seen.pass === undefined && isVisible(PASS)) seen.pass = performance.now();
    if (seen.pass === undefined || seen.greeting === undefined) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
