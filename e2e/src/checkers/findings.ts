import type { Page } from '@playwright/test';

/** What a checker objects to at one element of a page. */
export type Finding = {
  readonly rule: string;
  /** What is wrong, and where. */
  readonly text: string;
};

/** Findings of one rule that are switched off, with the reason. */
export type Exception = {
  readonly rule: string;
  /** Only where the text contains this; everywhere without it. */
  readonly where?: string;
  /** Only while a dialog lies over the page. */
  readonly underDialog?: true;
  readonly reason: string;
};

/** The findings that no exception covers. */
export async function withoutExceptions(
  page: Page,
  findings: readonly Finding[],
  exceptions: readonly Exception[],
): Promise<Finding[]> {
  const hasDialog = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0;
  return findings.filter(
    ({ rule, text }) =>
      !exceptions.some(
        (one) =>
          one.rule === rule && text.includes(one.where ?? '') && (hasDialog || !one.underDialog),
      ),
  );
}
