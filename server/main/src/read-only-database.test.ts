import { openDatabase } from '@portal/server-platform/database/open-database';
import { startTestServer } from '@portal/server-testing';
import { publicCaller } from '@portal/server-testing/public-client';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { sql } from 'drizzle-orm';

// @proves 16.899
test('a database that only reads is not ready, changes answer 503, and all goes on once it takes changes', async () => {
  const shared = await createSharedDatabase('migrated');
  const server = await startTestServer({ databaseUrl: shared.url });
  const owner = await openDatabase({ kind: 'postgres', url: shared.url });
  const name = sql.identifier(new URL(shared.url).pathname.slice(1));
  const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  const statuses = async () => {
    const ready = await server.api.fetch(new Request('http://localhost:4302/ready'));
    const change = await publicCaller(server)('POST', '/v2/mfa/send-code', {
      type: 'signup',
      email: 'new@example.com',
      locale: 'ja',
    });
    return [ready.status, change.status];
  };
  try {
    await owner.db.transaction(async (tx) => {
      await tx.execute(sql`alter database ${name} set default_transaction_read_only = on`);
    });
    await owner.db.execute(others);
    expect(await statuses()).toEqual([503, 503]);
    await owner.db.transaction(
      (tx) => tx.execute(sql`alter database ${name} reset default_transaction_read_only`),
      { accessMode: 'read write' },
    );
    await owner.db.execute(others);
    expect(await statuses()).toEqual([200, 200]);
  } finally {
    await owner.close();
    await server.close();
    await shared.drop();
  }
});
