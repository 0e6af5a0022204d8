import {
  dateOfBirthProblem,
  entersFree,
  isoDate,
  type NewHolder,
  NewHolderSchema,
  usageStartProblem,
} from '@portal/shared-contract';
import * as v from 'valibot';
import type { Who } from './flow.ts';

/** The fields of the first step, in their order. */
const WHO_FIELDS = ['last_name', 'first_name', 'date_of_birth', 'usage_start_date'] as const;
export type WhoField = (typeof WHO_FIELDS)[number];
export type WhoProblems = Partial<Record<WhoField, string>>;

/**
 * What is wrong with the first step: message keys by field.
 * @param today of Japan, YYYY-MM-DD
 */
export function whoProblems(who: Who, today: string): WhoProblems {
  const start = usageStartProblem(isoDate(who.usage_start_date), today);
  return {
    ...(who.kind === 'child' && childProblems(who, today)),
    ...(start && { usage_start_date: start }),
    ...(isFree(who, today) && { date_of_birth: 'children_under_3_free' }),
  };
}

/** Both dates are there, and the child is under 3 on the start date (spec §5). */
export function isFree(who: Who, today: string): boolean {
  if (who.kind !== 'child') return false;
  const start = isoDate(who.usage_start_date);
  if (usageStartProblem(start, today)) return false;
  if (dateOfBirthProblem(who.date_of_birth, { today, required: true })) return false;
  return entersFree(isoDate(who.date_of_birth), start);
}

/** The holder as the API takes it. For a step without a problem. */
export const holderOf = (who: Who): NewHolder => v.parse(NewHolderSchema, holderInput(who));

const holderInput = ({ kind, last_name, first_name, date_of_birth }: Who) =>
  kind === 'member'
    ? { kind }
    : { kind, last_name, first_name, date_of_birth: isoDate(date_of_birth) };

function childProblems(who: Who, today: string): WhoProblems {
  const problems: WhoProblems = {};
  for (const issue of v.safeParse(NewHolderSchema, holderInput(who)).issues ?? []) {
    const field = v.getDotPath(issue) as WhoField | null;
    if (field && field !== 'date_of_birth') problems[field] ??= issue.message;
  }
  const born = dateOfBirthProblem(who.date_of_birth, { today, required: true });
  return born ? { ...problems, date_of_birth: born } : problems;
}

/** What the server found in this step, of all that it found; it names a child's fields below `holder`. */
export function problemsOfServer(descriptions: Record<string, string[]> = {}): WhoProblems {
  const entries = Object.entries(descriptions).flatMap(([name, [key]]) => {
    const field = fieldOf(name);
    return field && key ? [[field, key] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Whether what the server names is put right in this step. */
export const isWhoField = (name: string): boolean => fieldOf(name) !== undefined;

const fieldOf = (name: string): WhoField | undefined =>
  WHO_FIELDS.find((field) => field === name.replace(/^holder\./, ''));
