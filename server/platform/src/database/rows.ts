import { and, eq, isNull, SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { DomainContext } from './database.ts';

type Row<Table extends PgTable> = Table['$inferSelect'];
/** The values that columns of a row have, where null asks for null; or any other condition. */
type Which<Table extends PgTable> = Partial<Row<Table>> | SQL | undefined;
type Context = Pick<DomainContext, 'db'>;

/** The condition that columns have these values; null asks for null. */
export function equals<Table extends PgTable>(table: Table, values: Partial<Row<Table>>): SQL {
  const columns = table as unknown as Record<string, PgColumn>;
  const conditions = Object.entries(values).map(([name, value]) => {
    const column = columns[name] as PgColumn;
    return value === null ? isNull(column) : eq(column, value);
  });
  return conditionOf(table, and(...conditions));
}

/** @throws without a condition: a statement would be about every row */
function conditionOf<Table extends PgTable>(table: Table, which: Which<Table>): SQL {
  if (!which) throw new Error('A condition is missing');
  return which instanceof SQL ? which : equals(table, which);
}

/** The row of a condition; undefined if there is none. @param lock until the transaction ends */
export async function findRow<Table extends PgTable>(
  { db }: Context,
  table: Table,
  which: Which<Table>,
  lock?: 'update' | 'share',
): Promise<Row<Table> | undefined> {
  const query = db
    .select()
    .from(table as PgTable)
    .where(conditionOf(table, which));
  const [row] = await (lock ? query.for(lock) : query.limit(1));
  return row;
}

export async function hasRow<Table extends PgTable>(
  { db }: Context,
  table: Table,
  which: Which<Table>,
): Promise<boolean> {
  const one = db.select({ one: sql`1` }).from(table as PgTable);
  return (await one.where(conditionOf(table, which)).limit(1)).length > 0;
}

export async function updateRows<Table extends PgTable>(
  { db }: Context,
  table: Table,
  which: Which<Table>,
  changes: PgUpdateSetSource<Table>,
): Promise<Row<Table>[]> {
  const changed = db.update(table as PgTable).set(changes as never);
  return changed.where(conditionOf(table, which)).returning();
}

export const deleteRows = async <Table extends PgTable>(
  { db }: Context,
  table: Table,
  which: Which<Table>,
): Promise<Row<Table>[]> => db.delete(table).where(conditionOf(table, which)).returning() as never;
