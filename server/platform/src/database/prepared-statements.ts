import { traceQuery } from '@portal/shared-process/traces/traces';
import pg from 'pg';
import { breakOff } from './break-off.ts';
import { isConnectionLost, isReadTimeout } from './unavailable.ts';

/**
 * More than the server's code has. Without a limit, bulk inserts of every length would each add a
 * prepared statement to the connection.
 */
const STATEMENTS_MAX = 400;

/**
 * A client that makes PostgreSQL parse and plan each statement once per connection instead of at
 * every call, which saves half of the work of a short statement. Only statements with values are
 * prepared, because a script of several statements cannot be.
 */
export class PreparingClient extends pg.Client {
  /** Why the connection is lost. `rollback`, which follows, would fail with less. */
  #lost: unknown;

  // pg declares a dozen overloads; this method passes the arguments and the result through
  // unchanged.
  override query(...args: unknown[]): never {
    const [statement, values, ...rest] = args;
    const sent = this.named(statement, values);
    if (this.#lost && typeof args.at(-1) !== 'function') return Promise.reject(this.#lost) as never;
    const answer = (super.query as (...args: unknown[]) => unknown)(sent, values, ...rest);
    if (!(answer instanceof Promise)) return answer as never;
    return traceQuery(textOf(statement), () => this.#noting(answer)) as never;
  }

  /** The statement as it is sent. */
  protected named(statement: unknown, values: unknown): unknown {
    const isNamed = isText(statement) && Array.isArray(values) && values.length > 0;
    return isNamed ? { ...statement, name: nameOf(statement.text) } : statement;
  }

  async #noting(answer: Promise<unknown>): Promise<unknown> {
    try {
      return await answer;
    } catch (error) {
      if (isConnectionLost(error)) this.#lost = error;
      // The pool would give this connection to the next caller, who would wait as long.
      if (isReadTimeout(error)) breakOff(this);
      throw error;
    }
  }
}

/**
 * A client behind a pooler that gives each transaction another connection and does not know prepared
 * statements: it names none, also not those that Drizzle names.
 */
export class UnpreparedClient extends PreparingClient {
  protected override named(statement: unknown): unknown {
    return typeof statement === 'object' ? { ...statement, name: undefined } : statement;
  }
}

/** The text of a statement that is given as text or as an object with it. */
export function textOf(statement: unknown): string {
  const { text = statement } = (statement ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

type Text = { readonly text: string };

function isText(statement: unknown): statement is Text {
  const { text, name } = (statement ?? {}) as { text?: unknown; name?: unknown };
  return typeof text === 'string' && name === undefined;
}

const names = new Map<string, string>();

/**
 * The name under which a statement is prepared; undefined above the limit, and then it is not
 * prepared.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= STATEMENTS_MAX) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
