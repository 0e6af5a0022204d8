import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { bareEnvironment } from '@portal/shared-process/bare-environment';
import { violations } from '../support/axe.ts';
import { expect, PHONE, test } from '../support/test.ts';

const COMMAND = resolve(import.meta.dirname, '../../../delivery/tools/src/command/main.ts');
const ADDRESS = 'https://releases.example/';
const run = promisify(execFile);

// @proves 7.712 7.713
test('the page of releases shows what is live and what differs, and has no accessibility finding', async ({
  page,
  portal,
}) => {
  const cwd = await mkdtemp(join(tmpdir(), 'portal-releases-page-'));
  try {
    const env = {
      ...bareEnvironment(),
      ...portal.operator,
      PORTAL_URL: portal.portal,
    };
    const command = (...args: string[]) => run(process.execPath, [COMMAND, ...args], { cwd, env });
    await command('releases-page', '--out', 'releases');
    const body = await readFile(join(cwd, 'releases/index.html'), 'utf8');
    const headers = JSON.parse(await readFile(join(cwd, 'releases/headers.json'), 'utf8'));
    const asked: string[] = [];
    await page.route('**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({ body, headers });
    });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(ADDRESS);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Releases of /);
      const live = page.getByRole('region', { name: 'What is live' }).last();
      await expect(live.getByRole('row', { name: /^mypage/ })).toBeVisible();

      // From what was before the first part to what is live.
      const from = page.getByLabel('After entry', { exact: true });
      const options = await from.locator('option').all();
      await from.selectOption({ index: options.length - 1 });
      await expect(page.getByRole('status')).toHaveText(/^Differences: \d+$/);
      await expect(page.getByRole('rowheader', { name: 'part shell' })).toBeVisible();
      await page.getByLabel('and after entry').selectOption({ index: options.length - 1 });
      await expect(page.getByRole('status')).toHaveText('Nothing differs.');
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize(PHONE.viewport);
      expect(await violations(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      ).toBe(true);
    }
    expect(new Set(asked)).toEqual(new Set([ADDRESS]));
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
});
