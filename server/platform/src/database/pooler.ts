import { ConfigError } from '@portal/shared-process/command-line';
import { traceQuery } from '@portal/shared-process/traces/traces';
import pg from 'pg';
import { isConnectionLost, isReadTimeout } from './unavailable.ts';
import { breakOff } from './watch-for-silence.ts';

/**
 * What answers at an address: PostgreSQL itself, or a pooler that gives each transaction one of few connections. A
 * pooler knows prepared statements (PgBouncer 1.21 and later with `max_prepared_statements`), or it does not.
 */
export type Answerer = 'postgres' | 'preparing-pooler' | 'plain-pooler';

/** Any that nobody would have set. */
const PROBED_TIMEOUT_MS = 14_999;
const PROBE = 'portal_probe';
const PROTOCOL_VIOLATION = '08P01';
const CONNECT_TIMEOUT_MS = 5_000;

/** Tells what answers at an address, by what it does with a parameter of the connection and a prepared statement. */
export async function answererAt(url: string): Promise<Answerer> {
  const whole = await probe(url, PROBED_TIMEOUT_MS).catch((error: { code?: unknown }) => {
    // PgBouncer refuses the parameters that it does not know, or is told to ignore them.
    if (error.code === PROTOCOL_VIOLATION) return undefined;
    throw error;
  });
  const { name, timeout } = whole ?? (await probe(url));
  if (name !== PROBE) return 'preparing-pooler';
  return timeout === `${PROBED_TIMEOUT_MS}ms` ? 'postgres' : 'plain-pooler';
}

async function probe(url: string, statementTimeout?: number) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'portal probe',
    ...(statementTimeout !== undefined && { statement_timeout: statementTimeout }),
  });
  client.on('error', () => {});
  await client.connect();
  try {
    // One transaction has one connection, also behind a pooler.
    await client.query('begin');
    const { rows } = await client.query<{ name: string; timeout: string }>({
      name: PROBE,
      text: `select name, current_setting('statement_timeout') as timeout
        from pg_prepared_statements where statement like '%current_setting%' and name ~* 'probe|bouncer'`,
    });
    const [found = { name: '', timeout: '' }] = rows;
    // A pooler that does not know it would keep it for somebody else.
    if (found.name === PROBE) await client.query(`deallocate ${PROBE}`);
    await client.query('commit');
    return found;
  } finally {
    await client.end();
  }
}

/**
 * How statements go to the pools of a server.
 * @throws ConfigError if notifications and migrations would go through a pooler
 */
export async function answererOfPools(
  url: string,
  directUrl: string | undefined,
): Promise<Answerer> {
  if ((await answererAt(directUrl ?? url)) !== 'postgres') {
    throw new ConfigError(
      `Please set DATABASE_DIRECT_URL to PostgreSQL itself: ${directUrl ? 'it' : 'DATABASE_URL'} leads to a connection pooler, through which nothing can be listened to.`,
    );
  }
  return directUrl === undefined ? 'postgres' : answererAt(url);
}

/** More than the server's code has; without a limit, bulk inserts of every length would each add one. */
const STATEMENTS_MAX = 400;

/**
 * A client that makes PostgreSQL parse and plan each statement once per connection instead of at
 * every call, which saves half of the work of a short statement. Only statements with values are
 * prepared, because a script of several statements cannot be.
 */
export class PreparingClient extends pg.Client {
  /** Why the connection is lost. `rollback`, which follows, would fail with less. */
  #lost: unknown;

  // pg declares a dozen overloads; this method passes the arguments and the result through unchanged.
  override query(...args: unknown[]): never {
    const [statement, values, ...rest] = args;
    const sent = this.named(statement, values);
    if (this.#lost && typeof args.at(-1) !== 'function') return Promise.reject(this.#lost) as never;
    const answer = (super.query as (...args: unknown[]) => unknown)(sent, values, ...rest);
    if (!(answer instanceof Promise)) return answer as never;
    return traceQuery(textOf(statement), () => this.#noting(answer)) as never;
  }

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

/** A client behind a pooler that knows no prepared statements: it names none, also not those of Drizzle. */
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

/** The name under which a statement is prepared; undefined above the limit, and then it is not prepared. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= STATEMENTS_MAX) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
