import { wrongUsage } from '@portal/delivery-model/client/failure';
import { BUDGET_KINDS, SegmentSchema, VersionSchema } from '@portal/delivery-model/document';
import {
  type BudgetKind,
  type Freeze,
  FreezeSchema,
  type PolicyRule,
  SLICES,
} from '@portal/delivery-model/state';
import { SLOTS, type SlotName } from '@portal/shared-contract';
import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import type { Input } from './command.ts';

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };

/** @throws CommandFailure for what cannot be the name of a part */
export function checkPart(text = ''): string {
  return checked(text, PartNameSchema, 'no name of a part', 'Name it as the build does: mypage');
}

/** @throws CommandFailure for what cannot be the name of a team */
export function checkTeam(text = ''): string {
  return checked(
    text,
    PartNameSchema,
    'no name of a team',
    'Use small letters, digits and dashes.',
  );
}

/** @throws CommandFailure for what cannot be the name of a preview */
export function checkPreview(text = ''): string {
  return checked(
    text,
    PartNameSchema,
    'no name of a preview',
    'Use small letters, digits and dashes, at most 41, a letter first: pr-12',
  );
}

/** @throws CommandFailure for what cannot be a version */
export function checkVersion(text = ''): string {
  return checked(
    text,
    VersionSchema,
    'no version of a release',
    'Give the whole version that `portal publish` has printed: 1.4.0+3f2a9c01d5e7',
  );
}

/** @throws CommandFailure for what cannot be the first segment of paths */
export const checkSegment = (text: string): string =>
  checked(text, SegmentSchema, 'no first segment of paths', 'Give it with its slash: /my-page');

/** @throws CommandFailure for what is no share of the slices */
export function checkShare(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const share = Number(text);
  if (/^\d+$/.test(text) && share >= 1 && share <= SLICES) return share;
  throw wrongUsage(
    `${JSON.stringify(text)} is no share.`,
    `Give how many of the ${SLICES} slices of browsers get the release: 26 is about 10 %.`,
  );
}

/** `5,25,50,100` percent as shares of the slices. @throws CommandFailure for anything else */
export function checkSteps(text: string): readonly number[] {
  const percents = text.split(',').map((one) => (/^\d{1,3}$/.test(one) ? Number(one) : Number.NaN));
  const isGrowing = percents.every((one, at) => one > (percents[at - 1] ?? 0) && one <= 100);
  if (percents.length > 1 && isGrowing) {
    return percents.map((percent) => Math.round((percent * SLICES) / 100));
  }
  throw wrongUsage(
    `${JSON.stringify(text)} are no steps.`,
    'Give two or more whole percentages, each larger than the one before: --steps 5,25,50,100',
  );
}

/**
 * `90m`, `6h` or `2d` in minutes.
 * @param most minutes
 * @throws CommandFailure for anything else
 */
export function checkMinutes(text: string, option: string, most: number, remedy: string): number {
  const [, number, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const minutes = Number(number) * (MINUTES[unit] ?? Number.NaN);
  if (minutes <= most) return minutes;
  throw wrongUsage(`${JSON.stringify(text)} is no time for ${option}.`, remedy);
}

/** The value of an option that must be given. @throws CommandFailure without it */
export function neededText(input: Input, option: string, remedy: string): string {
  const text = input.text(option);
  if (text) return text;
  throw wrongUsage(`--${option} is missing.`, remedy);
}

/** A whole number from 1 on. @throws CommandFailure for anything else */
export function checkCount(text: string, option: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw wrongUsage(
    `${JSON.stringify(text)} is no number for ${option}.`,
    'Give a number from 1 on.',
  );
}

type Budget = NonNullable<NonNullable<PolicyRule['budgets']>[BudgetKind]>;

/** A place of a screen for cards. @throws CommandFailure for one that there is not */
export function checkSlot(text = ''): SlotName {
  const slot = SLOTS.find((one) => one === text);
  if (slot) return slot;
  throw wrongUsage(
    `${JSON.stringify(text)} is no slot.`,
    `Name one of these: ${SLOTS.join(', ')}.`,
  );
}

/** What screens of a kind, or cards, may weigh: `form=200000,260000,25000`. @throws CommandFailure for anything else */
export function checkBudget(text: string): [BudgetKind, Budget] {
  const [, name, numbers = ''] = /^(\w+)=(\d+(?:,\d+){0,2})$/.exec(text) ?? [];
  const kind = BUDGET_KINDS.find((one) => one === name);
  const [scripts = 0, withSharedModules, styles] = numbers.split(',').map(Number);
  if (kind && scripts > 0 && withSharedModules !== 0 && styles !== 0) {
    const others = {
      ...(withSharedModules !== undefined && { withSharedModules }),
      ...(styles !== undefined && { styles }),
    };
    return [kind, { scripts, ...others }];
  }
  throw wrongUsage(
    `${JSON.stringify(text)} is no budget.`,
    `Give a kind of screens (${BUDGET_KINDS.join(', ')}) and bytes: form=200000,260000,25000`,
  );
}

/** `<from>/<to> <reason>`, the interval of ISO 8601. @throws CommandFailure for anything else */
export function checkFreeze(text: string): Freeze {
  const [, from, to, reason] = /^(\S+?)\/(\S+)\s+(.+)$/s.exec(text) ?? [];
  const freeze = v.safeParse(FreezeSchema, { from, to, reason });
  if (freeze.success) return freeze.output;
  throw wrongUsage(
    `${JSON.stringify(text)} is no freeze.`,
    "Give its beginning, its end, in Japan's zone or UTC, and why: '2026-12-28T18:00+09:00/2027-01-04T09:00+09:00 The hotels are full.'",
  );
}

function checked(
  text: string,
  schema: v.GenericSchema<string>,
  what: string,
  remedy: string,
): string {
  if (v.is(schema, text)) return text;
  throw wrongUsage(`${JSON.stringify(text)} is ${what}.`, remedy);
}
