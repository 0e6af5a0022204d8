import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** design §9.1: WCAG 2.2 AA, which includes the versions before it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** An analysis that also lists what passes, or that asks frames, takes twice the time. */
const OPTIONS: Parameters<AxeBuilder['options']>[0] = {
  resultTypes: ['violations'],
  iframes: false,
  // For rules about sound and video alone; the portal has neither.
  preload: false,
};

/** The accessibility violations that axe finds, a line for each element. Frames of other origins are left out. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { id, help, nodes } of (await axeOn(page).withTags(TAGS).analyze()).violations) {
    for (const { target, failureSummary = '' } of nodes) {
      if (id === 'target-size' && !(await isSmallInView(page, target))) continue;
      const why = failureSummary.split('\n').slice(1).join(' ').trim();
      found.push(`${id}: ${help} – ${target.join(' ')} (${why})`);
    }
  }
  return found;
}

/** Whether a target is too small where it is scrolled to; what covers it in part does not count. */
async function isSmallInView(page: Page, target: readonly unknown[]): Promise<boolean> {
  const selector = String(target.at(-1));
  await page
    .locator(selector)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const again = await axeOn(page).include(selector).withRules('target-size').analyze();
  return again.violations.length > 0;
}

/** Without legacy mode axe opens another page for each analysis, to collect from frames. */
const axeOn = (page: Page) => new AxeBuilder({ page }).options({ ...OPTIONS }).setLegacyMode();
