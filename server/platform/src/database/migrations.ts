import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '@portal/shared-process/command-line';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from './database.ts';
import { schemaFloor } from './schema/platform.ts';

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

/**
 * How a schema stands to this version: `newer` has migrations that this version need not know, and `before` is of a
 * version from before the first migration of now.
 */
export async function schemaState(
  db: Database,
): Promise<'current' | 'pending' | 'newer' | 'too new' | 'before'> {
  const there = await migrationsOf(db);
  const [first = 0] = KNOWN_MIGRATIONS;
  if (there.length > 0 && !there.includes(first)) return 'before';
  const isPending = KNOWN_MIGRATIONS.some((when) => !there.includes(when));
  if (there.every((when) => KNOWN_MIGRATIONS.includes(when)))
    return isPending ? 'pending' : 'current';
  return !isPending && (await servesSchema(db)) ? 'newer' : 'too new';
}

/** Whether the migrations after this version have left what it uses. */
async function servesSchema(db: Database): Promise<boolean> {
  const [floor] = await db.select().from(schemaFloor);
  return floor !== undefined && KNOWN_MIGRATIONS.includes(floor.when);
}

/**
 * Applies what is pending. Nothing is asked for but reading where nothing is, so that the role that serves need not
 * be able to change the schema.
 * @throws ConfigError for a schema in which something that this version uses is missing or means something else
 */
export async function bringUpToDate(db: Database, migrate: () => Promise<void>): Promise<void> {
  const state = await schemaState(db);
  if (state === 'too new') throw new ConfigError(NEWER_SCHEMA);
  if (state === 'before') throw new ConfigError(SCHEMA_BEFORE);
  if (state === 'pending') await migrate();
}

export const NEWER_SCHEMA =
  'Please start the newer version of the portal, or restore the backup of before it: the schema of the database is too new for this version.';
export const SCHEMA_BEFORE =
  'Please start with an empty database (the embedded one is in .data/database): this one is of a version from before the first release, and nothing brings it up to date.';
export const OLDER_SCHEMA =
  'Please run node deploy/migrate.ts with the role that owns the schema: the database lacks migrations of this version.';
