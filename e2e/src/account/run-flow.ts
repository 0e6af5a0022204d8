import { expect, type Locator, type Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { localePath } from '../support/labels.ts';
import type { Member } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import { button, codeField, expectHeading, field } from '../support/page-actions.ts';
import type { Addresses } from '../support/portal.ts';
import { enterAtProvider } from './actions.ts';
import type { AccountFlow, Field, Step } from './flow-table.ts';

/** A member who goes through a flow. */
export type FlowRun = {
  readonly page: Page;
  readonly portal: Addresses;
  readonly member: Member;
  readonly locale: Locale;
  readonly flow: AccountFlow;
  /** By address: the code that was used last. */
  readonly usedCodes: Map<string, string>;
};

/** What happens on the way; without options the flow goes straight through. */
export type FlowOptions = {
  /** Presses a button that submits something. */
  readonly submit?: (button: Locator, step: Step) => Promise<void>;
  /** The step that is filled in and not submitted; then it ends. */
  readonly stopsAt?: Step;
  /** Runs when a step is filled in, before it is submitted. */
  readonly onFilled?: (step: Step, before: Step | undefined) => Promise<void>;
  /** Runs when a code has been sent and its field is there. */
  readonly onCodeAsked?: (step: Step) => Promise<void>;
  /** Enters the right code by `write`. Its last digit submits it. */
  readonly enterCode?: (write: () => Promise<void>) => Promise<void>;
};

/** Goes through a flow from its first step to its end. */
export async function runFlow(run: FlowRun, options: FlowOptions = {}): Promise<void> {
  const { page, locale, flow } = run;
  const { submit = (pressed: Locator) => pressed.click() } = options;
  const [first] = flow.steps;
  await page.goto(localePath(locale, first.path));
  let before: Step | undefined;
  for (const step of flow.steps) {
    await expectAt(run, step);
    await fillIn(run, step);
    await options.onFilled?.(step, before);
    if (step === options.stopsAt) return;
    if (step.press) await submit(button(run, step.press), step);
    if (step.stepUp) await enterAtProvider(run, run.portal, () => newCode(run, {}));
    if (step.code) {
      await codeField(run).waitFor();
      await options.onCodeAsked?.(step);
      const code = await newCode(run, step);
      const write = () => codeField(run).fill(code);
      await (options.enterCode ?? ((enter) => enter()))(write);
    }
    before = step;
  }
  await expectEnd(run);
}

/** The page of a step is open, with its heading. */
export async function expectAt(run: FlowRun, { path, heading }: Step): Promise<void> {
  await run.page.waitForURL(`**${localePath(run.locale, path)}`);
  await expectHeading(run, heading);
}

export async function expectEnd(run: FlowRun): Promise<void> {
  const { path, heading } = run.flow.end;
  await run.page.waitForURL(`**${localePath(run.locale, path)}`);
  await expectHeading(run, heading);
}

/** Fills in the fields of a step; all of them, or those that `only` selects. */
export async function fillIn(
  run: FlowRun,
  { fields = [] }: Step,
  only: (field: Field) => boolean = () => true,
): Promise<void> {
  for (const one of fields.filter(only)) {
    await field(run, one.text).fill(one.value);
  }
}

/** The fields hold what was typed; secrets only where the page has not been left. */
export async function expectKept(
  run: FlowRun,
  { fields = [] }: Step,
  secrets: 'kept' | 'gone',
): Promise<void> {
  for (const one of fields) {
    const gone = isSecret(one) && secrets === 'gone';
    await expect(field(run, one.text)).toHaveValue(gone ? '' : one.value);
  }
}

export const isSecret = (one: Field): boolean => one.secret === true;

/** The code that a step has sent, once it is another one than the last. */
export async function newCode(
  { portal, member, usedCodes }: FlowRun,
  { codeTo }: Pick<Step, 'codeTo'>,
): Promise<string> {
  const recipient = codeTo ?? member.email;
  const code = await codeSentTo(portal, recipient, usedCodes.get(recipient));
  usedCodes.set(recipient, code);
  return code;
}

/** What every page sends by itself, at any time: how its parts were loaded. */
const OF_THE_PAGE = '/api/telemetry';

/** Records the calls that change something and succeed, in their order: `PUT /me`. */
export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('response', (response) => {
    const method = response.request().method();
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/') || pathname === OF_THE_PAGE) return;
    if (method === 'GET' || !response.ok()) return;
    calls.push(`${method} ${pathname.slice('/api'.length)}`);
  });
  return calls;
}
