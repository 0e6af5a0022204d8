import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { queryRows } from '@portal/server-platform/database/database';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { withPostgres } from '@portal/server-platform/database/postgres';
import { freePort } from '@portal/server-testing/free-ports';
import { openGuide } from '@portal/server-testing/guide';
import { createFolder, temporaryFolder, unprivilegedUser } from '@portal/server-testing/postgres';
import { clientProgram } from '@portal/server-testing/postgres-programs';
import { proofTest } from '@portal/server-testing/proofs';
import { sql } from 'drizzle-orm';

const GUIDE = openGuide('docs/operations.md');
const bin = path.dirname(clientProgram('pg_basebackup') ?? '');
/** The npm package of the tests has the server and no client. */
const it = clientProgram('pg_basebackup') ? proofTest : test.skip;

// @proves 10.157
it('PostgreSQL goes back to a moment, by the commands of the guide', async () => {
  const user = unprivilegedUser();
  const folder = createFolder(temporaryFolder(user), user);
  const port = await freePort();
  const [PGDATA, BASE, ARCHIVE] = ['data', 'base', 'archive'].map((name) =>
    path.join(folder, name),
  );
  const OWNER_URL = `postgres://portal@127.0.0.1:${port}/postgres`;
  const env = { PATH: `${bin}:${process.env.PATH}`, PGDATA, BASE, ARCHIVE, OWNER_URL };
  const as = (command: string, more: Readonly<Record<string, string>> = {}) =>
    execFileSync('sh', ['-ec', command], {
      ...user,
      cwd: folder,
      env: { ...env, ...more },
      stdio: 'pipe',
    });
  const follow = (heading: string, more?: Readonly<Record<string, string>>) =>
    as(GUIDE.commands(heading), more);
  const control = (act: 'start' | 'stop' | 'restart') =>
    as(
      `pg_ctl -D "$PGDATA" -l log -w ${act} -o "-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"`,
    );
  const ask = <Row extends Record<string, unknown>>(query: string) =>
    withPostgres(OWNER_URL, 'test', (db) => queryRows<Row>(db, sql.raw(query)));
  const add = (subject: string) =>
    ask(`insert into rate_limits (key, hits, resets_at) values ('${subject}', 1, now())`);
  const kept = async () =>
    (await ask<{ key: string }>('select key from rate_limits order by key')).map(({ key }) => key);
  try {
    as('mkdir "$ARCHIVE" && initdb -D "$PGDATA" -U portal -A trust -E UTF8 --locale=C --no-sync');
    control('start');
    follow('Keep every change');
    control('restart');
    await (await openDatabase({ kind: 'postgres', url: OWNER_URL })).close();
    await add('before the copy');
    follow('Copy the data folder');
    await add('before the moment');
    const [{ moment = '' } = {}] = await ask<{ moment: string }>('select now()::text as moment');
    await add('after the moment');
    await ask("delete from rate_limits where key = 'before the copy'");
    await ask('select pg_switch_wal()');
    control('stop');
    rmSync(PGDATA ?? '', { recursive: true });

    follow('Go back to a moment', { MOMENT: moment });
    control('start');
    as(
      `until [ "$(psql "$OWNER_URL" -tAc 'select pg_is_in_recovery()')" = f ]; do sleep 0.05; done`,
    );
    expect(await kept()).toEqual(['before the copy', 'before the moment']);
  } finally {
    as(`pg_ctl -D "$PGDATA" -m immediate stop || true`);
    rmSync(folder, { recursive: true, force: true });
  }
});
