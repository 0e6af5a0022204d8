import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { queueMessage } from '@portal/server-mail/queue';
import { freePortBase } from '@portal/server-testing/free-ports';
import { openGuide } from '@portal/server-testing/guide';
import { secretsForEnvironment, startMailSink } from '@portal/server-testing/load';
import { memberInUse } from '@portal/server-testing/member-in-use';
import { clientProgram } from '@portal/server-testing/postgres-programs';
import { proofTest } from '@portal/server-testing/proofs';
import { startServerProcess } from '@portal/server-testing/server-process';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { generateSecrets } from '@portal/shared-process/secrets';

const GUIDE = openGuide('docs/your-own-portal.md');
const ROOT = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
/** The npm package of the tests has the server and no client. */
const it = clientProgram('pg_dump') ? proofTest : test.skip;

// @proves 10.156
it('a backup in an empty system: members stay signed in, mails go once, and the staff has new tokens', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-backup-'));
  const [old, empty] = await Promise.all([
    createSharedDatabase('migrated'),
    createSharedDatabase('empty'),
  ]);
  const mails = await startMailSink();
  const base = await freePortBase();
  const secrets = generateSecrets();
  // The restored server has the keys of the one before.
  const keys = secretsForEnvironment(secrets);
  const environment = (databaseUrl: string) => ({
    DATABASE_URL: databaseUrl,
    PORT_BASE: String(base),
    PORTAL_ORIGIN: 'http://localhost:4300',
    IDP_ORIGIN: `http://localhost:${base + 1}`,
    API_ORIGIN: `http://localhost:${base + 2}`,
    SMTP_URL: mails.url,
    DEFAULT_COUNTRY: 'JP',
    LOG_LEVEL: 'info',
    ...keys,
  });
  const obey = async (heading: string, env: Record<string, string>) => {
    const PATH = [path.dirname(clientProgram('pg_dump') ?? ''), process.env.PATH].join(':');
    const { DATABASE_URL = '', ...others } = env;
    const DATABASE_URL_FILE = path.join(folder, 'database_url');
    writeFileSync(DATABASE_URL_FILE, DATABASE_URL);
    const options = { cwd: ROOT, env: { ...others, DATABASE_URL_FILE, PATH } };
    return (await run('sh', ['-ec', GUIDE.commands(heading)], options)).stdout;
  };
  const BACKUP = path.join(folder, 'portal.dump');

  const before = await startServerProcess(environment(old.url));
  const member = await memberInUse(
    {
      databaseUrl: old.url,
      issuer: `http://localhost:${base + 1}`,
      api: `http://localhost:${base + 2}`,
    },
    secrets,
  );
  try {
    await member.showPassport();
    await before.stop();
    const mail = { kind: 'mail', recipient: 'once@example.com', locale: 'ja' } as const;
    await queueMessage(member.server.context, { ...mail, subject: 'once', text: 'once' });
    await obey('Back up', { ...environment(old.url), BACKUP });
    const said = await obey('Restore', { ...environment(empty.url), BACKUP });
    expect(said).toMatch(/^Messages of before the backup that are not sent again: [1-9]\d*\.$/m);
    expect(said).toMatch(/^The backup knows nothing of after 20\d\d-/m);

    const restored = await startServerProcess(environment(empty.url));
    try {
      // The message about the recovery code that is used: by then the queue has been worked off.
      const mailed = mails.next();
      expect(await member.tryEverything(environment(empty.url))).toEqual({
        ...member.allGood,
        // One that was ended since the backup would work again.
        turnstile: expect.stringContaining('the token has ended'),
      });
      await mailed;
      const { rows } = await queryOf(empty.url);
      expect(rows).toEqual([{ status: 'failed' }]);
    } finally {
      await restored.stop();
    }
  } finally {
    await member.close();
    mails.close();
    await Promise.all([old.drop(), empty.drop()]);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** What became of the message that was queued when the backup was made. */
async function queryOf(url: string) {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(
      `select status from outbox_messages where recipient = 'once@example.com'`,
    );
  } finally {
    await client.end();
  }
}
