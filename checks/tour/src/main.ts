import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { inParallel } from '@portal/delivery-model/in-parallel';
import { violations } from '@portal/e2e/support/axe';
import { testBrowserOptions } from '@portal/e2e/support/browser';
import { startTestPortal, type TestPortal } from '@portal/e2e/support/portal';
import { makeWalletSettings } from '@portal/server-testing/wallets/wallet-keys';
import { runCommand, type Words } from '@portal/shared-process/command-line';
import type { TourScreen } from './account-screens.ts';
import { type Appearance, labelOf } from './appearance.ts';
import { checkScreens } from './check.ts';
import { contactSheet, type Shot } from './contact-sheet.ts';
import { PICTURED_APPEARANCE, PICTURED_SCREENS, savePicture } from './document-pictures.ts';
import { openVisitors, tourScreens, troubleOf } from './visitors.ts';

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

const OPTIONS = {
  pictures: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  appearance: { type: 'string', default: '' },
  brand: { type: 'string', default: '' },
} as const;
type Asked = Words<typeof OPTIONS>;

await runCommand(
  {
    usage: 'npm run tour -- [word …] [options]',
    does: 'Takes every screen × ja/en × phone/desktop × light/dark on one contact sheet, with real data, each checked by axe.',
    details: [
      'word                         only screens whose name contains one of the words: /account undo',
      "--appearance 'ja · phone'    only these appearances",
      '--check                      no pictures: measures every screen in both languages and sizes, asks two more',
      '                             checkers, and fails where a figure is outside its limit (limits.ts)',
      '--brand <folder>             of a portal with another brand (docs/brand.md): deploy/brand-example',
      '--pictures                   retakes the pictures of the README and docs/design.md (docs/images)',
    ],
    options: OPTIONS,
    positionals: [0, Number.POSITIVE_INFINITY],
  },
  async (asked) => {
    process.exitCode = (await tour(asked)) === 0 ? 0 : 1;
  },
);

/** Returns the number of violations, or of figures outside the limits. */
async function tour({ values, positionals }: Asked): Promise<number> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const env = { BRAND: values.brand, ...makeWalletSettings().env };
  const portal = await startTestPortal({ log: console.log, env });
  const browser = await chromium.launch(testBrowserOptions());
  try {
    const isAsked = (name: string) =>
      values.pictures
        ? name in PICTURED_SCREENS
        : positionals.length === 0 || positionals.some((words) => name.includes(words));
    const all = (await tourScreens(portal)).filter(({ name }) => isAsked(name));
    if (values.check) {
      const checked = CHECKED.filter((one) => labelOf(one).includes(values.appearance));
      return await checkScreens(browser, portal, checked, all, join(FOLDER, 'figures.md'));
    }
    const wanted = APPEARANCES.filter((one) => labelOf(one).includes(values.appearance));
    const appearances = values.pictures ? [PICTURED_APPEARANCE] : wanted;
    const shots: Shot[] = [];
    await inParallel(appearances, PARALLEL, async (appearance) => {
      shots.push(
        ...(await takeAll(browser, portal, appearance, { all, isForDocuments: values.pictures })),
      );
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

async function takeAll(
  browser: Browser,
  portal: TestPortal,
  appearance: Appearance,
  {
    all,
    isForDocuments,
  }: { readonly all: readonly TourScreen[]; readonly isForDocuments: boolean },
): Promise<Shot[]> {
  const { locale, device, colors } = appearance;
  const visitors = await openVisitors(browser, portal, appearance);
  const shots: Shot[] = [];
  for (const [at, screen] of all.entries()) {
    const { page, member, close } = await visitors.visit(screen.as);
    const trouble = await troubleOf(page, screen.open(page, locale, member));
    const file = `${fileName(`${at} ${screen.name} ${locale} ${device} ${colors}`)}.png`;
    if (isForDocuments) await savePicture(page, screen.name);
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
