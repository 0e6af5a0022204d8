import { once } from 'node:events';
import { appendOperation } from '@portal/delivery-model/log/append';
import { releaseKeys } from '@portal/delivery-model/log/release-keys';
import { openStore } from '@portal/delivery-model/store/open-store';
import { makeRelease } from '@portal/delivery-model/testing/release';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { uploadFile } from '@portal/server-releases/log/files';
import { logStorage } from '@portal/server-releases/log/log-storage';
import { storeDocument } from '@portal/server-releases/log/publish';
import { generateSecrets } from '@portal/shared-process/secrets';
import { testConfig } from '../config.ts';

/**
 * `node release-forever.ts <setting>` publishes and promotes one release after the other until it is
 * killed, for the proof that a killed process leaves nothing half done. It writes a line before and after
 * each entry.
 */
export type ReleaseForeverSetting = {
  readonly database: { kind: 'embedded'; folder: string } | { kind: 'postgres'; url: string };
  readonly folder: string;
  readonly environment: string;
  /** Of the key of the log. */
  readonly secretKeys: readonly [string, ...string[]];
};

const setting: ReleaseForeverSetting = JSON.parse(process.argv[2] ?? '{}');
const { environment } = setting;
const config = testConfig({ secrets: { ...generateSecrets(), secretKeys: setting.secretKeys } });
const database = await openDatabase(setting.database);
const store = openStore({ kind: 'folder', folder: setting.folder });
const log = {
  environment,
  storage: logStorage(database.db, environment),
  key: releaseKeys(config).signing,
  now: () => new Date(),
  gate: async () => ({ ok: true }) as const,
};

for (;;) {
  const next = ((await log.storage.last())?.entry.seq ?? 0) + 1;
  const { document, files } = makeRelease('account', `${next} ${'x'.repeat(20_000)}`);
  const { name: part, version } = document;
  await say(`begin ${next}`);
  for (const [file, bytes] of Object.entries(files)) await uploadFile(store, part, file, bytes);
  const refused = await storeDocument(
    store,
    part,
    version,
    new TextEncoder().encode(JSON.stringify(document)),
  );
  if (refused) throw new Error(refused.reason);
  const operation = { type: 'promote', part, version } as const;
  await appendOperation(log, { actor: { team: 'portal', kid: log.key.kid }, operation });
  await say(`done ${next}`);
}

async function say(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
}
