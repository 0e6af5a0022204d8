import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { browserOptions } from '@portal/delivery/browser';
import { makeWalletSettings } from '@portal/server/testing/wallets';
import { inParallel } from '@portal/shared-release/in-parallel';
import { violations } from '../support/axe.ts';
import { startTestPortal, type TestPortal } from '../support/portal.ts';
import type { TourScreen } from './account-screens.ts';
import { type Appearance, labelOf } from './appearance.ts';
import { checkScreens } from './check.ts';
import { contactSheet, type Shot } from './contact-sheet.ts';
import { README_APPEARANCE, README_SCREENS, saveReadmeImage } from './readme-images.ts';
import { openVisitors, tourScreens, troubleOf } from './visitors.ts';

/**
 * `npm run tour`: every screen × ja/en × phone/desktop × light/dark as pictures on one contact sheet,
 * with real data, each checked by axe. Exits with 1 when a screen does not open or axe finds something.
 * `npm run tour -- /account undo` takes only the screens whose name contains one of these words.
 * `npm run tour -- --check` takes no pictures: it measures every screen × ja/en × phone/desktop, asks two
 * more checkers, and writes a table. Exits with 1 when a figure is outside its limit (limits.ts).
 * `--appearance 'ja · phone'` takes those appearances alone, with `--check` too.
 * `npm run tour -- --brand deploy/brand-example` takes them of a portal with another brand (docs/brand.md).
 * `npm run tour -- --readme` retakes the pictures of the README (docs/images).
 */
const FOLDER = resolve(import.meta.dirname, '../../../.run/tour');
const APPEARANCES: readonly Appearance[] = (['ja', 'en'] as const).flatMap((locale) =>
  (['phone', 'desktop'] as const).flatMap((device) =>
    (['light', 'dark'] as const).map((colors) => ({ locale, device, colors })),
  ),
);
/** Colors change none of the figures but contrast, which the pictures' run asks about in both. */
const CHECKED = APPEARANCES.filter(
  ({ device, colors }) => (device === 'phone') === (colors === 'light'),
);
/** Browsers at a time: what two cores carry. */
const PARALLEL = 2;

const { values, positionals } = parseArgs({
  options: {
    readme: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    appearance: { type: 'string', default: '' },
    brand: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
process.exitCode = (await tour()) === 0 ? 0 : 1;

/** Returns the number of violations, or of figures outside the limits. */
async function tour(): Promise<number> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const env = { BRAND: values.brand, ...makeWalletSettings().env };
  const portal = await startTestPortal({ log: console.log, env });
  const browser = await chromium.launch(browserOptions());
  try {
    const all = (await tourScreens(portal)).filter(isWanted);
    if (values.check) {
      const checked = CHECKED.filter((one) => labelOf(one).includes(values.appearance));
      return await checkScreens(browser, portal, checked, all, join(FOLDER, 'figures.md'));
    }
    const wanted = APPEARANCES.filter((one) => labelOf(one).includes(values.appearance));
    const appearances = values.readme ? [README_APPEARANCE] : wanted;
    const shots: Shot[] = [];
    await inParallel(appearances, PARALLEL, async (appearance) => {
      shots.push(...(await takeAll(browser, portal, appearance, all)));
    });
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
  const visitors = await openVisitors(browser, portal, appearance);
  const shots: Shot[] = [];
  for (const [at, screen] of all.entries()) {
    const { page, member, close } = await visitors.visit(screen.as);
    const trouble = await troubleOf(page, screen.open(page, locale, member));
    const file = `${fileName(`${at} ${screen.name} ${locale} ${device} ${colors}`)}.png`;
    if (values.readme) await saveReadmeImage(page, screen.name);
    await page.screenshot({
      path: join(FOLDER, file),
      fullPage: !screen.overlay,
      animations: 'disabled',
    });
    const found = [...trouble, ...(await violations(page))];
    shots.push({ screen: screen.name, appearance: labelOf(appearance), file, violations: found });
    await close();
  }
  await visitors.close();
  console.log(`${labelOf(appearance)}: ${shots.length} screens`);
  return shots;
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

function fileName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
