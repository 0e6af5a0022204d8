import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '@portal/shared-process/config-error';
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

/** The migrations that are still to be applied, and those that only a newer version of the portal knows. */
export async function schemaDifference(
  db: Database,
): Promise<{ readonly pending: number; readonly unknown: number }> {
  const there = await migrationsOf(db);
  return {
    pending: KNOWN_MIGRATIONS.filter((when) => !there.includes(when)).length,
    unknown: there.filter((when) => !KNOWN_MIGRATIONS.includes(when)).length,
  };
}

/**
 * Applies what is pending. Nothing is asked for but reading where nothing is, so that the role that serves need not
 * be able to change the schema.
 * @throws ConfigError for a schema of a newer version: nothing says that this one may write to it
 */
export async function bringUpToDate(db: Database, migrate: () => Promise<void>): Promise<void> {
  const { pending, unknown } = await schemaDifference(db);
  if (unknown > 0) throw new ConfigError(NEWER_SCHEMA);
  if (pending > 0) await migrate();
}

export const NEWER_SCHEMA =
  'Please start the newer version of the portal, or restore the backup of before it: the schema of the database has migrations that this version does not know.';
export const OLDER_SCHEMA =
  'Please run node deploy/migrate.ts with the role that owns the schema: the database lacks migrations of this version.';
