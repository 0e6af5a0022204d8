import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MIGRATIONS_FOLDER } from './migrations.ts';

type Entry = { readonly tag: string; readonly when: number };
const { entries } = JSON.parse(
  readFileSync(path.join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8'),
) as { readonly entries: readonly Entry[] };

/** The statements after which a server that does not know them may no longer work. */
function takingAway(migration: string): string[] {
  const statements = migration
    .split(/--> statement-breakpoint|;\s*\n/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  const created = [...migration.matchAll(/CREATE TABLE "(\w+)"/g)].map(([, table]) => table);
  return statements.filter((statement) => {
    const [, table] = /^(?:ALTER TABLE|CREATE.* ON) "(\w+)"/.exec(statement) ?? [];
    if (table !== undefined && created.includes(table)) return false;
    if (/^(CREATE (TABLE|INDEX|TYPE|FUNCTION)|INSERT INTO) /.test(statement)) return false;
    if (/^ALTER TABLE "\w+" ALTER COLUMN "\w+" (DROP NOT NULL|SET DEFAULT )/.test(statement))
      return false;
    const adds = /^ALTER TABLE "\w+" ADD COLUMN /.test(statement);
    return !adds || (/NOT NULL/.test(statement) && !/ DEFAULT /.test(statement));
  });
}

// @proves 16.824
test.each(entries)(
  '$tag only adds, or raises the floor of the schema to itself',
  ({ tag, when }) => {
    const text = readFileSync(path.join(MIGRATIONS_FOLDER, `${tag}.sql`), 'utf8');
    const raises = new RegExp(`^(INSERT INTO|UPDATE) "schema_floor" .*\\b${when}\\b`, 'm').test(
      text,
    );
    expect(raises ? [] : takingAway(text)).toEqual([]);
  },
);

test.each([
  ['a table', 'CREATE TABLE "a" ("id" uuid NOT NULL);', 0],
  ['a column', 'ALTER TABLE "a" ADD COLUMN "b" text;', 0],
  ['a column with a default', `ALTER TABLE "a" ADD COLUMN "b" text DEFAULT '' NOT NULL;`, 0],
  [
    'a key of a new table',
    'CREATE TABLE "a" ();\nALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE("b");',
    0,
  ],
  [
    'a key of a new table to another',
    'CREATE TABLE "a" ();\nCREATE UNIQUE INDEX "i" ON "a" ("b");',
    0,
  ],
  ['a column that must be written', 'ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;', 1],
  ['a rule for what is written', 'ALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE("b");', 1],
  ['a unique index', 'CREATE UNIQUE INDEX "i" ON "a" ("b");', 1],
  ['a dropped column', 'ALTER TABLE "a" DROP COLUMN "b";', 1],
  ['a renamed table', 'ALTER TABLE "a" RENAME TO "b";', 1],
  ['changed rows', 'UPDATE "a" SET "b" = 1;', 1],
])('%s: statements that take something away', (_what, migration, count) => {
  expect(takingAway(`${migration}\n`)).toHaveLength(count);
});
