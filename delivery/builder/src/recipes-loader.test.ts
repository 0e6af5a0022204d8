import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { recipe, slotRecipe, type Variants } from '@portal/shared-ui/recipe';
import type { LoaderContext } from 'webpack';
import recipesLoader from './recipes-loader.ts';
import { ROOT } from './workspace/packages.ts';

const RECIPES = join(ROOT, 'shared-ui/styled-system/recipes');
const GENERATED = readdirSync(RECIPES).filter(
  (name) => name.endsWith('.js') && !/^(index|create-recipe)\.js$/.test(name),
);

type Recipe = (variants?: Variants) => unknown;
type PandaRecipe = Recipe & { readonly variantMap: Readonly<Record<string, readonly string[]>> };

const loaded = (source: string) =>
  recipesLoader.call({ resourcePath: 'recipes/it.js' } as LoaderContext<unknown>, source);

/** The recipe as a build has it. */
function built(file: string): Recipe {
  const code = loaded(readFileSync(join(RECIPES, file), 'utf8'));
  return runInNewContext(code.replace(/^import .*$/m, '').replace(/export const \w+ = /, ''), {
    recipe,
    slotRecipe,
  });
}

/** Every combination of values, with each variant also left out. */
function combinations(variants: PandaRecipe['variantMap']): Variants[] {
  return Object.entries(variants).reduce<Variants[]>(
    (all, [name, values]) =>
      all.flatMap((chosen) => [
        chosen,
        { ...chosen, [name]: undefined },
        ...(values.includes('true') ? [{ ...chosen, [name]: false }] : []),
        ...values.map((value) => ({ ...chosen, [name]: value === 'true' ? true : value })),
      ]),
    [{}],
  );
}

test.each(GENERATED)('a build draws the same classes as Panda: %s', async (file) => {
  const exported = Object.values(
    (await import(join(RECIPES, file))) as Record<string, PandaRecipe>,
  );
  const panda = exported.find((value) => typeof value === 'function') as PandaRecipe;
  const ours = built(file);
  expect(ours()).toEqual(panda());
  for (const variants of combinations(panda.variantMap)) {
    expect(ours(variants)).toEqual(panda(variants));
  }
});

test('the combination of variants that has styles of its own is among them', () => {
  expect(built('button.js')({ variant: 'ghost' })).toMatch(/ ui-bd-c_line$/);
  expect(built('button.js')({ variant: 'ghost', size: 'icon' })).not.toContain('ui-bd-c_line');
});

test('a recipe in another form ends the build', () => {
  expect(() => loaded('export const it = cva({});')).toThrow(/another form/);
});
