import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from './database.ts';

/** Generated from the schemas of all packages by `npm run db:generate -w server/main`, and applied at every start. */
export const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, '../../drizzle');

type Journal = { readonly entries: readonly { readonly when: number }[] };

/** When the migrations that this version knows were made, in milliseconds, from the first to the last. */
export const KNOWN_MIGRATIONS: readonly number[] = (
  JSON.parse(readFileSync(path.join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8')) as Journal
).entries.map(({ when }) => when);

/** The same of the migrations that a database has; none for an empty one. */
export async function migrationsOf(db: Database): Promise<number[]> {
  const [table] = await queryRows<{ name: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!table?.name) return [];
  const rows = await queryRows<{ when: string }>(
    db,
    sql`select created_at::text as when from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map(({ when }) => Number(when));
}
