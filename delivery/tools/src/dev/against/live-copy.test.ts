import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileKey } from '@portal/delivery-model/document';
import { makeRelease } from '@portal/delivery-model/testing/release';
import { promotion, publish } from '@portal/server-testing/releases/page-setting';
import { operatorOf } from '@portal/server-testing/releases/teams';
import { makeShownShell } from '../../command/testing/shown-shell.ts';
import { startTestPortal } from '../../command/testing/test-portal.ts';
import { copyOfLive } from './live-copy.ts';

const ROOT = mkdtempSync(path.join(tmpdir(), 'portal-live-copy-'));
afterAll(() => rmSync(ROOT, { recursive: true, force: true }));

// @proves 7.770 7.777
test('what is live is copied, and is there without the portal afterwards', async () => {
  const portal = await startTestPortal(path.join(ROOT, 'store'));
  const operator = operatorOf(portal.server);
  const folder = path.join(ROOT, 'copy');
  await expect(copyOfLive(portal.url, folder)).rejects.toThrow('no shell yet');

  const shell = makeShownShell();
  const remote = makeRelease('mypage', 'one', ['/my-page']);
  for (const release of [shell, remote]) {
    await publish(operator, release);
    await operator.operate(promotion(release));
  }
  const copy = await copyOfLive(portal.url, folder);
  expect(copy).toMatchObject({ isKept: false });
  await copy.readAll();
  await portal.close();

  const kept = await copyOfLive(portal.url, folder);
  expect(kept).toMatchObject({ isKept: true, shell: copy.shell, remotes: copy.remotes });
  expect(kept.remotes).toEqual([remote.document]);
  for (const { document, files } of [shell, remote]) {
    for (const [name, bytes] of Object.entries(files)) {
      const read = await kept.releases.get(fileKey(document.name, name));
      expect(Buffer.from(read ?? [])).toEqual(Buffer.from(bytes));
    }
  }
  await expect(copyOfLive(portal.url, path.join(ROOT, 'empty'))).rejects.toThrow(
    'does not say what is live',
  );
});
