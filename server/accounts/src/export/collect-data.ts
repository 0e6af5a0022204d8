import type { AccountContext } from '@portal/server-members/account-context';
import { passportPhotosData } from '@portal/server-passports/schema/passports';
import type { DomainContext } from '@portal/server-platform/database/context';
import {
  exportedColumns,
  isOf,
  type NamedMember,
  type PersonalData,
} from '@portal/server-platform/database/personal-data';
import { and, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';

type Row = Readonly<Record<string, unknown>>;
export type CollectedData = {
  /** Contents for JSON, some rows at a time. */
  readonly files: readonly {
    readonly name: string;
    readonly pages: AsyncIterable<readonly Row[]>;
  }[];
  readonly photos: AsyncIterable<{ readonly name: string; readonly webp: Uint8Array }>;
};

/** So many rows are read and made into text at once: some milliseconds, and then others have their turn. */
const ROWS_AT_ONCE = 50;

/**
 * Everything that the portal holds about a member and that tells them something: of each table the rows
 * and columns that the schema names for it, and nothing by which somebody could sign in.
 * Rows are read when they are asked for, and no connection is kept between them.
 */
export function collectData(
  context: Pick<AccountContext, 'db' | 'tables'>,
  member: NamedMember,
): CollectedData {
  const files = context.tables.flatMap((described) => {
    const exported = exportedColumns(described, member);
    if (exported === undefined) return [];
    // A picture is a file of its own.
    const { webp: _, ...columns } = exported;
    const pages = pagesOf(context, described, member, columns, ROWS_AT_ONCE);
    return [{ name: `${described.file}.json`, pages }];
  });
  return { files, photos: photosOf(context, member) };
}

async function* photosOf(context: Pick<DomainContext, 'db'>, member: NamedMember) {
  const { id, webp } = getTableColumns(passportPhotosData.table);
  const columns = { id: sql`${id}`, webp: sql`${webp}` };
  for await (const [photo] of pagesOf(context, passportPhotosData, member, columns, 1)) {
    const { id, webp } = (photo ?? {}) as { readonly id?: string; readonly webp: Uint8Array };
    if (id !== undefined) yield { name: `photos/${id}.webp`, webp };
  }
}

/** A member's rows of a table, oldest first, each time those that follow the last one. */
async function* pagesOf(
  { db }: Pick<DomainContext, 'db'>,
  described: PersonalData,
  member: NamedMember,
  columns: Readonly<Record<string, SQL>>,
  size: number,
): AsyncGenerator<readonly Row[]> {
  const keys = orderOf(described.table);
  const list = (parts: readonly unknown[]) => sql.join([...parts] as SQL[], sql`, `);
  const place = sql<string[]>`array[${list(keys.map((key) => sql`${key}::text`))}]`;
  let last: readonly string[] | undefined;
  do {
    const values = last?.map(
      (value, i) => sql`${value}::text::${sql.raw(keys[i]?.getSQLType() ?? '')}`,
    );
    const rows = await db
      .select({ ...columns, place })
      .from(described.table)
      .where(and(isOf(described, member), values && sql`(${list(keys)}) > (${list(values)})`))
      .orderBy(...keys)
      .limit(size);
    yield rows.map(({ place: _, ...row }) => row);
    last = rows.length === size ? (rows.at(-1)?.place as readonly string[]) : undefined;
  } while (last);
}

/** The first time that each row has, and what tells rows of the same time apart. */
function orderOf(table: PgTable): readonly PgColumn[] {
  const columns = Object.values(getTableColumns(table)) as PgColumn[];
  const time = columns.find(({ dataType, notNull }) => dataType === 'date' && notNull);
  const primary = getTableConfig(table).primaryKeys.flatMap((key) => key.columns as PgColumn[]);
  return [...(time ? [time] : []), ...columns.filter((one) => one.primary), ...primary];
}
