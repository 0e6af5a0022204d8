import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { inParallel } from '@portal/delivery-model/in-parallel';
import { doubledLinks } from '@portal/e2e/checkers/doubled-links';
import { htmlFindings } from '@portal/e2e/checkers/html';
import { ibmFindings } from '@portal/e2e/checkers/ibm';
import { layoutFigures } from '@portal/e2e/checkers/layout';
import { recordedLayoutShift, recordLayoutShifts } from '@portal/e2e/checkers/layout-shift';
import { violations } from '@portal/e2e/support/axe';
import type { TestPortal } from '@portal/e2e/support/portal';
import type { TourScreen } from './account-screens.ts';
import { type Appearance, labelOf } from './appearance.ts';
import { type Figure, LIMITS, SMALLEST_TARGET } from './limits.ts';
import { openVisitors, troubleOf, type Visitors } from './visitors.ts';

/** A figure of a screen, and what it counts. */
type Measured = { readonly value: number; readonly found: readonly string[] };

/** What was measured of a screen in one appearance; the shift only where a single load shows it. */
type Row = {
  readonly screen: string;
  readonly appearance: string;
  readonly smallestTarget: number | undefined;
  readonly figures: Partial<Record<Figure, Measured>>;
};

/** Appearances at a time: what two cores carry. */
const PARALLEL = 2;
/** Loads at a time while the API is late: they mostly wait. */
const LATE_LOADS = 3;

/** Measures every screen in every appearance, and writes the table. @returns the number of figures outside limits */
export async function checkScreens(
  browser: Browser,
  portal: TestPortal,
  appearances: readonly Appearance[],
  all: readonly TourScreen[],
  file: string,
): Promise<number> {
  const rows: Row[] = [];
  let outside = 0;
  const add = (row: Row) => {
    rows.push(row);
    const lines = linesOutside(row);
    outside += lines.length;
    for (const line of lines) console.log(line);
  };
  await inParallel(appearances, PARALLEL, async (appearance) => {
    const visitors = await openVisitors(browser, portal, appearance);
    // One after the other: the flows of one member send codes.
    for (const screen of all) add(await checkScreen(visitors, appearance, screen));
    const routes = all.filter(({ oneLoad }) => oneLoad);
    await inParallel(routes, LATE_LOADS, async (screen) => {
      add(await checkLateLoad(visitors, appearance, screen));
    });
    await visitors.close();
    console.log(`${labelOf(appearance)}: ${all.length} screens checked`);
  });
  console.log(`${all.length} screens, ${outside} figures outside the limits`);
  await writeFile(file, table(all, appearances, rows));
  console.log(file);
  return outside;
}

/** The figures that are outside their limits, with what was found. */
const linesOutside = ({ screen, appearance, figures }: Row): string[] =>
  (Object.entries(figures) as [Figure, Measured][])
    .filter(([figure, { value }]) => value > LIMITS[figure])
    .map(([figure, { value, found }]) =>
      [`${screen} (${appearance}): ${figure} ${value}`, ...found].join('\n    '),
    );

async function checkScreen(
  visitors: Visitors,
  appearance: Appearance,
  { name, as, open }: TourScreen,
): Promise<Row> {
  const { page, member, close } = await visitors.visit(as);
  const notOpened = await troubleOf(page, open(page, appearance.locale, member));
  const layout = await layoutFigures(page, SMALLEST_TARGET[appearance.device]);
  const figures = {
    notOpened: counted(notOpened),
    axe: counted(await violations(page)),
    ibm: counted(await linesOf(ibmFindings, page)),
    html: counted(await linesOf(htmlFindings, page)),
    doubledLinks: counted(await doubledLinks(page)),
    smallTargets: counted(layout.tooSmall),
    cutAt200: counted(layout.cutAt200),
    wideAt320: counted(layout.wideAt320),
    wideAt320And200: counted(layout.wideAt320And200),
  };
  await close();
  const { smallestTarget } = layout;
  return { screen: name, appearance: labelOf(appearance), smallestTarget, figures };
}

async function checkLateLoad(
  visitors: Visitors,
  appearance: Appearance,
  { name, as, open }: TourScreen,
): Promise<Row> {
  const { page, member, close } = await visitors.visit(as);
  await recordLayoutShifts(page);
  const notOpened = await troubleOf(page, open(page, appearance.locale, member));
  const { total, shifts, hasFooterMoved } = await recordedLayoutShift(page);
  await close();
  return {
    screen: name,
    appearance: labelOf(appearance),
    smallestTarget: undefined,
    figures: {
      ...(notOpened.length > 0 && { notOpened: counted(notOpened) }),
      layoutShift: { value: Math.round(total * 10_000) / 10_000, found: shifts },
      footerMoves: { value: hasFooterMoved ? 1 : 0, found: shifts },
    },
  };
}

const counted = (found: readonly string[]): Measured => ({ value: found.length, found });

async function linesOf(
  checker: typeof ibmFindings | typeof htmlFindings,
  page: Page,
): Promise<string[]> {
  return (await checker(page)).map(({ rule, text }) => `${rule}: ${text}`);
}

/** A line for each screen and a column for each figure: the worst of its appearances. */
function table(
  all: readonly TourScreen[],
  appearances: readonly Appearance[],
  rows: readonly Row[],
): string {
  const figures = Object.keys(LIMITS) as Figure[];
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const lines = all.map(({ name }) => {
    const own = rows.filter(({ screen }) => screen === name);
    const targets = own.flatMap(({ smallestTarget }) => smallestTarget ?? []);
    const worst = (figure: Figure) => {
      const values = own.flatMap((row) => row.figures[figure]?.value ?? []);
      return values.length === 0 ? '' : Math.max(...values);
    };
    return line([name, targets.length === 0 ? '' : Math.min(...targets), ...figures.map(worst)]);
  });
  return [
    `The worst of: ${appearances.map(labelOf).join('; ')}.`,
    '',
    line(['Screen', 'smallestTarget', ...figures]),
    line(['---', '---', ...figures.map(() => '---')]),
    line(['Limit', '44 on phones, 24', ...figures.map((figure) => LIMITS[figure])]),
    ...lines,
    '',
  ].join('\n');
}
