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
