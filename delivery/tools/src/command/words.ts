import type { PortalConnection } from '@portal/delivery-model/client/connection';
import { wrongUsage } from '@portal/delivery-model/client/failure';
import type { Entry } from '@portal/delivery-model/log/entry';
import { type Operation, OperationSchema } from '@portal/delivery-model/log/operations';
import type { Preview } from '@portal/delivery-model/state';
import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };

export type TypedOperation = {
  readonly type: Operation['type'];
  readonly [field: string]: unknown;
};

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

export function checkPart(text: string): string {
  if (v.is(PartNameSchema, text)) return text;
  throw wrongUsage(
    `${JSON.stringify(text)} is no name of a part.`,
    'Name it as the build does: mypage',
  );
}

export function checkMinutes(text: string, most: number): number {
  const [, number, unit = ''] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  const minutes = Number(number) * (MINUTES[unit] ?? Number.NaN);
  if (minutes <= most) return minutes;
  throw wrongUsage(
    `${JSON.stringify(text)} is no time.`,
    `Give minutes, hours or days, at most ${most / 24 / 60} days: 90m, 6h or 2d.`,
  );
}

export function checkCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw wrongUsage(`${JSON.stringify(text)} is no number.`, 'Give a number from 1 on.');
}

export const entryText = ({ seq }: Entry): string => `This is entry ${seq} of the history.`;

export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Lines whose columns begin below each other; the last column has any width. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, index) => Math.max(cell.length, known[index] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** With `--json` nobody prints the id of a preview, with which whoever has it can show it. */
export const previewReport = ({ until, parts }: Preview) => ({ until, parts });

export const entryReport = ({ seq, at, by, operation }: Entry) => ({ seq, at, by, operation });

export type CommandIo = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdout: Output;
  readonly stderr: Output;
};
export type Output = { write(text: string): unknown; readonly isTTY?: boolean };

export type Input = Pick<CommandIo, 'cwd' | 'env'> & {
  connect(): PortalConnection;
  /** Says on a terminal how far the work is. */
  progress(text: string): void;
};

export type Result = {
  /** With `--json`; its shape is promised (docs/releases.md). */
  readonly json: object;
  readonly lines: readonly string[];
  /** What `lines` leaves to say on a terminal, beside what a script wants to read. */
  readonly notes?: readonly string[];
};

/** The action of a command of `commander`: gets its arguments, and then its options. */
export type Does = (
  work: (input: Input, ...words: never[]) => Promise<Result>,
) => (...words: unknown[]) => Promise<void>;
