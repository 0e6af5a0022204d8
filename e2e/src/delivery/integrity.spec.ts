import type { Page } from '@playwright/test';
import { textsFor } from '@portal/delivery-model/texts-for';
import type { Locale } from '@portal/shared-contract';
import { expectContent } from '../support/content.ts';
import { LOCALES, localePath, translate } from '../support/labels.ts';
import { createMember } from '../support/members.ts';
import { builtRelease, mainScreenOf, REMOTES } from '../support/routes.ts';
import { startSession } from '../support/session.ts';
import { expect, PROOF, test } from '../support/test.ts';

/** In every run a file of each kind of one remote; every file of all remotes is a proof. */
const FILES = [
  { remotes: REMOTES.slice(0, 1), which: 'a file of each kind', details: {} },
  { remotes: REMOTES, which: 'each file', details: PROOF },
] as const;

for (const { remotes, which, details } of FILES) {
  for (const remote of remotes) {
    // @proves 2.60
    test(
      `${remote} does not run with a byte changed in ${which}; the shell stands and Retry works`,
      details,
      async ({ page, portal, errors }) => {
        test.setTimeout(120_000);
        errors.allow(/integrity/i, /ChunkLoadError/);
        const { path, guard } = await mainScreenOf(remote);
        if (guard === 'session') await startSession(page, portal, await createMember(portal));
        const release = await builtRelease(remote);
        const { scripts, styles, rows } = release;
        const screen = rows[path]?.files ?? [];
        const kinds: readonly { files: readonly string[]; locale: Locale }[] = [
          { files: scripts, locale: 'ja' },
          { files: styles, locale: 'ja' },
          { files: screen, locale: 'ja' },
          ...LOCALES.flatMap((locale) => [
            { files: textsFor(release, scripts, locale), locale },
            { files: textsFor(release, screen, locale), locale },
          ]),
        ];
        const needed = kinds.flatMap(({ files, locale }) =>
          (details === PROOF ? files : files.slice(0, 1)).map((file) => ({ file, locale })),
        );
        for (const { file, locale } of needed) {
          await test.step(file, async () => {
            const changed = await changeOneByte(page, (name) => name === file);
            await page.goto(localePath(locale, path));
            const retry = page.getByRole('button', { name: translate(locale, 'Try again') });
            await retry.waitFor();
            await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
            // Nothing leads back to the remote that has failed.
            await expect(
              page.getByRole('link', { name: translate(locale, 'Back to Home') }),
            ).toHaveCount(path.startsWith('/my-page') ? 0 : 1);
            expect(changed.served()).toBeGreaterThan(0);

            await changed.undo();
            await retry.click();
            await expect(retry).toBeHidden();
            await expectContent(page);
          });
        }
      },
    );
  }
}

test('no file of any remote runs with a byte changed, and each runs once it is right', async ({
  page,
  errors,
}) => {
  errors.allow(/integrity/i);
  // A changed list of hashes would end all loads before they began.
  const changed = await changeOneByte(page, (name) => !name.startsWith('hashes.'));
  await page.goto('/terms-of-service');
  await expectContent(page);
  const releases = await Promise.all(REMOTES.map(builtRelease));
  const files = releases.map(({ files: named }, index) =>
    Object.keys(named)
      // First views stand in the page, and no browser loads them.
      .filter((name) => !name.startsWith('first-view.'))
      .map((name) => `/remotes/${REMOTES[index]}/${name}`),
  );
  const { length } = files.flat();
  expect(length).toBeGreaterThanOrEqual(REMOTES.length * 5);
  const refused = await outcomes(page, files);
  expect(refused.filter(({ loaded }) => loaded)).toEqual([]);
  expect(changed.served()).toBeGreaterThanOrEqual(length);

  await changed.undo();
  const accepted = await outcomes(page, files);
  expect(accepted.filter(({ loaded }) => !loaded)).toEqual([]);
});

/** Loads each file in the page, as the portal does, all of one remote at once. */
async function outcomes(page: Page, remotes: readonly (readonly string[])[]) {
  const found: { readonly address: string; readonly loaded: boolean }[] = [];
  for (const files of remotes) {
    const ofRemote = await page.evaluate(async (addresses) => {
      await window.portal.readRemotes();
      return Promise.all(
        addresses.map((address) =>
          window.portal.load(address).then(
            () => ({ address, loaded: true }),
            () => ({ address, loaded: false }),
          ),
        ),
      );
    }, files);
    found.push(...ofRemote);
  }
  return found;
}

/** Appends a line end: without the check of hashes every script and stylesheet would still run. */
async function changeOneByte(page: Page, wanted: (file: string) => boolean) {
  let served = 0;
  const isWanted = ({ pathname }: URL) =>
    REMOTES.some((remote) => pathname.startsWith(`/remotes/${remote}/`)) &&
    wanted(decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1)));
  await page.route(isWanted, async (route) => {
    const answer = await route.fetch();
    const body = Buffer.concat([await answer.body(), Buffer.from('\n')]);
    served += 1;
    await route.fulfill({ response: answer, body });
  });
  // The loader asks once more for a file that failed: the answer to that may still be under way.
  const undo = () => page.unrouteAll({ behavior: 'wait' });
  return { served: () => served, undo };
}
