import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { documentKey, fileKey } from '@portal/delivery-model/document';
import { releaseKeys } from '@portal/delivery-model/log/release-keys';
import { verifyHistory } from '@portal/delivery-model/log/verify';
import { openStore } from '@portal/delivery-model/store/open-store';
import type { Store } from '@portal/delivery-model/store/store';
import { openDatabase } from '@portal/server-platform/database/open-database';
import { testConfig } from '@portal/server-testing/config';
import { copyMigratedDatabase } from '@portal/server-testing/database-folder';
import { DATABASES } from '@portal/server-testing/databases';
import { PROOFS } from '@portal/server-testing/proofs';
import type { ReleaseForeverSetting } from '@portal/server-testing/releases/release-forever';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';
import { wholeHistory } from './log-storage.ts';
import { readDocument, storeDocument } from './publish.ts';

const SCRIPT = path.join(import.meta.dirname, '../../../testing/src/releases/release-forever.ts');
/** Of both databases together 50 in the long proof. */
const KILLS = PROOFS ? 25 : 4;
/** A release takes some 20 ms: the kills fall into every part of it. */
const LATEST_KILL_MS = 60;

/** Runs the script and kills it after its first entry and a random time; the lines that it wrote. */
async function killedRun(setting: ReleaseForeverSetting): Promise<string[]> {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(setting)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  let isCounting = false;
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    if (isCounting || !line.startsWith('done')) return;
    isCounting = true;
    setTimeout(() => child.kill('SIGKILL'), Math.random() * LATEST_KILL_MS);
  });
  await Promise.all([once(child, 'close'), once(reader, 'close')]);
  expect(child.signalCode).toBe('SIGKILL');
  return lines;
}

/** Every stored document is whole, and all of its files are there with the content that it says. */
async function expectWholeStore(store: Store): Promise<string[]> {
  const versions: string[] = [];
  for await (const key of store.list('releases/account/')) {
    const bytes = await store.get(key);
    const version = key.slice('releases/account/'.length, -'.json'.length);
    // Storing it again checks it as it was checked then.
    expect(await storeDocument(store, 'account', version, bytes ?? new Uint8Array())).toBe(
      undefined,
    );
    versions.push(version);
  }
  for await (const key of store.list(fileKey('account', '')))
    expect((await store.get(key))?.length).toBeGreaterThan(0);
  return versions;
}

// @proves 7.110 7.112 7.113
test.each(DATABASES)(
  'a server on %s that is killed while it publishes and promotes leaves the old or the new state',
  async (kind) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'portal-killed-'));
    const shared = kind === 'postgres' ? await createSharedDatabase('migrated') : undefined;
    const embedded = path.join(folder, 'database');
    if (!shared) await copyMigratedDatabase(embedded);
    const config = testConfig();
    const setting: ReleaseForeverSetting = {
      database: shared
        ? { kind: 'postgres', url: shared.url }
        : { kind: 'embedded', folder: embedded },
      folder: path.join(folder, 'store'),
      environment: 'production',
      secretKeys: config.secrets.secretKeys,
    };
    const store = openStore({ kind: 'folder', folder: setting.folder });
    for (let kill = 0; kill < KILLS; kill += 1) {
      const lines = await killedRun(setting);
      const numbers = (word: string) =>
        lines.filter((line) => line.startsWith(word)).map((line) => Number(line.split(' ')[1]));
      const finished = numbers('done').at(-1) ?? 0;
      const begun = numbers('begin').at(-1) ?? 0;

      const database = await openDatabase(setting.database);
      const verdict = await verifyHistory(wholeHistory(database.db, setting.environment), {
        environment: setting.environment,
        keys: releaseKeys(config).verifying,
      });
      await database.close();
      if (!verdict.ok) throw new Error(verdict.reason);
      // What was answered is there; what was under way is there or not.
      expect([finished, begun]).toContain(verdict.entries);
      const versions = await expectWholeStore(store);
      const live = verdict.last?.entry.state.remotes.account?.stable ?? '';
      expect(versions).toContain(live);
      expect(await readDocument(store, 'account', live)).toMatchObject({ version: live });
      expect(await store.get(documentKey('account', live))).toBeDefined();
    }
    await shared?.drop();
    rmSync(folder, { recursive: true, force: true });
  },
);
