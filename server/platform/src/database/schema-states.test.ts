import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { startTestServer, testConfig } from '@portal/server-testing';
import { openGuide } from '@portal/server-testing/guide';
import { clientProgram } from '@portal/server-testing/postgres-programs';
import { createSharedDatabase, type SharedDatabase } from '@portal/server-testing/shared-postgres';
import { sql } from 'drizzle-orm';
import { KNOWN_MIGRATIONS, migrationsOf } from './migrations.ts';
import { openDatabase } from './open-database.ts';
import { withPostgres } from './postgres.ts';

const LATER = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4000000000000)`;
/** What a later version adds, and what it may ask for. */
const COLUMN = sql`alter table members add column later text`;
const RAISED = sql`update schema_floor set "when" = 4000000000000`;
const REFUSED = 'Please start the newer version of the portal';
const psql = clientProgram('psql');

let database: SharedDatabase;
beforeAll(async () => {
  database = await createSharedDatabase('migrated');
});
afterAll(() => database.drop());

const execute = (statement: string) =>
  withPostgres(database.url, 'test', (db) => db.execute(sql.raw(statement)));

// @proves 16.824
test('a server of the version before starts on a schema that a later one has only added to, and serves', async () => {
  const newer = await createSharedDatabase('migrated');
  try {
    await withPostgres(newer.url, 'test', async (db) => {
      await db.execute(LATER);
      await db.execute(COLUMN);
    });
    const server = await startTestServer({ databaseUrl: newer.url });
    try {
      const { id } = await server.createMember();
      await server.signInAs(id);
      expect(await server.db.execute(sql`select later from members`)).toHaveProperty('rowCount', 1);
    } finally {
      await server.close();
    }
  } finally {
    await newer.drop();
  }
});

// @proves 16.820
test.each([
  ['a newer schema that says so', [LATER, RAISED], REFUSED],
  [
    'a schema of before the first release',
    [
      LATER,
      sql`delete from drizzle.__drizzle_migrations where created_at = ${KNOWN_MIGRATIONS[0]}`,
    ],
    'Please start with an empty database',
  ],
])('%s is left alone', async (_which, statements, refused) => {
  const newer = await createSharedDatabase('migrated');
  try {
    await withPostgres(newer.url, 'test', async (db) => {
      for (const statement of statements) await db.execute(statement);
    });
    await expect(openDatabase({ kind: 'postgres', url: newer.url })).rejects.toThrow(refused);
  } finally {
    await newer.drop();
  }
});

(psql ? describe : describe.skip)('with the rights of the guide', () => {
  // @proves 16.821
  test('the role of the guide serves, and a pending migration is the owner’s', async () => {
    const role = `server_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(database.url);
    url.username = role;
    execFileSync(
      'sh',
      ['-ec', openGuide('docs/operations.md').commands('Rights of the database')],
      {
        env: {
          PATH: `${path.dirname(psql ?? '')}:${process.env.PATH}`,
          OWNER_URL: database.url,
          SERVER_ROLE: role,
        },
      },
    );
    try {
      const server = await startTestServer({ databaseUrl: url.href });
      try {
        const { id } = await server.createMember();
        const session = await server.signInAs(id);
        const asked = { method: 'GET', url: `${testConfig().apiOrigin}/userinfo` };
        const headers = session.headers(asked);
        const answer = await server.api.fetch(new Request(asked.url, { headers }));
        expect(answer.status).toBe(200);
        await expect(server.db.execute(sql`create table more (id int)`)).rejects.toThrow();
      } finally {
        await server.close();
      }
      await execute(
        `delete from drizzle.__drizzle_migrations where created_at = ${KNOWN_MIGRATIONS.at(-1)}`,
      );
      await expect(openDatabase({ kind: 'postgres', url: url.href })).rejects.toThrow(
        'Please run node deploy/migrate.ts with the role that owns the schema',
      );
      expect(await withPostgres(database.url, 'test', migrationsOf)).toHaveLength(
        KNOWN_MIGRATIONS.length - 1,
      );
    } finally {
      await execute(`drop owned by ${role}`);
      await execute(`drop role ${role}`);
    }
  });
});
