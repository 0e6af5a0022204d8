import { wrongUsage } from '@portal/delivery-model/client/failure';
import { SegmentSchema, VersionSchema } from '@portal/delivery-model/document';
import { EVERYBODY } from '@portal/delivery-model/state';
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

/** @throws CommandFailure for what is no share of the browsers */
export function checkShare(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= EVERYBODY) return Number(text);
  throw wrongUsage(`${JSON.stringify(text)} is no share.`, 'Give whole per cent: --share 10');
}

/** `5,25,50,100` per cent. @throws CommandFailure for anything else */
export function checkSteps(text: string): readonly number[] {
  const percents = text.split(',').map((one) => (/^\d{1,3}$/.test(one) ? Number(one) : Number.NaN));
  const isGrowing = percents.every((one, at) => one > (percents[at - 1] ?? 0) && one <= EVERYBODY);
  if (percents.length > 1 && isGrowing) return percents;
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

function checked(
  text: string,
  schema: v.GenericSchema<string>,
  what: string,
  remedy: string,
): string {
  if (v.is(schema, text)) return text;
  throw wrongUsage(`${JSON.stringify(text)} is ${what}.`, remedy);
}
