/** In one statement, for PostgreSQL's limit of parameters. */
const ROWS_AT_ONCE = 500;
/** While the database does not answer, this many rows are kept; further ones are lost. */
const MOST_ROWS = 10_000;

/** Rows that are counted in memory, and added to the database from time to time. */
export type CountedRows<Row> = {
  add(row: Row): void;
  /** Adds what was counted to the database. If that fails, it is kept for the next time. */
  flush(): Promise<void>;
};

/**
 * @param keyOf rows with the same key are one
 * @param sum of two rows with the same key
 * @param insert adds rows to those of the database, in the order of their keys
 */
export function createCountedRows<Row>({
  keyOf,
  sum,
  insert,
}: {
  readonly keyOf: (row: Row) => string;
  readonly sum: (one: Row, other: Row) => Row;
  readonly insert: (rows: readonly Row[]) => Promise<unknown>;
}): CountedRows<Row> {
  let rows = new Map<string, Row>();
  // One after another, so that the last flush of a process that ends waits for the one before.
  let earlier: Promise<void> = Promise.resolve();

  function add(row: Row): void {
    const key = keyOf(row);
    const known = rows.get(key);
    if (known) rows.set(key, sum(known, row));
    else if (rows.size < MOST_ROWS) rows.set(key, row);
  }

  async function write(): Promise<void> {
    // Several servers that write the same rows in one order do not wait for each other in a circle.
    const full = [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    rows = new Map();
    for (let start = 0; start < full.length; start += ROWS_AT_ONCE) {
      try {
        await insert(full.slice(start, start + ROWS_AT_ONCE));
      } catch (error) {
        for (const row of full.slice(start)) add(row);
        throw error;
      }
    }
  }

  return {
    add,
    flush() {
      const written = earlier.then(write);
      earlier = written.catch(() => {});
      return written;
    },
  };
}
