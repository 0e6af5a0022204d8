import type { Page } from '@playwright/test';
import { expectContent } from '../support/content.ts';
import { builtRelease, REMOTES } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test('no file of any remote runs with a byte changed, and each runs once it is right', async ({
  page,
  errors,
}) => {
  errors.allow(/integrity/i);
  const changed = await changeOneByte(page, () => true);
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
      await window.portal.readParts();
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
    // What starts a remote is in the bundle of its screen, too.
    pathname.startsWith('/app/route.') ||
    (REMOTES.some((remote) => pathname.startsWith(`/remotes/${remote}/`)) &&
      wanted(decodeURIComponent(pathname.slice(pathname.lastIndexOf('/') + 1))));
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
