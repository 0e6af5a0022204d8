/** Maps snake_case of the API to camelCase by the contract's names, so that a new field needs no entry here. */

type CamelName<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : S;

/** The same fields with camelCase names; nested objects stay as they are. */
export type CamelCase<T> = { [K in keyof T as CamelName<K & string>]: T[K] };

/** A timestamp of an answer may be given as a Date. */
type Moment<T> = string extends T ? T | Date : T;
/** The source of an answer of type T: its fields in camelCase. Further fields are allowed and left out. */
export type AnswerSource<T> = { readonly [K in keyof T as CamelName<K & string>]: Moment<T[K]> };

export function camelName(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function toCamelCase<T extends object>(body: T): CamelCase<T> {
  const entries = Object.entries(body).map(([name, value]) => [camelName(name), value]);
  return Object.fromEntries(entries) as CamelCase<T>;
}

/**
 * Makes an answer from a record of the server: exactly the schema's fields, so that a new column is
 * never leaked, with dates as ISO 8601.
 * @param schema an object schema of valibot
 */
export function toAnswer<T extends object>(
  schema: { readonly entries: { readonly [K in keyof T]: unknown } },
  record: AnswerSource<T>,
): T {
  const values = record as Readonly<Record<string, unknown>>;
  const entries = Object.keys(schema.entries).map((name) => {
    const value = values[camelName(name)];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(entries) as T;
}
