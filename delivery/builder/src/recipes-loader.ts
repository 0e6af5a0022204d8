import { SHARED_PREFIX } from '@portal/shared-ui/css';
import type { LoaderContext } from 'webpack';

const IMPORTS = "import { recipe, slotRecipe } from '@portal/shared-ui/recipe';";
const RECIPE = /createRecipe\('([^']+)', (\{[^}]*\}), \[\]\)\n/;
const SLOTS = {
  defaults: /DefaultVariants = (\{[^}]*\})\n/,
  compounds: /CompoundVariants = \[\]\n/,
  names: /SlotNames = (\[[\s\S]*?\n\])\n/,
} as const;

/**
 * A webpack loader for the recipes that Panda generates: keeps what the classes follow from, as a call of the small
 * functions of shared-ui/src/styles/recipe.ts, and leaves Panda's own functions out.
 *
 * @throws Error for a recipe in a form that the small functions do not know
 */
export default function recipesLoader(this: LoaderContext<unknown>, source: string): string {
  const name = /export const (\w+) = /.exec(source)?.[1];
  const call = singleRecipe(source) ?? slotsRecipe(source);
  if (!name || !call)
    throw new Error(`${this.resourcePath}: Panda writes recipes in another form.`);
  return `${IMPORTS}\nexport const ${name} = /* @__PURE__ */ ${call};\n`;
}

function singleRecipe(source: string): string | undefined {
  const found = RECIPE.exec(source);
  if (!found) return undefined;
  const [, className, defaults] = found;
  return `recipe(${JSON.stringify(`${SHARED_PREFIX}-${className}`)}, ${defaults})`;
}

function slotsRecipe(source: string): string | undefined {
  const defaults = SLOTS.defaults.exec(source)?.[1];
  const names = SLOTS.names.exec(source)?.[1];
  if (!defaults || !names || !SLOTS.compounds.test(source)) return undefined;
  const slots = JSON.parse(names) as [slot: string, className: string][];
  const [slot, className] = slots[0] ?? ['', ''];
  const block = className.slice(0, -`__${slot}`.length);
  if (!slots.every(([slot, className]) => className === `${block}__${slot}`)) return undefined;
  const list = slots.map(([slot]) => slot);
  return `slotRecipe(${JSON.stringify(`${SHARED_PREFIX}-${block}`)}, ${JSON.stringify(list)}, ${defaults})`;
}
