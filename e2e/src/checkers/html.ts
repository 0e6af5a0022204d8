import type { Page } from '@playwright/test';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { type Exception, type Finding, withoutExceptions } from './findings.ts';

/** The standard of HTML and what concerns access, without rules about how the source is written. */
const CONFIG = {
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:browser'],
};

const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'hidden-focusable',
    underDialog: true,
    reason:
      'A dialog keeps the focus within itself; what lies behind is out of reach of the keyboard.',
  },
];

const validator = new HtmlValidate(new StaticConfigLoader(CONFIG));

/** What html-validate finds in the document as it stands. */
export async function htmlFindings(page: Page): Promise<Finding[]> {
  const html = await page.content();
  const { results } = await validator.validateString(html);
  const lines = html.split('\n');
  const findings = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column, selector }) => {
      const source = lines[line - 1]?.slice(Math.max(0, column - 2), column + EXCERPT) ?? '';
      return { rule: ruleId, text: `${message} – ${selector ?? ''} ${source}` };
    }),
  );
  return withoutExceptions(page, findings, EXCEPTIONS);
}

/** Characters of the source in a finding. */
const EXCERPT = 120;
