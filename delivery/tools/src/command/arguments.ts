import { wrongUsage } from '@portal/delivery-model/client/failure';
import { VersionSchema } from '@portal/delivery-model/document';
import { type Operation, OperationSchema } from '@portal/delivery-model/log/operations';
import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import type { Input } from './command.ts';

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };

/** An operation with values as they were typed. */
export type TypedOperation = {
  readonly type: Operation['type'];
  readonly [field: string]: unknown;
};

/** What was typed, as an operation. @throws CommandFailure for values that cannot be right */
export function checkOperation(typed: TypedOperation): Operation {
  const parsed = v.safeParse(OperationSchema, typed);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const what = v.getDotPath(issue) ?? typed.type;
  throw wrongUsage(
    issue.input === undefined
      ? `The ${what} is missing.`
      : `${JSON.stringify(issue.input)} cannot be the ${what}.`,
    'See what is right with --help.',
  );
}

/** @throws CommandFailure for what cannot be the name of a part */
export function checkPart(text = ''): string {
  if (v.is(PartNameSchema, text)) return text;
  throw wrongUsage(
    `${JSON.stringify(text)} is no name of a part.`,
    'Name it as the build does: mypage',
  );
}

/** @throws CommandFailure for what cannot be a version */
export function checkVersion(text: string): string {
  if (v.is(VersionSchema, text)) return text;
  throw wrongUsage(
    `${JSON.stringify(text)} is no version of a release.`,
    'Give the whole version that `portal publish` has printed: 1.4.0+3f2a9c01d5e7',
  );
}

/** `90m`, `6h` or `2d` in minutes. @param most minutes @throws CommandFailure for anything else */
export function checkMinutes(text: string, most: number): number {
  const [, number, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const minutes = Number(number) * (MINUTES[unit] ?? Number.NaN);
  if (minutes <= most) return minutes;
  throw wrongUsage(
    `${JSON.stringify(text)} is no time.`,
    `Give minutes, hours or days, at most ${most / 24 / 60} days: 90m, 6h or 2d.`,
  );
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
