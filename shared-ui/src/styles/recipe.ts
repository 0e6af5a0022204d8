/** Which value each variant has. A value that is undefined counts as not given. */
export type Variants = Readonly<Record<string, string | boolean | undefined>>;

/**
 * A recipe function as Panda generates it, in a tenth of the size: `recipe('ui-text', { size: 'md' })({ tone: 'muted' })`
 * is `ui-text ui-text--size_md ui-text--tone_muted`. The production build puts it in the place of Panda's, which also
 * takes a value for each breakpoint (docs/decisions/0003-how-a-page-starts.md). No component gives one.
 */
export function recipe(name: string, defaults: Variants): (variants?: Variants) => string {
  return (variants = {}) => {
    const chosen = { ...defaults };
    for (const key in variants) if (variants[key] !== undefined) chosen[key] = variants[key];
    let classes = name;
    for (const key in chosen) classes += ` ${name}--${key}_${chosen[key]}`;
    return classes;
  };
}

/** The same for a component of several elements: a class list for each slot. */
export function slotRecipe(
  name: string,
  slots: readonly string[],
  defaults: Variants,
): (variants?: Variants) => Record<string, string> {
  const recipes = slots.map((slot) => [slot, recipe(`${name}__${slot}`, defaults)] as const);
  return (variants) =>
    Object.fromEntries(recipes.map(([slot, classes]) => [slot, classes(variants)]));
}
