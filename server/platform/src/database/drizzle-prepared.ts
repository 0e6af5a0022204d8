import type { Database } from './database.ts';

/**
 * A query that Drizzle builds once for each database handle instead of at every call. Values that differ
 * between calls are `sql.placeholder(…)`. A transaction is a handle of its own, so there it is built
 * each time; use this for what is asked outside of transactions.
 * @param build ends with `.prepare(name)`; the name must not be used twice
 */
export function preparedQuery<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const built = new WeakMap<Database, Query>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    built.set(db, known);
    return known;
  };
}
