import { freePortBase } from '@portal/server-testing/free-ports';
import { secretsForEnvironment, startMailSink } from '@portal/server-testing/load';
import { memberInUse } from '@portal/server-testing/member-in-use';
import { PROOFS } from '@portal/server-testing/proofs';
import { hasReleaseBefore, unpackReleaseBefore } from '@portal/server-testing/release-before';
import { type ServerProcess, startServerProcess } from '@portal/server-testing/server-process';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { generateSecrets } from '@portal/shared-process/secrets';

const it = PROOFS && hasReleaseBefore ? test : test.skip;

// @proves 16.825
it('the release before serves the schema of this one with its own code, and its sign-ins go on in this one', async () => {
  const before = unpackReleaseBefore();
  const database = await createSharedDatabase('migrated');
  const mails = await startMailSink();
  const base = await freePortBase();
  const keys = secretsForEnvironment();
  const environment = {
    DATABASE_URL: database.url,
    PORT_BASE: String(base),
    PORTAL_ORIGIN: 'http://localhost:4300',
    IDP_ORIGIN: `http://localhost:${base + 1}`,
    API_ORIGIN: `http://localhost:${base + 2}`,
    SMTP_URL: mails.url,
    DEFAULT_COUNTRY: 'JP',
    ...keys,
  };
  let running: ServerProcess | undefined;
  const start = async (main?: string) => {
    await running?.stop();
    running = await startServerProcess(environment, main);
  };
  try {
    await start(before.main);
    const secrets = {
      ...generateSecrets(),
      cookieKeys: [keys.COOKIE_KEYS] as const,
      secretKeys: [keys.SECRET_KEYS] as const,
    };
    const issuer = `http://localhost:${base + 1}`;
    const api = `http://localhost:${base + 2}`;
    const member = await memberInUse({ databaseUrl: database.url, issuer, api }, secrets);
    try {
      const versions = [before.main, undefined, before.main];
      for (const [round, main] of versions.entries()) {
        if (round > 0) await start(main);
        await member.showPassport();
        const found = await member.tryEverything(environment);
        expect({ round, found }).toEqual({ round, found: member.allGood });
        for (const path of ['/userinfo', '/passports', '/notifications', '/me/devices']) {
          expect([path, (await member.call('GET', path)).status]).toEqual([path, 200]);
        }
      }
    } finally {
      await member.close();
    }
  } finally {
    await running?.stop();
    mails.close();
    await database.drop();
    before.remove();
  }
}, 120_000);
