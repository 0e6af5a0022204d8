/**
 * The order of the cascade layers. Each sheet says it first, so that the order is right whichever
 * sheet the browser reads first.
 */
const LAYER_ORDER = '@layer reset, base, tokens, recipes, utilities;';

/** Of a whole Panda sheet, the layer of utilities: the shell brings all the rest. */
export function onlyUtilities(css: string): string {
  const utilities = topLevelBlocks(css).filter((block) => block.startsWith('@layer utilities'));
  return [LAYER_ORDER, ...utilities].join('\n');
}

/** Splits a sheet into its outermost statements; braces within strings and comments do not count. */
function topLevelBlocks(css: string): string[] {
  const blocks: string[] = [];
  let depth = 0;
  let start = 0;
  // A string, a comment, an escaped character, or one of the marks that structure a sheet.
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
