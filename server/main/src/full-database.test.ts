import { chownSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import type { Database } from '@portal/server-platform/database/database';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { signInClient } from '@portal/server-testing/account-client';
import { proofTest as it } from '@portal/server-testing/proofs';
import { publicCaller } from '@portal/server-testing/public-client';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { canMountDisks, mountDisk, unmountDisk } from '@portal/server-testing/small-disk';
import { sql } from 'drizzle-orm';
import pg from 'pg';

const ROLE = sql.identifier('few_connections');
const CALLS = 30;

// @proves 16.901
it('calls share the connections that PostgreSQL gives, answer 503 where it gives none, and go on', async () => {
  const shared = await createSharedDatabase('migrated');
  const owner = await openDatabase({ kind: 'postgres', url: shared.url });
  await owner.db.execute(
    sql`create role ${ROLE} login in role pg_read_all_data, pg_write_all_data`,
  );
  const limit = (connections: string) =>
    owner.db.execute(sql`alter role ${ROLE} connection limit ${sql.raw(connections)}`);
  const url = new URL(shared.url);
  url.username = 'few_connections';
  const server = await startTestServer({ databaseUrl: url.href });
  const change = (n: number) => sendCode(server, n);
  const ready = async () =>
    (await server.api.fetch(new Request('http://localhost:4302/ready'))).status;
  const endAll = () =>
    owner.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where usename = 'few_connections'`);
  try {
    await limit('2');
    await endAll();
    const statuses = await Promise.all(Array.from({ length: CALLS }, (_, n) => change(n)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await limit('0');
    await endAll();
    expect(await Promise.all([ready(), change(CALLS)])).toEqual([503, 503]);
    await limit('-1');
    expect(await Promise.all([ready(), change(CALLS)])).toEqual([200, 200]);
  } finally {
    await server.close();
    await owner.db.execute(sql`drop role ${ROLE}`);
    await owner.close();
    await shared.drop();
  }
});

const itFills = canMountDisks ? it : test.skip;

// @proves 16.902
itFills(
  'changes answer 503 while the disk is full, reads go on, and all goes on once there is room',
  async () => {
    const shared = await createSharedDatabase('migrated');
    const name = pg.escapeIdentifier(new URL(shared.url).pathname.slice(1));
    const admin = new pg.Client(shared.url.replace(/[^/]+$/, 'postgres'));
    await admin.connect();
    const disk = mkdtempSync('/var/tmp/portal-full-disk-');
    mountDisk(disk, 'size=40m');
    try {
      const { rows } = await admin.query('select pg_backend_pid() as pid');
      const { uid, gid } = statSync(`/proc/${rows[0].pid}`);
      chownSync(disk, uid, gid);
      await admin.query(`create tablespace small location '${disk}'`);
      await admin.query(`alter database ${name} set tablespace small`);
      const owner = await openDatabase({ kind: 'postgres', url: shared.url });
      const server = await startTestServer({ databaseUrl: shared.url });
      const { id } = await server.createMember();
      const member = await signInClient(server, id);
      const statuses = async () => {
        const changed = new Set<number>();
        for (let n = 0; n < CALLS; n += 1) changed.add(await sendCode(server, n));
        return { changed, read: (await member.call('GET', '/userinfo')).status };
      };
      try {
        await owner.db.execute(sql`create table filler (text text)`);
        for (const rows of [100_000, 1_000, 1]) await fill(owner.db, rows);
        const full = await statuses();
        expect(full.changed).toContain(503);
        expect([...full.changed].filter((status) => ![200, 503].includes(status))).toEqual([]);
        expect(full.read).toBe(200);
        await owner.db.execute(sql`drop table filler`);
        expect(await statuses()).toEqual({ changed: new Set([200]), read: 200 });
      } finally {
        await server.close();
        await owner.close();
      }
    } finally {
      await shared.drop();
      await admin.query('drop tablespace if exists small');
      await admin.end();
      unmountDisk(disk);
      rmdirSync(disk);
    }
  },
);

/** Writes so many rows at a time until there is no room for them. */
async function fill(db: Database, rows: number): Promise<void> {
  for (;;) {
    const written = await db
      .execute(
        sql`insert into filler select repeat('x', 100) from generate_series(1, ${rows}::int)`,
      )
      .then(
        () => true,
        () => false,
      );
    if (!written) return;
  }
}

const sendCode = async (server: TestServer, n: number): Promise<number> =>
  (
    await publicCaller(server)('POST', '/v2/mfa/send-code', {
      type: 'signup',
      email: `new-${n}@example.com`,
      locale: 'ja',
    })
  ).status;
