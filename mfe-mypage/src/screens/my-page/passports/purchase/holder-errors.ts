import {
  type ChildAgeProblem,
  childAgeProblem,
  dateOfBirthProblem,
  isoDate,
  kindsFor,
  type NewHolder,
  NewHolderSchema,
  type Passes,
  type PassportKind,
  todayInJapan,
  usageStartProblem,
} from '@portal/kit/contract';
import { checkFields, type ServerErrors } from '@portal/kit/ui/forms';
import * as v from 'valibot';
import { type HolderFields, HolderFieldsSchema } from './flow.ts';

/** The fields of the first step, in display order. */
const HOLDER_FIELDS = [
  'kind_id',
  'last_name',
  'first_name',
  'email',
  'date_of_birth',
  'usage_start_date',
] as const;
export type HolderField = (typeof HOLDER_FIELDS)[number];
export type HolderErrors = Partial<Record<HolderField, string>>;

/** What is sold, and when the member was born who buys it. */
export type Selling = Passes & { readonly memberBorn: string | null };

export const holderFormSchema = (selling: Selling) =>
  v.pipe(
    HolderFieldsSchema,
    checkFields((holder) => holderErrors(holder, todayInJapan(new Date()), selling)),
  );

/** The message keys of the first step's errors by field. `today` is in Japan, YYYY-MM-DD. */
export function holderErrors(holder: HolderFields, today: string, selling: Selling): HolderErrors {
  const age = ageProblem(holder, today, selling);
  const fitting = fittingKinds(holder, today, selling);
  const isChosen = fitting && kindAmong(fitting, holder) !== undefined;
  const start = usageStartProblem(isoDate(holder.usage_start_date), today);
  return {
    ...typedProblems(holder),
    ...(holder.kind === 'child' && birthProblem(holder, today)),
    ...(fitting && fitting.length > 1 && !isChosen && { kind_id: 'required.choice' }),
    ...(fitting?.length === 0 && { usage_start_date: 'no_kind' }),
    ...(start && { usage_start_date: start }),
    ...(age && { date_of_birth: age }),
  };
}

/** What is wrong with the age of a child; undefined also while one of the dates is not valid. */
export function ageProblem(
  holder: HolderFields,
  today: string,
  { childBelow }: Selling,
): ChildAgeProblem | undefined {
  if (holder.kind !== 'child') return undefined;
  const start = isoDate(holder.usage_start_date);
  if (usageStartProblem(start, today)) return undefined;
  if (dateOfBirthProblem(holder.date_of_birth, { today, required: true })) return undefined;
  return childAgeProblem(isoDate(holder.date_of_birth), start, childBelow);
}

/** The kinds that the person can have from the day that is entered; undefined while person or day are not valid. */
export function fittingKinds(
  holder: HolderFields,
  today: string,
  selling: Selling,
): readonly PassportKind[] | undefined {
  const firstDay = isoDate(holder.usage_start_date);
  if (usageStartProblem(firstDay, today) || ageProblem(holder, today, selling)) return undefined;
  if (holder.kind === 'child' && birthProblem(holder, today).date_of_birth) return undefined;
  const born = {
    member: selling.memberBorn,
    child: isoDate(holder.date_of_birth),
    adult: null,
  }[holder.kind];
  return kindsFor(selling, { born, firstDay, today });
}

/** The kind that is chosen, or the only one. */
export const kindAmong = (
  kinds: readonly PassportKind[],
  { kind_id }: HolderFields,
): PassportKind | undefined =>
  kinds.length === 1 ? kinds[0] : kinds.find(({ id }) => id === kind_id);

/** The holder as the API expects it. @throws v.ValiError if the step is not valid */
export const holderOf = (holder: HolderFields): NewHolder =>
  v.parse(NewHolderSchema, holderInput(holder));

const holderInput = ({ kind, date_of_birth, ...typed }: HolderFields) => ({
  kind,
  ...typed,
  date_of_birth: isoDate(date_of_birth),
});

function typedProblems(holder: HolderFields): HolderErrors {
  const problems: HolderErrors = {};
  for (const issue of v.safeParse(NewHolderSchema, holderInput(holder)).issues ?? []) {
    const field = v.getDotPath(issue) as HolderField | null;
    if (field && field !== 'date_of_birth') problems[field] ??= issue.message;
  }
  return problems;
}

function birthProblem({ date_of_birth }: HolderFields, today: string): HolderErrors {
  const born = dateOfBirthProblem(date_of_birth, { today, required: true });
  return born ? { date_of_birth: born } : {};
}

/** The server's errors that belong to this step. It prefixes the typed fields with `holder.`. */
export function holderErrorsFromServer(errors: ServerErrors = {}): ServerErrors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, keys]) => {
      const field = fieldOf(name);
      return field ? [[field, keys]] : [];
    }),
  );
}

/** Whether an error of the server, named by its field, is corrected in this step. */
export const isHolderField = (name: string): boolean => fieldOf(name) !== undefined;

const fieldOf = (name: string): HolderField | undefined =>
  HOLDER_FIELDS.find((field) => field === name.replace(/^holder\./, ''));
