import { expect, type Locator, type Page } from '@playwright/test';
import type { Locale } from '@portal/shared-contract';
import { lineOf, type Member } from '../support/members.ts';
import { codeSentTo } from '../support/outbox.ts';
import type { Addresses } from '../support/portal.ts';
import { agreeAtLine } from '../support/sign-in.ts';
import { at, say } from '../support/words.ts';
import type { AccountFlow, Field, Step } from './flow-table.ts';
import { type Hand, mouse } from './hands.ts';

/** A member on the way through a flow. */
export type Walker = {
  readonly page: Page;
  readonly portal: Addresses;
  readonly member: Member;
  readonly locale: Locale;
  readonly flow: AccountFlow;
};

/** How the way is gone; without any of it, straight through. */
export type Manner = {
  readonly hand?: Hand;
  /** Presses a button that submits something. */
  readonly submit?: (button: Locator, step: Step) => Promise<void>;
  /** A step is filled in, before it is submitted. */
  readonly onFilled?: (step: Step, before: Step | undefined) => Promise<void>;
  /** A code is on its way, and its field is there. */
  readonly onCodeAsked?: (step: Step) => Promise<void>;
  /** A code is to be entered; without it the right one is. */
  readonly enterCode?: (step: Step) => Promise<'go on' | 'stop'>;
};

/** Walks a flow from its first step to its end, or to where `enterCode` stops. */
export async function walkThrough(walker: Walker, manner: Manner = {}): Promise<void> {
  const { page, locale, flow, member } = walker;
  const { hand = mouse, submit = hand.press } = manner;
  const [first] = flow.steps;
  await page.goto(at(locale, first.path));
  let before: Step | undefined;
  for (const step of flow.steps) {
    await expectAt(walker, step);
    await fillIn(walker, step, hand);
    await manner.onFilled?.(step, before);
    if (step.press) await submit(button(walker, step.press), step);
    if (step.line) await agreeAtLine(page, lineOf(member));
    if (step.code) {
      if (step.code === 'on demand') await submit(button(walker, 'Send a code'), step);
      await expect(codeField(page)).toBeVisible();
      await manner.onCodeAsked?.(step);
      if (manner.enterCode && (await manner.enterCode(step)) === 'stop') return;
      await hand.write(codeField(page), await newCode(walker, step));
      await submit(button(walker, 'Confirm'), step);
    }
    before = step;
  }
  await expectEnd(walker);
}

/** The page of a step is there, with its heading. */
export async function expectAt({ page, locale }: Walker, { path, heading }: Step): Promise<void> {
  await page.waitForURL(`**${at(locale, path)}`);
  await expect(headingOf(page, say(locale, heading))).toBeVisible();
}

export async function expectEnd(walker: Walker): Promise<void> {
  const { page, locale, flow } = walker;
  const { path, heading, button: shown } = flow.end;
  await page.waitForURL(`**${at(locale, path)}`);
  if (heading) await expect(headingOf(page, say(locale, heading))).toBeVisible();
  if (shown) await expect(button(walker, shown)).toBeVisible();
}

/** Fills in what a step asks for; all of it, or what `only` says. */
export async function fillIn(
  walker: Walker,
  { fields = [] }: Step,
  hand: Hand = mouse,
  only: (field: Field) => boolean = () => true,
): Promise<void> {
  for (const field of fields.filter(only)) {
    if ('text' in field) await hand.write(box(walker, field.text), field.value);
    else if ('choice' in field) await hand.choose(choice(walker, field.choice));
    else await expect(box(walker, field.arrives)).toHaveValue(field.value);
  }
}

/** What was typed stands in its fields; secrets only where the page has stayed the same. */
export async function expectKept(
  walker: Walker,
  { fields = [] }: Step,
  secrets: 'kept' | 'gone',
): Promise<void> {
  for (const field of fields) {
    if ('choice' in field) await expect(choice(walker, field.choice)).toBeChecked();
    else {
      const gone = 'text' in field && field.secret && secrets === 'gone';
      const name = 'text' in field ? field.text : field.arrives;
      await expect(box(walker, name)).toHaveValue(gone ? '' : field.value);
    }
  }
}

export const isSecret = (field: Field): boolean => 'text' in field && field.secret === true;

/** A button of the page by its English words. */
export const button = ({ page, locale }: Pick<Walker, 'page' | 'locale'>, english: string) =>
  page.getByRole('main').getByRole('button', { name: say(locale, english), exact: true });

export const codeField = (page: Page): Locator => page.locator('#field-code');

/** By address: the code that was used last, which is no new one. */
const used = new Map<string, string>();

/** The code that was sent last to whom this step sends it, once it is another than the one before. */
export async function newCode(
  { portal, member }: Walker,
  { codeTo }: Pick<Step, 'codeTo'>,
): Promise<string> {
  const to = codeTo ?? member.email;
  const code = await codeSentTo(portal, to, used.get(to));
  used.set(to, code);
  return code;
}
/** The code that signed the member in does not count as one of the flow. */
export async function forgetCodes({ portal, member }: Pick<Walker, 'portal' | 'member'>) {
  if (member.mfaEnabled) used.set(member.email, await codeSentTo(portal, member.email));
}

const headingOf = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

export const choice = ({ page, locale }: Pick<Walker, 'page' | 'locale'>, english: string) =>
  page.getByRole('radio', { name: say(locale, english), exact: true });

/** A field by its label, with or without the mark that says it is required. */
function box({ page, locale }: Walker, label: string): Locator {
  const start = say(locale, label).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const mark = say(locale, 'Required');
  return page.getByRole('main').getByLabel(new RegExp(`^${start}\\s*(${mark})?$`));
}

/** The calls that change something and have succeeded, in their order: `PUT /me`. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('response', (response) => {
    const method = response.request().method();
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/') || method === 'GET' || !response.ok()) return;
    calls.push(`${method} ${pathname.slice('/api'.length)}`);
  });
  return calls;
}
