import { getTableColumns, getTableName, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** By what rows name a member. */
export type NamedMember = {
  readonly id: string;
  readonly email: string;
  readonly emailNormalized: string;
  readonly phone: string | null;
};

/** Why a column is not in a member's data export. */
type Withheld =
  /** Whoever has it could sign in, send, or try guesses: a secret, a key, a hash. */
  | 'opens something'
  /** An id or a position that only joins rows. */
  | 'joins rows'
  /** Bookkeeping of the server, which tells the member nothing. */
  | 'bookkeeping'
  /** It tells something about somebody else. */
  | "somebody else's"
  /** Another column that is exported says the same. */
  | 'exported elsewhere';

/** How a column is exported: to all members of the row, to those with a role, or as an expression of it. */
type Export<Role extends string> =
  | 'exported'
  | readonly Role[]
  | { readonly as: (column: PgColumn) => SQL }
  | Withheld;

/** What happens to the rows when the account is erased. */
type Erased =
  /** A foreign key deletes the row, or clears the column that names the member. */
  | 'by foreign key'
  /** The job that erases accounts deletes the rows of each role. */
  | 'by the job'
  /** It ends by itself within days, and names the member only by a hash or not at all. */
  | { readonly whenEnded: string }
  | { readonly kept: string };

type Columns<Table extends PgTable> = keyof Table['$inferSelect'] & string;

/** The answers for a table whose rows belong to members. */
type OfMembers<Table extends PgTable, Role extends string> = {
  /** Its name in the export; default: that of the table. */
  readonly file?: string;
  /** Whose a row is: for each role a column with the member's id, or a condition. */
  readonly whose: Readonly<
    Record<Role, Columns<Table> | ((member: NamedMember) => SQL | undefined)>
  >;
  readonly erased: Erased;
  readonly columns: Readonly<Record<Columns<Table>, Export<NoInfer<Role>>>>;
};
/** The answers for a table that is about no member. */
type OfNobody<Table extends PgTable> = {
  readonly file?: undefined;
  readonly whose: 'nobody';
  readonly erased: Erased;
  readonly columns: Readonly<Record<Columns<Table>, Withheld>>;
};

/** The answers for one table, without its type. */
export type PersonalData = {
  readonly table: PgTable;
  readonly file: string;
  readonly roles: Readonly<Record<string, (member: NamedMember) => SQL | undefined>>;
  readonly erased: Erased;
  readonly columns: Readonly<Record<string, Export<string>>>;
};

/**
 * Says of each column of a table whose it is, how it is exported or why not, and when it is erased. The
 * data export and the erasure of an account are made from these answers; a column without one does not
 * compile.
 */
export function personalData<Table extends PgTable, Role extends string>(
  table: Table,
  answers: OfMembers<Table, Role> | OfNobody<Table>,
): PersonalData {
  const { whose, erased, columns } = answers;
  const ofTable = getTableColumns(table) as Record<string, PgColumn>;
  const roles = Object.entries<string | ((member: NamedMember) => SQL | undefined)>(
    whose === 'nobody' ? {} : whose,
  ).map(([role, found]): [string, (member: NamedMember) => SQL | undefined] => [
    role,
    typeof found === 'function' ? found : ({ id }) => sql`${ofTable[found]} = ${id}`,
  ]);
  const file = answers.file ?? getTableName(table).replaceAll('_', '-');
  return { table, file, roles: Object.fromEntries(roles), erased, columns };
}

/** The condition that a row is a member's, in any role. */
export const isOf = ({ roles }: PersonalData, member: NamedMember): SQL | undefined =>
  or(...Object.values(roles).map((condition) => condition(member)));

/**
 * What of a table is in a member's export: an expression for each exported column. What only one role may
 * see is null in the rows where the member has another.
 * @returns undefined if nothing is
 */
export function exportedColumns(
  { table, roles, columns }: PersonalData,
  member: NamedMember,
): Record<string, SQL> | undefined {
  const ofTable = getTableColumns(table) as Record<string, PgColumn>;
  const exported: Record<string, SQL> = {};
  for (const [name, answer] of Object.entries(columns)) {
    const column = ofTable[name];
    if (!column || (typeof answer === 'string' && answer !== 'exported')) continue;
    exported[name] = expressionOf(column, answer);
  }
  return Object.keys(exported).length > 0 ? exported : undefined;

  function expressionOf(column: PgColumn, answer: Export<string>): SQL {
    if (typeof answer === 'string') return sql`${column}`.mapWith(column);
    if ('as' in answer) return answer.as(column);
    const seen = or(...answer.map((role) => roles[role]?.(member)));
    return sql`case when ${seen} then ${column} end`.mapWith(column);
  }
}
