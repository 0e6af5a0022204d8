/**
 * The order of the cascade layers. Each sheet starts with it, so that the order does not depend on
 * which sheet loads first.
 */
const LAYER_ORDER = '@layer reset, base, tokens, recipes, utilities;';

/** Returns only the utilities layer of a Panda sheet; the shell's sheet has the rest. */
export function onlyUtilities(css: string): string {
  const utilities = topLevelBlocks(css).filter((block) => block.startsWith('@layer utilities'));
  return [LAYER_ORDER, ...utilities].join('\n');
}

/** Splits a sheet into its top-level statements; ignores braces within strings and comments. */
function topLevelBlocks(css: string): string[] {
  const blocks: string[] = [];
  let depth = 0;
  let start = 0;
  // A string, a comment, an escaped character, or a character that structures a sheet.
  for (const { 0: mark, index } of css.matchAll(
    /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*[\s\S]*?\*\/|\\.|[{};]/g,
  )) {
    if (mark === '{') depth += 1;
    if (mark === '}') depth -= 1;
    if (depth === 0 && (mark === '}' || mark === ';')) {
      blocks.push(css.slice(start, index + 1).trim());
      start = index + 1;
    }
  }
  return blocks;
}
