import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** ui.md «Access»: WCAG 2.2 AA, which includes what came before it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds wrong on the page as it stands: a line for each element. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n').slice(1).join(' ').trim();
      return `${id}: ${help} – ${target.join(' ')} (${why})`;
    }),
  );
}
