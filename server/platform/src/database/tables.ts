import { getTableColumns, getTableName, lte, or, type SQL, sql } from 'drizzle-orm';
import { customType, type PgColumn, type PgTable, timestamp } from 'drizzle-orm/pg-core';
import type { DomainContext } from './database.ts';

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

export type NamedMember = {
  readonly id: string;
  readonly email: string;
  readonly emailNormalized: string;
  readonly phone: string | null;
};

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
type Export = 'exported' | readonly string[] | ((column: PgColumn) => SQL) | Withheld;

type Erased =
  /** A foreign key deletes the row, or clears the column that names the member. */
  | 'by foreign key'
  /** The job that erases accounts deletes the rows of each role. */
  | 'by the job'
  /** It ends by itself within days, and names the member only by a hash or not at all. */
  | { readonly whenEnded: string }
  | { readonly kept: string };

type NameOf<Table extends PgTable> = keyof Table['$inferSelect'] & string;

/** The columns of each kind; of a role, those that only members with it may see. */
type Columns<Table extends PgTable, Role extends string> = Readonly<
  Partial<Record<'exported' | Withheld | Role, readonly NameOf<Table>[]>>
>;

/** Rows end when this moment is so long past, and are then deleted. */
type Ends<Table extends PgTable> = { readonly by: NameOf<Table>; readonly afterMs?: number };

type Answers<Table extends PgTable, Role extends string, Kinds, As extends string> = {
  /** Its name in the export; default: that of the table. */
  readonly file?: string;
  /** Whose a row is: for each role a column with the member's id, or a condition. */
  readonly whose: Readonly<
    Record<Role, NameOf<Table> | ((member: NamedMember) => SQL | undefined)>
  >;
  readonly erased: Erased;
  readonly ends?: Ends<Table>;
  readonly columns: Kinds;
  /** Columns that are exported as an expression of them. */
  readonly as?: Readonly<Record<As, (column: PgColumn) => SQL>>;
};

/** The answers for one table, without its type. */
export type PersonalData = {
  readonly table: PgTable;
  readonly file: string;
  readonly roles: Readonly<Record<string, (member: NamedMember) => SQL | undefined>>;
  readonly erased: Erased;
  readonly ends: { readonly by: PgColumn; readonly afterMs: number } | undefined;
  readonly columns: Readonly<Record<string, Export>>;
};

/**
 * Says of each column of a table whose it is, how it is exported or why not, and when it is erased. The data export
 * and the erasure of an account are made from these answers; a column without one does not compile.
 */
export function personalData<
  Table extends PgTable,
  Role extends string,
  const Kinds extends Columns<Table, NoInfer<Role>>,
  As extends NameOf<Table> = never,
>(
  table: Table,
  { file, whose, erased, ends, columns, as }: Answers<Table, Role, Kinds, As>,
  ..._unanswered: [NameOf<Table>] extends [NonNullable<Kinds[keyof Kinds]>[number] | As]
    ? []
    : ['a column has no answer']
): PersonalData {
  const ofTable = getTableColumns(table) as Record<string, PgColumn>;
  type Whose = string | ((member: NamedMember) => SQL | undefined);
  const roles = Object.entries<Whose>(whose).map(([role, found]) => [
    role,
    typeof found === 'function' ? found : ({ id }: NamedMember) => sql`${ofTable[found]} = ${id}`,
  ]);
  const answers: Record<string, Export> = { ...as };
  for (const [kind, names] of Object.entries(columns as Record<string, readonly string[]>)) {
    for (const name of names) {
      const known = answers[name] ?? [];
      answers[name] =
        kind in whose && typeof known === 'object' ? [...known, kind] : (kind as Withheld);
    }
  }
  return {
    table,
    file: file ?? getTableName(table).replaceAll('_', '-'),
    roles: Object.fromEntries(roles),
    erased,
    ends: endsOf(table, ends),
    columns: answers,
  };
}

/** Says of a table that it is about no member: nothing of it is exported. */
export const nobodysData = <Table extends PgTable>(
  table: Table,
  erased: Erased,
  ends?: Ends<Table>,
): PersonalData => ({
  table,
  file: getTableName(table),
  roles: {},
  erased,
  ends: endsOf(table, ends),
  columns: {},
});

function endsOf<Table extends PgTable>(table: Table, ends: Ends<Table> | undefined) {
  const by = ends && (getTableColumns(table) as Record<string, PgColumn>)[ends.by];
  return by && { by, afterMs: ends.afterMs ?? 0 };
}

export async function deleteEnded({ db, clock }: DomainContext, tables: readonly PersonalData[]) {
  const now = clock.now().getTime();
  for (const { table, ends } of tables) {
    if (ends) await db.delete(table).where(lte(ends.by, new Date(now - ends.afterMs)));
  }
}

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

  function expressionOf(column: PgColumn, answer: Export): SQL {
    if (typeof answer === 'string') return sql`${column}`.mapWith(column);
    if (typeof answer === 'function') return answer(column);
    const seen = or(...answer.map((role) => roles[role]?.(member)));
    return sql`case when ${seen} then ${column} end`.mapWith(column);
  }
}
