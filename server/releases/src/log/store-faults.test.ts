import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ReleaseClientError } from '@portal/delivery-model/client/client';
import type { StoreSetting } from '@portal/delivery-model/store/open-store';
import { startS3Server } from '@portal/delivery-model/store/testing/s3-server';
import { makeRelease, makeShell } from '@portal/delivery-model/testing/release';
import { startTestServer, type TestServer } from '@portal/server-testing';
import { dataOf, openTestPageListener } from '@portal/server-testing/page/open-page-listener';
import { PROOFS } from '@portal/server-testing/proofs';
import {
  OPERATOR_TOKEN,
  pageConfiguration,
  promotion,
  publish,
} from '@portal/server-testing/releases/page-setting';
import { operatorOf } from '@portal/server-testing/releases/teams';
import { createSharedDatabase } from '@portal/server-testing/shared-postgres';

/** Longer than any test, so that only notifications count. */
const NEVER_MS = 1_000_000;
let bucket: Awaited<ReturnType<typeof startS3Server>>;
const folders: string[] = [];
beforeAll(async () => {
  bucket = await startS3Server();
});
afterAll(async () => {
  await bucket.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): Extract<StoreSetting, { kind: 'folder' }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-store-fault-'));
  folders.push(folder);
  return { kind: 'folder', folder };
}
const emptied = (folder: string) => rmSync(folder, { recursive: true });

type Fault = {
  readonly setting: StoreSetting;
  readonly begin: (setting: StoreSetting) => void;
  /** The store of the server that is asked while it lasts, where that is another one. */
  readonly other?: StoreSetting;
};
const FAULTS: Readonly<Record<string, () => Fault>> = {
  'a bucket that answers 503': () => ({
    setting: { kind: 's3', ...bucket.setting, prefix: `p${folders.length}` },
    begin: () => bucket.disturb(() => 503),
  }),
  'a folder that is gone': () => {
    const setting = newFolder();
    return { setting, begin: () => emptied(setting.folder) };
  },
  // Root may write to what is only set so.
  'a folder that cannot be written': () => {
    const setting = newFolder();
    const temporary = path.join(setting.folder, '.tmp');
    return {
      setting,
      begin() {
        emptied(temporary);
        writeFileSync(temporary, '');
      },
    };
  },
  'a replica whose store is behind': () => ({
    setting: newFolder(),
    begin: () => {},
    other: newFolder(),
  }),
};

const shell = makeShell('one');
const [one, two, canary] = [
  makeRelease('account', 'one'),
  makeRelease('account', 'two'),
  makeRelease('account', 'canary'),
];

// A bucket is asked again for ten seconds.
describe.each(Object.keys(FAULTS).slice(PROOFS ? 0 : 1))('%s', (name) => {
  let shared: Awaited<ReturnType<typeof createSharedDatabase>>;
  let servers: TestServer[];
  let server: TestServer;
  let lost: ReturnType<typeof operatorOf>;
  beforeAll(async () => {
    const { setting, begin, other = setting } = (FAULTS[name] as () => Fault)();
    shared = await createSharedDatabase('migrated');
    const start = (store: StoreSetting) =>
      startTestServer({
        databaseUrl: shared.url,
        config: { releases: { store, token: OPERATOR_TOKEN } },
      });
    const before = await start(setting);
    const operator = operatorOf(before);
    for (const release of [shell, one, two, canary]) await publish(operator, release);
    await operator.operate(promotion(shell));
    const configuration = await operator.uploadConfiguration(pageConfiguration());
    await operator.operate({ type: 'configure', configuration });
    await operator.operate(promotion(one));
    await operator.operate(promotion(two));
    await operator.operate(promotion(canary, 20));
    begin(setting);
    // Another process, which remembers nothing.
    server = await start(other);
    servers = [before, server];
    lost = operatorOf(server);
  });
  afterAll(async () => {
    bucket.disturb(() => undefined);
    for (const each of servers) await each.close();
    await shared.drop();
  });

  /** The version of the account that a page listener shows which begins now. */
  async function shown() {
    const listener = await openTestPageListener(server, { lookAgainMs: NEVER_MS });
    const data = dataOf(await listener.get('/account'));
    await listener.close();
    return data && (data.remotes.account?.version ?? 'off');
  }

  // @proves 7.570
  test.each([
    ['ending a canary', { type: 'rollback', part: 'account' }, two],
    ['a roll-back', { type: 'rollback', part: 'account' }, one],
    ['a kill', { type: 'kill', part: 'account', reason: 'a test' }, undefined],
    ['a revival', { type: 'revive', part: 'account' }, one],
  ] as const)('%s works, and the page follows', async (_, operation, expected) => {
    await lost.operate(operation);
    expect(await shown()).toBe(expected?.document.version ?? 'off');
  });

  // @proves 7.571
  test('what needs the store is refused in words, or works', async () => {
    const outcomes = [
      await outcomeOf(lost.operate(promotion(two))),
      await outcomeOf(publish(lost, makeRelease('account', 'new'))),
      await outcomeOf(lost.operate(promotion(makeRelease('account', 'new')))),
      await outcomeOf(lost.uploadConfiguration(pageConfiguration('New'))),
    ];
    const words = [503, 'store', expect.stringMatching(/ Please .*\.$/)];
    const unknown = [422, 'unknown-release', expect.any(String)];
    const isUsable = ['a folder that is gone', 'a replica whose store is behind'].includes(name);
    expect(outcomes).toEqual(['done', ...(isUsable ? ['done', 'done'] : [words, unknown]), 'done']);
  });
});

async function outcomeOf(work: Promise<unknown>) {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!(error instanceof ReleaseClientError)) throw error;
    const [refusal] = error.refusals;
    return [error.status, refusal?.code, refusal?.reason];
  }
}
