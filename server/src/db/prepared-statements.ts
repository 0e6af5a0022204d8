import pg from 'pg';

/** Above what the server's code has; bulk inserts of any length would otherwise fill the connection. */
const STATEMENTS_MAX = 400;

/**
 * A client that has PostgreSQL parse and plan each statement once per connection, instead of at every
 * call: on short statements that is half of the work. Only statements with values, so that a script of
 * several is sent as it is. Between the server and a pooler that shares connections by transaction
 * this needs one that knows prepared statements (PgBouncer 1.21).
 */
export class PreparingClient extends pg.Client {
  // pg declares a dozen overloads; what goes in and comes out is the same here.
  override query(...args: unknown[]): never {
    const [statement, values, ...rest] = args;
    const named = isText(statement) && Array.isArray(values) && values.length > 0;
    const sent = named ? { ...statement, name: nameOf(statement.text) } : statement;
    return (super.query as (...args: unknown[]) => never)(sent, values, ...rest);
  }
}

type Text = { readonly text: string };

function isText(statement: unknown): statement is Text {
  const { text, name } = (statement ?? {}) as { text?: unknown; name?: unknown };
  return typeof text === 'string' && name === undefined;
}

const names = new Map<string, string>();

/** Undefined, which is not prepared, for what comes after so many others. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= STATEMENTS_MAX) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
