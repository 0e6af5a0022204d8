import type { Database } from '@portal/server-platform/database/database';
import { queryRows } from '@portal/server-platform/database/database';
import {
  NEWER_SCHEMA,
  OLDER_SCHEMA,
  SCHEMA_BEFORE,
  schemaState,
} from '@portal/server-platform/database/migrations';
import { answererOfPools } from '@portal/server-platform/database/pooler';
import { withPostgres } from '@portal/server-platform/database/postgres';
import { sql } from 'drizzle-orm';
import { type Check, type Finding, notChecked, remedy, type Subject } from './check.ts';

/** The oldest with which the portal was tried. */
const OLDEST_VERSION = 15;
const EMBEDDED = 'DATABASE_URL is not set, and the embedded database looks after itself';
const SHOWN = 3;

/** Lets a check use the database as the server's role. */
function onDatabase(work: (db: Database, url: string) => Promise<Finding>): Check['run'] {
  return ({ config: { database } }) =>
    database.kind === 'embedded'
      ? notChecked(EMBEDDED)
      : withPostgres(database.url, 'portal doctor', (db) => work(db, database.url));
}

export const DATABASE_CHECKS: readonly Check[] = [
  {
    name: 'database',
    asks: `whether PostgreSQL ${OLDEST_VERSION} or later answers at DATABASE_URL`,
    run: onDatabase(async (db) => {
      const [row] = await queryRows<{ version: string; reads: string }>(
        db,
        sql`select current_setting('server_version_num') as version,
          current_setting('transaction_read_only') as reads`,
      );
      if (row?.reads !== 'off') {
        return remedy('Let DATABASE_URL lead to the primary: this database takes no changes.');
      }
      const version = Math.floor(Number(row?.version) / 10_000);
      if (version >= OLDEST_VERSION) return 'ok';
      return remedy(`Use PostgreSQL ${OLDEST_VERSION} or later: this one has version ${version}.`);
    }),
  },
  {
    name: 'database rights',
    asks: 'whether the role of the server may read and write every table',
    needs: 'database',
    run: onDatabase(async (db) => {
      const lacking = await queryRows<{ role: string; name: string }>(
        db,
        sql`select current_user as role, n.nspname || '.' || c.relname as name
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'S') and not (
            has_schema_privilege(n.oid, 'usage') and case
              when n.nspname = 'drizzle' then c.relkind = 'S' or has_table_privilege(c.oid, 'select')
              when c.relkind = 'S' then has_sequence_privilege(c.oid, 'usage')
              else has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
                and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete') end)
          order by 2`,
      );
      const [first] = lacking;
      if (!first) return 'ok';
      const names = lacking.slice(0, SHOWN).map(({ name }) => name);
      const more = lacking.length > SHOWN ? ` and ${lacking.length - SHOWN} more` : '';
      return remedy(
        `Grant the role ${first.role} what docs/operations.md lists: it may not use ${names.join(', ')}${more}.`,
      );
    }),
  },
  {
    name: 'database schema',
    asks: 'whether this version can use the schema',
    needs: 'database rights',
    run: onDatabase(async (db) => {
      const state = await schemaState(db);
      if (state === 'too new') return remedy(NEWER_SCHEMA);
      if (state === 'before') return remedy(SCHEMA_BEFORE);
      return state === 'pending' ? remedy(OLDER_SCHEMA) : 'ok';
    }),
  },
  {
    name: 'connection pooler',
    asks: 'whether notifications reach the server past a pooler, and slow statements end behind it',
    needs: 'database',
    async run({ config: { database } }: Subject) {
      if (database.kind === 'embedded') return notChecked(EMBEDDED);
      const { url, directUrl } = database;
      if ((await answererOfPools(url, directUrl)) === 'postgres') return 'ok';
      return withPostgres(url, 'portal doctor', async (db) => {
        const [row] = await queryRows<{ role: string; timeout: string }>(
          db,
          sql`select current_user as role, current_setting('statement_timeout') as timeout`,
        );
        if (row?.timeout !== '0') return 'ok';
        return remedy(
          `Run «alter role ${row.role} set statement_timeout = '15s'», which the pooler does not pass on, and reconnect the pooler.`,
        );
      });
    },
  },
];
