import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { violations } from '../support/axe.ts';
import { browserOptions } from '../support/browser.ts';
import { DEMO_MEMBER, type Member, NEW_MEMBER, TOURED } from '../support/members.ts';
import { startTestPortal } from '../support/portal.ts';
import { signIn } from '../support/sign-in.ts';
import { stops } from '../support/stops.ts';
import { accountStops, type TourStop } from './account-stops.ts';
import { contactSheet, type Shot } from './contact-sheet.ts';
import { gettingInStops } from './getting-in-stops.ts';
import { passStops } from './pass-stops.ts';

/**
 * `npm run tour`: every screen × ja/en × phone/desktop × light/dark as pictures on one contact sheet,
 * with real data, each looked over by axe. Ends with 1 when axe finds something.
 * `npm run tour -- /account undo` takes only the screens whose name holds one of these words.
 */
const FOLDER = resolve(import.meta.dirname, '../../../.run/tour');
const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

type Appearance = {
  readonly locale: Locale;
  readonly device: keyof typeof VIEWPORTS;
  readonly colors: 'light' | 'dark';
};
const APPEARANCES: readonly Appearance[] = (['ja', 'en'] as const).flatMap((locale) =>
  (['phone', 'desktop'] as const).flatMap((device) =>
    (['light', 'dark'] as const).map((colors) => ({ locale, device, colors })),
  ),
);
/** Browsers at work at a time: what two cores carry. */
const PARALLEL = 2;

process.exitCode = (await tour()) === 0 ? 0 : 1;

/** Answers how many violations there are. */
async function tour(): Promise<number> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const portal = await startTestPortal({ log: console.log });
  const browser = await chromium.launch(browserOptions());
  try {
    const wanted = process.argv.slice(2);
    const all = [
      ...(await stops(portal)),
      ...accountStops(portal),
      ...gettingInStops(portal),
      ...passStops(portal),
    ].filter(({ name }) => wanted.length === 0 || wanted.some((words) => name.includes(words)));
    const queue = [...APPEARANCES];
    const shots: Shot[] = [];
    const walk = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        shots.push(...(await walkThrough(browser, portal.portal, next, all)));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, walk));
    const order = APPEARANCES.map(nameOf);
    shots.sort((a, b) => order.indexOf(a.appearance) - order.indexOf(b.appearance));
    await writeFile(join(FOLDER, 'index.html'), contactSheet(shots));
    return report(shots, all.length);
  } finally {
    await browser.close();
    await portal.stop();
  }
}

async function walkThrough(
  browser: Browser,
  baseURL: string,
  appearance: Appearance,
  all: readonly TourStop[],
): Promise<Shot[]> {
  const { locale, device, colors } = appearance;
  const toured = TOURED[APPEARANCES.indexOf(appearance)] ?? DEMO_MEMBER;
  const opened = new Map<TourStop['as'], BrowserContext>();
  const contextOf = async (as: TourStop['as']): Promise<BrowserContext> => {
    const known = opened.get(as);
    if (known) return known;
    const context = await browser.newContext({
      baseURL,
      viewport: VIEWPORTS[device],
      ...(device === 'phone' ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
      colorScheme: colors,
      reducedMotion: 'reduce',
      locale: locale === 'ja' ? 'ja-JP' : 'en-US',
    });
    opened.set(as, context);
    if (as !== 'stranger') {
      const page = await context.newPage();
      await signIn(page, memberOf(as, toured), locale);
      await page.close();
    }
    return context;
  };

  const shots: Shot[] = [];
  for (const stop of all) {
    const page = await (await contextOf(stop.as)).newPage();
    const trouble = await troubleOf(stop.open(page, locale, toured));
    const file = `${fileName(`${stop.name} ${locale} ${device} ${colors}`)}.png`;
    await page.screenshot({
      path: join(FOLDER, file),
      fullPage: !stop.overlay,
      animations: 'disabled',
    });
    const found = [...trouble, ...(await violations(page))];
    shots.push({ stop: stop.name, appearance: nameOf(appearance), file, violations: found });
    await page.close();
  }
  for (const context of opened.values()) await context.close();
  console.log(`${nameOf(appearance)}: ${shots.length} screens`);
  return shots;
}

/** A screen that does not come is told of, with its picture, and the tour goes on. */
async function troubleOf(opened: Promise<void>): Promise<string[]> {
  try {
    await opened;
    return [];
  } catch (error) {
    return [`It did not open: ${error}`];
  }
}

function memberOf(as: Exclude<TourStop['as'], 'stranger'>, toured: Member): Member {
  if (as === 'toured') return toured;
  return as === 'member' ? DEMO_MEMBER : NEW_MEMBER;
}

function report(shots: readonly Shot[], screens: number): number {
  const found = shots.flatMap(({ stop, appearance, violations: lines }) =>
    lines.map((line) => `${stop} (${appearance})\n  ${line}`),
  );
  for (const line of found) console.log(line);
  console.log(`${screens} screens, ${shots.length} pictures, ${found.length} violations`);
  console.log(join(FOLDER, 'index.html'));
  return found.length;
}

function nameOf({ locale, device, colors }: Appearance): string {
  return `${locale} · ${device} · ${colors}`;
}

function fileName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
