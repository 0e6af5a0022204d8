import { type Config, defineConfig, type GlobalStyleObject } from '@pandacss/dev';
import { portalPreset } from '../preset/index.ts';
import { SHARED_PREFIX } from './shared-prefix.ts';

/**
 * The shell's sheet has the shared styles: reset, tokens and every recipe. Its utilities have the shared prefix too,
 * because Panda supports one prefix per sheet. `globalCss`: the shell's own styles that no class names.
 */
export function shellPandaConfig(globalCss: GlobalStyleObject = {}): Config {
  return defineConfig({
    ...common(SHARED_PREFIX),
    preflight: true,
    staticCss: { recipes: '*' },
    globalCss: { extend: globalCss },
  });
}

/**
 * A remote's sheet has only its utilities, whose classes carry `prefix`, two to four letters unique per remote.
 * The remote has `src/css.ts` (`export const css = prefixedCss('acc')`), calls it `#css` in the `imports` of its
 * package.json, and runs `panda cssgen --outfile <file>` in its folder (docs/decisions/0005-styles-of-remotes.md).
 */
export function remotePandaConfig({ prefix }: { readonly prefix: string }): Config {
  if (!/^[a-z]{2,4}$/.test(prefix) || prefix === SHARED_PREFIX) {
    throw new Error(
      `"${prefix}" cannot be a remote's class prefix: two to four letters of its own.`,
    );
  }
  return defineConfig({
    ...common(prefix),
    preflight: false,
    hooks: {
      'cssgen:done': ({ artifact, content }) =>
        artifact === 'styles.css' ? onlyUtilities(content) : content,
    },
  });
}

/** Panda requires a module name for each kind of import; nothing imports this one. */
const NEVER = '#never-imported';

function common(prefix: string): Config {
  return {
    presets: ['@pandacss/preset-base', portalPreset],
    prefix: { className: prefix },
    importMap: { css: '#css', recipes: NEVER, patterns: NEVER, jsx: NEVER, tokens: NEVER },
    include: ['src/**/*.{ts,tsx}'],
    exclude: ['src/**/*.test.{ts,tsx}'],
    // Required by Panda. `cssgen --outfile` writes nothing here; only shared-ui generates code.
    outdir: '../.cache/styled-system',
  };
}

/** The order of the cascade layers. Each sheet starts with it, so that it does not depend on which loads first. */
const LAYER_ORDER = '@layer reset, base, tokens, recipes, utilities;';

/** Returns only the utilities layer of a Panda sheet; the shell's sheet has the rest. */
function onlyUtilities(css: string): string {
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
