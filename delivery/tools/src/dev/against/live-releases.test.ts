import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeRelease } from '@portal/delivery-model/testing/release';
import { promotion, publish } from '@portal/server-testing/releases/page-setting';
import { operatorOf } from '@portal/server-testing/releases/teams';
import { makeShownShell } from '../../command/testing/shown-shell.ts';
import { startTestPortal } from '../../command/testing/test-portal.ts';
import { readLive } from './run-against.ts';

const STORE = mkdtempSync(path.join(tmpdir(), 'portal-live-releases-'));
afterAll(() => rmSync(STORE, { recursive: true, force: true }));

// @proves 7.770 7.777
test('what is live is read without a token', async () => {
  const portal = await startTestPortal(STORE);
  const operator = operatorOf(portal.server);
  await expect(readLive(portal.url)).rejects.toThrow('no shell yet');
  const shell = makeShownShell();
  const remote = makeRelease('mypage', 'one', ['/my-page']);
  for (const release of [shell, remote]) {
    await publish(operator, release);
    await operator.operate(promotion(release));
  }
  expect(await readLive(portal.url)).toMatchObject({
    shell: shell.document,
    remotes: [remote.document],
  });
  await portal.close();
  await expect(readLive(portal.url)).rejects.toThrow('does not say what is live');
});
