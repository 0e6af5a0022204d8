import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { offsetOf, sliceDigits } from '@portal/delivery-model/canary';
import { segmentsOf } from '@portal/delivery-model/document';
import { SLICES } from '@portal/delivery-model/state';
import type { PageData, PartList } from '@portal/shared-contract';
import { bareEnvironment } from '@portal/shared-process/helper-processes';
import { expect, test } from '../support/changeable-portal.ts';
import { changedRelease, marked } from '../support/changed-release.ts';
import { expectContent } from '../support/content.ts';
import { expectLive, isMarked } from '../support/live-releases.ts';
import type { Addresses } from '../support/portal.ts';
import { builtDocument } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { expectGreeting } from '../support/sign-in.ts';
import { staffToken } from '../support/staff-token.ts';

const COMMAND = resolve(import.meta.dirname, '../../../delivery/tools/src/command/main.ts');
const MARK = '★';

type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** Runs `portal` in a folder as a team has it: what was built, with its token. */
function commandIn(cwd: string, env: Readonly<Record<string, string>>) {
  return (...args: string[]): Promise<Ran> =>
    new Promise((done) => {
      const options = { cwd, env: { ...bareEnvironment(), ...env } };
      const child = execFile(process.execPath, [COMMAND, ...args], options, (_, out, err) =>
        done({ code: child.exitCode ?? -1, out, err }),
      );
    });
}

const ended = { code: 0, out: expect.any(String), err: expect.any(String) };

// @proves 7.234
test('a team releases its remote with its own token alone, to a share first, while a browser is open', async ({
  page,
  member,
  portal,
  newBrowser,
}) => {
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), 'portal-team-'));
  try {
    const team = async (name: string) => ({
      PORTAL_URL: portal.portal,
      PORTAL_TOKEN: await staffToken(portal.outbox, ['release'], name),
    });
    const operator = commandIn(folder, { PORTAL_URL: portal.portal, ...portal.operator });
    const pages = commandIn(folder, await team('pages'));
    for (const [name, part] of [
      ['pages', 'mypage'],
      ['accounts', 'account'],
    ] as const) {
      const owned = segmentsOf(await builtDocument(part));
      const segments = owned.flatMap((segment) => ['--segment', segment]);
      expect(await operator('team', 'set', name, '--part', part, ...segments)).toEqual(ended);
    }
    await startSession(page, portal, member);
    await page.goto('/my-page');
    await expectGreeting(page, member);
    const before = await pageDataOf(portal);

    // What the clone of the team has built.
    const builds = join(folder, '.releases');
    const { document } = await changedRelease('mypage', builds, marked(MARK));
    const { version } = document;
    expect(await pages('publish', 'mypage')).toEqual(ended);
    expect((await pageDataOf(portal)).remotes.mypage).toEqual(before.remotes.mypage);

    const refused = await commandIn(folder, await team('accounts'))('promote', 'mypage', version);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('mypage') });

    // No browser has opened it: that is demanded, or said.
    const excuse = ['--without-gate', 'This test opens it.'];
    const ungated = await pages('promote', 'mypage', version);
    expect(ungated).toMatchObject({ code: 1, err: expect.stringContaining('gate-needed') });

    // A share of the browsers has it first, and no longer once it is rolled back.
    expect(await pages('promote', 'mypage', version, ...excuse, '--share', '10')).toEqual(ended);
    const first = SLICES - offsetOf('mypage', version);
    await expect.poll(() => versionIn(portal, first)).toBe(version);
    expect(await versionIn(portal, first + SLICES / 2)).toBe(before.remotes.mypage?.version);
    expect(await pages('rollback', 'mypage')).toEqual(ended);
    await expect.poll(() => versionIn(portal, first)).toBe(before.remotes.mypage?.version);

    expect(await pages('promote', 'mypage', version, ...excuse)).toEqual(ended);
    await expectLive(portal, 'mypage', version);

    const { mypage, ...others } = (await pageDataOf(portal)).remotes;
    const { mypage: earlier, ...same } = before.remotes;
    expect(mypage?.version).toBe(version);
    expect(mypage?.fallback).toBeDefined();
    expect(others).toEqual(same);
    expect((await pageDataOf(portal)).shell).toEqual(before.shell);

    // The open tab has its release, the next one the new.
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.getByRole('main').locator('a[href^="/my-page/"]').first().click();
    await page.waitForURL('**/my-page/**');
    await expectContent(page);
    expect(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBe(true);
    expect(await isMarked(page, MARK)).toBe(false);
    const next = await (await newBrowser()).newPage();
    await startSession(next, portal, member);
    await next.goto('/my-page');
    await expectGreeting(next, member);
    // The greeting may still be that of the first view, which has no marks.
    await expectContent(next);
    expect(await isMarked(next, MARK)).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** The release of the home in a browser of a slice. */
const versionIn = async (portal: Pick<Addresses, 'portal'>, slice: number) =>
  (await pageDataOf(portal, sliceDigits(slice % SLICES))).remotes.mypage?.version;

/** What the page of the home says, with the remotes of all other addresses. */
async function pageDataOf({ portal }: Pick<Addresses, 'portal'>, slice = '00'): Promise<PageData> {
  const headers = { accept: 'text/html', cookie: `portal_slice=${slice}` };
  const body = await (await fetch(`${portal}/my-page`, { headers })).text();
  const data: PageData = JSON.parse(/id="portal-data">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
  const list: PartList = await (await fetch(portal + data.partList?.file, { headers })).json();
  return { ...data, remotes: { ...list.remotes, ...data.remotes } };
}
