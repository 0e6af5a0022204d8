import { ConfigError } from '@portal/shared-process/config-error';
import pg from 'pg';

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
