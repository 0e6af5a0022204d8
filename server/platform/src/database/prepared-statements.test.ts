import { openTestDatabase } from '@portal/server-testing';
import { sql } from 'drizzle-orm';
import { type DatabaseHandle, queryRows } from './database.ts';

let database: DatabaseHandle;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Calls that follow one another use the same connection. */
const prepared = async (part: string) => {
  const rows = await queryRows<{ statement: string }>(
    database.db,
    sql.raw('select statement from pg_prepared_statements'),
  );
  return rows.filter(({ statement }) => statement.includes(part)).length;
};

it('prepares a statement once, whatever its values', async () => {
  for (const value of ['one', 'two', 'three']) {
    const rows = await queryRows(database.db, sql`select ${value}::text as twice`);
    expect(rows).toEqual([{ twice: value }]);
  }
  expect(await prepared('as twice')).toBe(1);
});

it('does not prepare a query without values, so a script of several statements works', async () => {
  await database.db.execute(sql.raw('select 1 as lonely; select 2 as lonely'));
  expect(await prepared('as lonely')).toBe(0);
});

it('limits the prepared statements of a connection, and still runs the statements above the limit', async () => {
  for (let width = 1; width <= 450; width += 1) {
    const values = Array.from({ length: width }, (_, index) => sql`${index}::int`);
    const rows = await queryRows(
      database.db,
      sql`select count(*)::int as wide from unnest(array[${sql.join(values, sql`, `)}])`,
    );
    expect(rows).toEqual([{ wide: width }]);
  }
  expect(await prepared('')).toBeLessThanOrEqual(400);
});
