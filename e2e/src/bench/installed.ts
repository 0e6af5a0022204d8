import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { browserOptions } from '@portal/delivery/browser';
import { DEMO_MEMBER } from '../support/members.ts';
import { startTestPortal, type TestPortal } from '../support/portal.ts';
import { signIn } from '../support/sign-in.ts';
import { PHONE } from '../support/test.ts';
import { hostRules, SLOW_4G, startLink } from './link.ts';
import { median } from './median.ts';
import { CPU_SLOWDOWN } from './phone.ts';

const ROUNDS = '4';
/** What a load leaves for when the browser is idle: the worker has kept page and files by then. */
const IDLE_MS = 10_000;
const CARD = 'main li a[href*="/my-page/passports/"]';
/** What the bench waits for: each can be seen, and a picture has been decoded. */
const SELECTORS = {
  greeting: ':is(main, [role=main]) h1',
  pass: `${CARD} :is(svg, img)`,
  photo: `${CARD} img`,
  code: 'dialog[open] svg[role=img]',
};
/** The button that shows the code of the first pass. */
const SHOW = 'main li:has(a[href*="/my-page/passports/"]) button';

/**
 * The first load of /my-page, a warm one and those without a connection, on an emulated slow phone, with the
 * service worker and without. Without a connection the code is shown by a tap on the home and by the shortcut
 * of the installed app, also at the full speed of this machine. Over HTTP: Chromium keeps nothing of a site
 * whose certificate it does not trust.
 * @param args `--rounds 4`
 */
export async function benchInstalled(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: ROUNDS } },
  });
  const portal = await startTestPortal({ log: console.error });
  const link = startLink(SLOW_4G);
  const rules = await hostRules(link, [portal.portal, portal.idp]);
  const options = browserOptions();
  const plain = await chromium.launch(options);
  const phone = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), rules],
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

type Load = Readonly<Partial<Record<keyof typeof SELECTORS, number>>> & {
  /** Whether the page was the kept one. */
  readonly isKept: boolean;
};

type LoadOptions = {
  readonly path?: '/my-page' | '/my-page#show';
  readonly cpuSlowdown?: number;
  /** The last thing that is waited for; the code after a tap on the first pass, unless the path shows it. */
  readonly until?: 'pass' | 'code';
  readonly idleMs?: number;
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
      for (const cpuSlowdown of [CPU_SLOWDOWN, 1]) {
        const open = { cpuSlowdown, until: 'code', idleMs: 0 } as const;
        const name = `no connection, CPU ÷ ${cpuSlowdown}`;
        loads[`${name}, a tap`] = await load(context, open);
        loads[`${name}, the shortcut`] = await load(context, { ...open, path: '/my-page#show' });
      }
    }
    return loads;
  } finally {
    await context.close();
  }
}

async function load(
  context: BrowserContext,
  {
    path = '/my-page',
    cpuSlowdown = CPU_SLOWDOWN,
    until = 'pass',
    idleMs = IDLE_MS,
  }: LoadOptions = {},
): Promise<Load> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  const names = until === 'code' ? ['greeting', 'pass', 'photo', 'code'] : ['greeting', 'pass'];
  const tap = until === 'code' && path === '/my-page' ? SHOW : undefined;
  await page.addInitScript(observe, { selectors: SELECTORS, names, tap });
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction((wanted) => {
    const { seen } = window as unknown as Bench;
    return seen && wanted.every((name) => Object.hasOwn(seen, name));
  }, names);
  const seen = await page.evaluate(() => ({
    ...(window as unknown as Bench).seen,
    isKept: document.documentElement.dataset.kept !== undefined,
  }));
  await page.waitForTimeout(idleMs);
  await page.close();
  return seen as Load;
}

function described(loads: readonly Load[]): string {
  const names = Object.keys(SELECTORS).filter((name) => Object.hasOwn(loads[0] ?? {}, name));
  const medians = names.map((name) => {
    const times = loads.map((load) => Math.round(load[name as keyof typeof SELECTORS] ?? 0));
    return `${name} ${Math.round(median(times))} ms (${times.join(' ')})`;
  });
  const kept = loads.filter(({ isKept }) => isKept).length;
  return `${medians.join(', ')}, kept pages ${kept}, n = ${loads.length}`;
}

/** In ms from the start of the navigation. */
type Bench = { seen?: Readonly<Record<string, number>> };
type Observed = {
  readonly selectors: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  /** What is pressed as soon as it can be seen. */
  readonly tap: string | undefined;
};

/** Runs in the page: notes when each can be seen first. */
function observe({ selectors, names, tap }: Observed): void {
  const seen: Record<string, number> = {};
  Object.assign(window, { seen });
  let isTapped = false;
  const look = () => {
    const find = (selector: string) => {
      const element = document.querySelector(selector);
      return element?.checkVisibility({ visibilityProperty: true }) ? element : undefined;
    };
    for (const name of names) {
      if (seen[name] !== undefined) continue;
      const element = find(selectors[name] ?? '');
      const isDrawn = !(element instanceof HTMLImageElement) || element.naturalWidth > 0;
      if (element && isDrawn) seen[name] = performance.now();
    }
    const button = tap && !isTapped ? find(tap) : undefined;
    if (button instanceof HTMLElement) {
      isTapped = true;
      button.click();
    }
    if (names.some((name) => seen[name] === undefined)) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
