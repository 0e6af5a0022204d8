import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  exportedColumns,
  isOf,
  type NamedMember,
  type PersonalData,
} from '../../db/personal-data.ts';
import { PERSONAL_TABLES } from '../../db/personal-tables.ts';
import { passportPhotos } from '../../db/schema/passports.ts';
import type { DomainContext } from '../context.ts';

type Row = Readonly<Record<string, unknown>>;
export type CollectedData = {
  /** Contents for JSON. */
  readonly files: readonly { readonly name: string; readonly content: readonly Row[] }[];
  readonly photos: readonly { readonly name: string; readonly webp: Uint8Array }[];
};

/**
 * Everything that the portal holds about a member and that tells them something: of each table the rows
 * and columns that the schema names for it, and nothing by which somebody could sign in (product §12.69).
 */
export async function collectData(
  context: Pick<DomainContext, 'db'>,
  member: NamedMember,
): Promise<CollectedData> {
  const files: { name: string; content: readonly Row[] }[] = [];
  const photos: { name: string; webp: Uint8Array }[] = [];
  for (const described of PERSONAL_TABLES) {
    const rows = await rowsOf(context, described, member);
    if (rows === undefined) continue;
    files.push({ name: `${described.file}.json`, content: rows.map(withoutPicture) });
    if (described.table === passportPhotos) {
      for (const { id, webp } of rows as readonly PhotoRow[]) {
        photos.push({ name: `photos/${id}.webp`, webp });
      }
    }
  }
  return { files, photos };
}
type PhotoRow = { readonly id: string; readonly webp: Uint8Array };

/** A member's rows of a table, oldest first; undefined if nothing of it is exported. */
async function rowsOf(
  { db }: Pick<DomainContext, 'db'>,
  described: PersonalData,
  member: NamedMember,
): Promise<readonly Row[] | undefined> {
  const columns = exportedColumns(described, member);
  if (columns === undefined) return undefined;
  return db
    .select(columns)
    .from(described.table)
    .where(isOf(described, member))
    .orderBy(...timesOf(described.table));
}

const timesOf = (table: PgTable) =>
  Object.values(getTableColumns(table)).filter(({ dataType }) => dataType === 'date');

/** A picture is a file of its own. */
const withoutPicture = ({ webp, ...row }: Row): Row => row;
