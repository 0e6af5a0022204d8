import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/changeable-portal.ts';
import { changedRelease, marked } from '../support/changed-release.ts';
import { expectContent } from '../support/content.ts';
import { expectLive, isMarked, makeLive, operatorOf } from '../support/live-releases.ts';
import { mainScreenOf, PACKAGES, REMOTES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { PROOF } from '../support/test.ts';

const SHELL_MARK = '◆';
const REMOTE_MARK = '★';

// @proves 7.236
test(
  'shell and remotes of yesterday and today work with each other, both ways',
  PROOF,
  async ({ page, portal, member }) => {
    test.setTimeout(180_000);
    const folder = await mkdtemp(join(tmpdir(), 'portal-mixed-'));
    try {
      const operator = operatorOf(portal);
      const today = new Map<string, Awaited<ReturnType<typeof changedRelease>>>();
      const yesterday = (await latest(portal.portal)).parts;
      for (const name of PACKAGES) {
        const mark = name === 'shell' ? SHELL_MARK : REMOTE_MARK;
        today.set(name, await changedRelease(name, folder, marked(mark)));
      }
      const promote = async (name: string) => {
        const release = today.get(name);
        if (release) await makeLive(portal, release);
      };
      const rollBack = async (name: string) => {
        await operator.operate({ type: 'rollback', part: name });
        await expectLive(portal, name, yesterday[name]);
      };
      await startSession(page, portal, member);

      // Yesterday's shell, today's remotes: a shell that was rolled back.
      await promote('shell');
      for (const remote of REMOTES) await promote(remote);
      await rollBack('shell');
      await expectMainScreens(page, { isShellNew: false, areRemotesNew: true });

      // Today's shell, yesterday's remotes.
      await promote('shell');
      for (const remote of REMOTES) await rollBack(remote);
      await expectMainScreens(page, { isShellNew: true, areRemotesNew: false });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

const latest = async (portal: string): Promise<{ parts: Record<string, string> }> =>
  (await fetch(`${portal}/latest.json`)).json();

async function expectMainScreens(
  page: Page,
  { isShellNew, areRemotesNew }: { isShellNew: boolean; areRemotesNew: boolean },
): Promise<void> {
  for (const remote of REMOTES) {
    const { path } = await mainScreenOf(remote);
    await page.goto(path);
    await expectContent(page);
    await expect(page.getByRole('contentinfo')).toContainText('利用規約');
    const footer = (await page.getByRole('contentinfo').textContent()) ?? '';
    expect(footer.includes(SHELL_MARK), `${path}: shell`).toBe(isShellNew);
    expect(await isMarked(page, REMOTE_MARK), `${path}: remote`).toBe(areRemotesNew);
    await expect(page.getByRole('button', { name: /もう一度試す/ })).toHaveCount(0);
  }
}
