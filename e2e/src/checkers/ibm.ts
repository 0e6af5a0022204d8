import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { type Exception, type Finding, withoutExceptions } from './findings.ts';

/** The engine alone: IBM's `accessibility-checker` would download its rules at run time. */
const ENGINE = 'accessibility-checker-engine/ace.js';
const POLICY = 'WCAG_2_2';

const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'aria_hidden_nontabbable',
    underDialog: true,
    reason:
      'A dialog keeps the focus within itself; what lies behind is out of reach of the keyboard.',
  },
  {
    rule: 'input_autocomplete_valid',
    where: 'autocomplete="username',
    reason:
      'HTML allows `username` for an email address, and `webauthn` after it; the engine knows neither.',
  },
  {
    rule: 'aria_form_label_unique',
    reason:
      'A `form` without a name has no landmark (HTML-AAM), so there is nothing to tell apart.',
  },
  {
    rule: 'aria_id_unique',
    where: 'role="combobox"',
    reason:
      'The list of a closed combobox is not in the page; ARIA 1.2 asks for it while it is open.',
  },
  {
    rule: 'skip_main_exists',
    where: 'class="page"',
    reason: 'A message is read inside a mail program, whose landmarks lead to it.',
  },
];

/** What this file uses of the engine. */
type Engine = {
  readonly Checker: new () => {
    check(
      document: Document,
      policies: readonly string[],
    ): Promise<{
      readonly results: readonly {
        readonly ruleId: string;
        /** For example `VIOLATION` and `FAIL`, `POTENTIAL` or `PASS`. */
        readonly value: readonly [string, string];
        readonly message: string;
        readonly snippet: string;
      }[];
    }>;
  };
};

let source: string | undefined;

/** The violations that IBM's engine finds on the page as it stands, by WCAG 2.2 A and AA. */
export async function ibmFindings(page: Page): Promise<Finding[]> {
  source ??= readFileSync(createRequire(import.meta.url).resolve(ENGINE), 'utf8');
  if (!(await page.evaluate(() => 'ace' in window))) await page.evaluate(`${source};undefined`);
  const findings = await page.evaluate(async (policy) => {
    const { Checker } = (window as unknown as { ace: Engine }).ace;
    const { results } = await new Checker().check(document, [policy]);
    return results
      .filter(({ value }) => value[0] === 'VIOLATION' && value[1] === 'FAIL')
      .map(({ ruleId, message, snippet }) => ({ rule: ruleId, text: `${message} – ${snippet}` }));
  }, POLICY);
  return withoutExceptions(page, findings, EXCEPTIONS);
}
