import { liveRelease, PARTS } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';
import { LOCALES } from '../support/words.ts';

/** Issue 1: what the first route of a visit may cost in scripts, brotli. */
const FIRST_ROUTE_SCRIPT_BYTES = 170_000;

test('every route, visited first, stays within its budget of scripts', async () => {
  const shell = await liveRelease('shell');
  for (const part of PARTS) {
    const release = await liveRelease(part);
    for (const [path, { files }] of Object.entries(release.rows)) {
      for (const locale of LOCALES) {
        const own = [...release.scripts, ...release.catalogs[locale], ...files];
        const names = part === 'shell' ? [] : [...shell.scripts, ...shell.catalogs[locale]];
        const bytes = total(release.files, new Set(own)) + total(shell.files, new Set(names));
        expect(bytes, `${path} in ${locale}`).toBeLessThanOrEqual(FIRST_ROUTE_SCRIPT_BYTES);
      }
    }
  }
});

function total(
  files: Readonly<Record<string, { readonly brotli: number }>>,
  names: ReadonlySet<string>,
): number {
  return [...names].reduce((sum, name) => {
    const file = files[name];
    if (!file) throw new Error(`The release has no file ${name}.`);
    return sum + file.brotli;
  }, 0);
}
