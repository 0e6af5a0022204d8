import { LOCALES } from '../support/labels.ts';
import { liveRelease, PACKAGES } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** Bytes of scripts that a first visit may transfer (brotli). */
const FIRST_ROUTE_BYTES = 171_000;
/** Screens that members reach from those: forms bring schemas and codes, a notification the cleaner. */
const FORM_ROUTE_BYTES = 190_000;
/** The profile form also needs fields for dates, countries and phone numbers. */
const WITH_SHARED_COMPONENTS_BYTES = 255_000;
const FORM_ROUTES =
  /^\/(account\/|confirm-connect-line|undo-changes|not-me|signup\/|register|reset-password|set-password|unblock|verify-|my-page\/passports\/|my-page\/notifications\/)/;

test('every route stays within its budget of scripts on a first visit', async () => {
  const shell = await liveRelease('shell');
  for (const name of PACKAGES) {
    const release = await liveRelease(name);
    for (const [path, { files, consumes = [] }] of Object.entries(release.rows)) {
      for (const locale of LOCALES) {
        const own = [...release.scripts, ...release.catalogs[locale], ...files];
        const fromShell = name === 'shell' ? [] : [...shell.scripts, ...shell.catalogs[locale]];
        const shared = consumes.flatMap((key) => shell.lazyShared[key] ?? []);
        const scripts = total(release.files, new Set(own)) + total(shell.files, new Set(fromShell));
        const most = FORM_ROUTES.test(path) ? FORM_ROUTE_BYTES : FIRST_ROUTE_BYTES;
        expect(scripts, `${path} in ${locale}`).toBeLessThanOrEqual(most);
        expect(
          scripts + total(shell.files, new Set(shared)),
          `${path} in ${locale} with the shared components it consumes`,
        ).toBeLessThanOrEqual(FORM_ROUTES.test(path) ? WITH_SHARED_COMPONENTS_BYTES : most);
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
