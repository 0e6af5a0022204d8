import { budgetOf } from '@portal/delivery-model/gate/budget';
import { withTexts } from '@portal/delivery-model/texts-for';
import { LOCALES } from '../support/labels.ts';
import { builtRelease, PACKAGES } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test('every route stays within its budget on a first visit', async () => {
  const shell = await builtRelease('shell');
  for (const name of PACKAGES) {
    const release = await builtRelease(name);
    for (const [path, row] of Object.entries(release.rows)) {
      const { files, consumes = [] } = row;
      for (const locale of LOCALES) {
        const own = withTexts(release, [...release.scripts, ...files], locale);
        const fromShell = name === 'shell' ? [] : withTexts(shell, shell.scripts, locale);
        const shared = withTexts(
          shell,
          consumes.flatMap((key) => shell.lazyShared[key] ?? []),
          locale,
        );
        const scripts = total(release.files, new Set(own)) + total(shell.files, new Set(fromShell));
        const styles =
          total(release.files, new Set(release.styles)) +
          (name === 'shell' ? 0 : total(shell.files, new Set(shell.styles)));
        const budget = budgetOf(row);
        expect(scripts, `${path} in ${locale}`).toBeLessThanOrEqual(budget.scripts);
        expect(
          scripts + total(shell.files, new Set(shared)),
          `${path} in ${locale} with the shared components it consumes`,
        ).toBeLessThanOrEqual(budget.withSharedModules);
        expect(styles, `stylesheets of ${path}`).toBeLessThanOrEqual(budget.styles);
      }
    }
  }
});

/** Ten segments of 1,460 bytes (RFC 6928). */
const FIRST_FLIGHT_BYTES = 14_600;

// @proves 16.936
test('the page of each main screen fits into the first flight of a new connection', async ({
  portal,
}) => {
  for (const path of ['/my-page', '/account', '/signup', '/terms-of-service', '/']) {
    // The server compresses it quickly first, and then as well as it can.
    await expect
      .poll(() => bytesOfPage(portal.portal + path), path)
      .toBeLessThanOrEqual(FIRST_FLIGHT_BYTES);
  }
});

async function bytesOfPage(url: string): Promise<number> {
  const { headers } = await fetch(url, {
    headers: { accept: 'text/html', 'accept-encoding': 'br' },
  });
  expect(headers.get('content-encoding')).toBe('br');
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  return Number(headers.get('content-length')) + lines.join('').length;
}

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
