import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { browserOptions } from '../support/browser.ts';
import { giveBrowserKey } from '../support/browser-key.ts';
import { createMember, DEMO_MEMBER, JUST_SIGNED_UP, type Member } from '../support/members.ts';
import { startTestPortal, type TestPortal } from '../support/portal.ts';
import { screens } from '../support/screens.ts';
import { sessionOf } from '../support/session.ts';
import { accountScreens, type TourScreen } from './account-screens.ts';
import { type Appearance, DEVICES } from './appearance.ts';
import { contactSheet, type Shot } from './contact-sheet.ts';
import { onboardingScreens } from './onboarding-screens.ts';
import { passportScreens } from './passport-screens.ts';
import { README_APPEARANCE, README_SCREENS, saveReadmeImage } from './readme-images.ts';

/**
 * `npm run tour`: every screen × ja/en × phone/desktop × light/dark as pictures on one contact sheet,
 * with real data, each checked by axe. Exits with 1 when a screen does not open or axe finds something.
 * `npm run tour -- /account undo` takes only the screens whose name contains one of these words.
 * `npm run tour -- --readme` retakes the pictures of the README (docs/images).
 */
const FOLDER = resolve(import.meta.dirname, '../../../.run/tour');
const APPEARANCES: readonly Appearance[] = (['ja', 'en'] as const).flatMap((locale) =>
  (['phone', 'desktop'] as const).flatMap((device) =>
    (['light', 'dark'] as const).map((colors) => ({ locale, device, colors })),
  ),
);
/** Browsers at a time: what two cores carry. */
const PARALLEL = 2;

const { values, positionals } = parseArgs({
  options: { readme: { type: 'boolean', default: false } },
  allowPositionals: true,
});
process.exitCode = (await tour()) === 0 ? 0 : 1;

/** Returns the number of violations. */
async function tour(): Promise<number> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const portal = await startTestPortal({ log: console.log });
  const browser = await chromium.launch(browserOptions());
  try {
    const all = [
      ...(await screens(portal)),
      ...accountScreens(portal),
      ...onboardingScreens(portal),
      ...passportScreens(portal),
    ].filter(isWanted);
    const appearances = values.readme ? [README_APPEARANCE] : APPEARANCES;
    const queue = [...appearances];
    const shots: Shot[] = [];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        shots.push(...(await takeAll(browser, portal, next, all)));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    const order = appearances.map(labelOf);
    shots.sort((a, b) => order.indexOf(a.appearance) - order.indexOf(b.appearance));
    await writeFile(join(FOLDER, 'index.html'), contactSheet(shots));
    return report(shots, all.length);
  } finally {
    await browser.close();
    await portal.stop();
  }
}

function isWanted({ name }: TourScreen): boolean {
  if (values.readme) return name in README_SCREENS;
  return positionals.length === 0 || positionals.some((words) => name.includes(words));
}

async function takeAll(
  browser: Browser,
  portal: TestPortal,
  appearance: Appearance,
  all: readonly TourScreen[],
): Promise<Shot[]> {
  const { locale, device, colors } = appearance;
  const members: Record<Exclude<TourScreen['as'], 'visitor'>, Member> = {
    member: DEMO_MEMBER,
    'new-member': await createMember(portal, JUST_SIGNED_UP),
    'own-member': await createMember(portal, { lastName: '森', firstName: '碧' }),
  };
  const opened = new Map<TourScreen['as'], BrowserContext>();
  const contextOf = async (as: TourScreen['as']): Promise<BrowserContext> => {
    const known = opened.get(as);
    if (known) return known;
    const context = await browser.newContext({
      ...DEVICES[device],
      baseURL: portal.portal,
      colorScheme: colors,
      reducedMotion: 'reduce',
      locale: locale === 'ja' ? 'ja-JP' : 'en-US',
    });
    opened.set(as, context);
    if (as !== 'visitor') {
      const { state, browserKey } = await sessionOf(portal, members[as], locale);
      await context.setStorageState(state);
      await giveBrowserKey(context, portal, browserKey);
    }
    return context;
  };

  const shots: Shot[] = [];
  for (const screen of all) {
    const page = await (await contextOf(screen.as)).newPage();
    const trouble = await troubleOf(screen.open(page, locale, members['own-member']));
    const file = `${fileName(`${screen.name} ${locale} ${device} ${colors}`)}.png`;
    if (values.readme) await saveReadmeImage(page, screen.name);
    await page.screenshot({
      path: join(FOLDER, file),
      fullPage: !screen.overlay,
      animations: 'disabled',
    });
    const found = [...trouble, ...(await violations(page))];
    shots.push({ screen: screen.name, appearance: labelOf(appearance), file, violations: found });
    await page.close();
  }
  for (const context of opened.values()) await context.close();
  console.log(`${labelOf(appearance)}: ${shots.length} screens`);
  return shots;
}

/** A screen that does not open is reported, with its picture, and the tour goes on. */
async function troubleOf(opened: Promise<void>): Promise<string[]> {
  try {
    await opened;
    return [];
  } catch (error) {
    return [`It did not open: ${error}`];
  }
}

function report(shots: readonly Shot[], screenCount: number): number {
  const found = shots.flatMap(({ screen, appearance, violations: lines }) =>
    lines.map((line) => `${screen} (${appearance})\n  ${line}`),
  );
  for (const line of found) console.log(line);
  console.log(`${screenCount} screens, ${shots.length} pictures, ${found.length} violations`);
  console.log(join(FOLDER, 'index.html'));
  return found.length;
}

function labelOf({ locale, device, colors }: Appearance): string {
  return `${locale} · ${device} · ${colors}`;
}

function fileName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
