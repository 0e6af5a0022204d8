import { liveRelease, PARTS } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';
import { LOCALES } from '../support/words.ts';

/** What a visit may cost in scripts, in bytes as transferred (brotli). */
const FIRST_ROUTE_BYTES = 170_000;
/**
 * Screens that one comes to from those: their forms bring schemas, codes and second factors, a letter
 * what cleans its HTML.
 */
const FORM_ROUTE_BYTES = 190_000;
/** The profile's form: fields for dates, countries and phone numbers on top. */
const WITH_SHARED_COMPONENTS_BYTES = 240_000;
const FORM_ROUTES =
  /^\/(account\/|confirm-connect-line|undo-email-change|signup\/|register|reset-password|set-password|unblock|verify-|my-page\/passports\/|my-page\/notifications\/)/;

test('every route, visited first, stays within its budget of scripts', async () => {
  const shell = await liveRelease('shell');
  for (const part of PARTS) {
    const release = await liveRelease(part);
    for (const [path, { files, takes = [] }] of Object.entries(release.rows)) {
      for (const locale of LOCALES) {
        const own = [...release.scripts, ...release.catalogs[locale], ...files];
        const names = part === 'shell' ? [] : [...shell.scripts, ...shell.catalogs[locale]];
        const shared = takes.flatMap((key) => shell.offers[key] ?? []);
        const scripts = total(release.files, new Set(own)) + total(shell.files, new Set(names));
        const most = FORM_ROUTES.test(path) ? FORM_ROUTE_BYTES : FIRST_ROUTE_BYTES;
        expect(scripts, `${path} in ${locale}`).toBeLessThanOrEqual(most);
        expect(
          scripts + total(shell.files, new Set(shared)),
          `${path} in ${locale} with the shared components it takes`,
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
