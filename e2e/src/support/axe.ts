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

/**
 * The accessibility violations that axe finds on the page as it stands: one line for each element.
 * Frames of other origins are left out; the only one is the hidden frame of the silent check.
 */
export async function violations(page: Page): Promise<string[]> {
  // Without legacy mode axe opens another page for each analysis, to collect from frames.
  const axe = new AxeBuilder({ page })
    .options({ ...OPTIONS })
    .withTags(TAGS)
    .setLegacyMode();
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n').slice(1).join(' ').trim();
      return `${id}: ${help} – ${target.join(' ')} (${why})`;
    }),
  );
}
