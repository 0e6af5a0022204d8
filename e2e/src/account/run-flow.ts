import { expect, type Locator, type Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { localePath } from '../support/labels.ts';
import { lineSubjectOf, type Member } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import { button, choice, codeField, expectHeading, field } from '../support/page-actions.ts';
import type { Addresses } from '../support/portal.ts';
import { consentAtLine } from '../support/sign-in.ts';
import { enterAtProvider } from './actions.ts';
import type { AccountFlow, Field, Step } from './flow-table.ts';
import { type InputDevice, mouse } from './input-device.ts';

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
  readonly device?: InputDevice;
  /** The first step is open already. */
  readonly opened?: true;
  /** Presses a button that submits something. */
  readonly submit?: (button: Locator, step: Step) => Promise<void>;
  /** The step that is filled in and not submitted; then it ends. */
  readonly stopsAt?: Step;
  /** Runs when a step is filled in, before it is submitted. */
  readonly onFilled?: (step: Step, before: Step | undefined) => Promise<void>;
  /** Runs when a code has been sent and its field is there. */
  readonly onCodeAsked?: (step: Step) => Promise<void>;
  /** Runs before the right code is entered. */
  readonly beforeCode?: (step: Step) => Promise<'go on' | 'stop'>;
  /** Confirms at the identity provider by `confirm`, and comes back. */
  readonly confirmAct?: (confirm: () => Promise<void>) => Promise<void>;
  /** Enters the right code by `write`. Its last digit submits it. */
  readonly enterCode?: (write: () => Promise<void>) => Promise<void>;
};

/** Goes through a flow from its first step to its end, or to where `beforeCode` stops. */
export async function runFlow(run: FlowRun, options: FlowOptions = {}): Promise<void> {
  const { page, locale, flow, member } = run;
  const { device = mouse, submit = device.press } = options;
  const [first] = flow.steps;
  if (!options.opened) await page.goto(localePath(locale, first.path));
  let before: Step | undefined;
  for (const step of flow.steps) {
    await expectAt(run, step);
    await fillIn(run, step, device);
    await options.onFilled?.(step, before);
    if (step === options.stopsAt) return;
    if (step.press) await submit(button(run, step.press), step);
    if (step.stepUp) {
      const confirm = async () => {
        await enterAtProvider(run, run.portal, () => newCode(run, {}));
        if (step.stepUp === 'then again') await expectAt(run, step);
      };
      await (options.confirmAct ?? ((work) => work()))(confirm);
      if (step.stepUp === 'then again' && step.press) {
        await submit(button(run, step.press), step);
      }
    }
    if (step.code) {
      await codeField(run).waitFor();
      await options.onCodeAsked?.(step);
      if ((await options.beforeCode?.(step)) === 'stop') return;
      const code = await newCode(run, step);
      const write = () => device.write(codeField(run), code);
      await (options.enterCode ?? ((enter) => enter()))(write);
    }
    if (step.line) await consentAtLine(page, lineSubjectOf(member));
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
  const { path, heading, button: shownButton } = run.flow.end;
  await run.page.waitForURL(`**${localePath(run.locale, path)}`);
  if (heading) await expectHeading(run, heading);
  if (shownButton) await button(run, shownButton).waitFor();
}

/** Fills in the fields of a step; all of them, or those that `only` selects. */
export async function fillIn(
  run: FlowRun,
  { fields = [] }: Step,
  device: InputDevice = mouse,
  only: (field: Field) => boolean = () => true,
): Promise<void> {
  for (const one of fields.filter(only)) {
    if ('text' in one) await device.write(field(run, one.text), one.value);
    else if ('choice' in one) await device.choose(choice(run, one.choice));
    else await expect(field(run, one.arrives)).toHaveValue(one.value);
  }
}

/** The fields hold what was typed; secrets only where the page has not been left. */
export async function expectKept(
  run: FlowRun,
  { fields = [] }: Step,
  secrets: 'kept' | 'gone',
): Promise<void> {
  for (const one of fields) {
    if ('choice' in one) await expect(choice(run, one.choice)).toBeChecked();
    else {
      const gone = isSecret(one) && secrets === 'gone';
      const label = 'text' in one ? one.text : one.arrives;
      await expect(field(run, label)).toHaveValue(gone ? '' : one.value);
    }
  }
}

export const isSecret = (one: Field): boolean => 'text' in one && one.secret === true;

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

/** What every page sends by itself, at any time: how its parts were loaded, and how fast it was. */
const OF_THE_PAGE = '/api/telemetry';

/** Records the calls that change something and succeed, in their order: `PUT /me`. */
export function recordCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('response', (response) => {
    const method = response.request().method();
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/') || pathname.startsWith(OF_THE_PAGE)) return;
    if (method === 'GET' || !response.ok()) return;
    calls.push(`${method} ${pathname.slice('/api'.length)}`);
  });
  return calls;
}
