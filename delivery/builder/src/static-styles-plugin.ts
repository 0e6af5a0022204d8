import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { prefixedCss } from '@portal/shared-ui/css';
import webpack, { type Compiler, type Module } from 'webpack';
import { ROOT } from './workspace/packages.ts';

const { ConstDependency } = webpack.dependencies;
const require = createRequire(import.meta.url);
/** What webpack tags the names of imports with. */
const { harmonySpecifierTag: IMPORTED } =
  require('webpack/lib/dependencies/HarmonyImportDependencyParserPlugin.js') as {
    readonly harmonySpecifierTag: symbol;
  };

/** What the class names follow from, besides the module itself. */
const PANDA_CSS = ['css', 'conditions'].map((name) =>
  join(ROOT, `shared-ui/styled-system/css/${name}.js`),
);

type ImportedName = { readonly source: string; readonly ids: readonly string[] };
type CssCall = {
  readonly arguments: readonly { readonly range: [number, number] }[];
  readonly range: [number, number];
};
type Constants = ReadonlyMap<string, string>;

/**
 * Puts the class names in the place of each `css({ … })` whose style is written out, which is how Panda's sheet is made
 * too (docs/decisions/0005-styles-of-remotes.md). So a browser needs neither the style nor Panda's tables. A call with
 * a style that is only known at run time stays, and brings them along.
 */
export class StaticStylesPlugin {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('StaticStylesPlugin', (_, { normalModuleFactory }) => {
      normalModuleFactory.hooks.parser
        .for('javascript/auto')
        .tap('StaticStylesPlugin', (parser) => {
          let constants: Constants = new Map();
          parser.hooks.program.tap('StaticStylesPlugin', ({ body }) => {
            constants = new Map(
              body
                .map((one) => ('declaration' in one && one.declaration) || one)
                .flatMap((one) =>
                  'declarations' in one && one.kind === 'const' ? one.declarations : [],
                )
                .flatMap(({ id, init }) =>
                  'name' in id && init?.range
                    ? [[id.name, String(parser.state.source).slice(...init.range)]]
                    : [],
                ),
            );
          });
          parser.hooks.callMemberChain
            .for(IMPORTED)
            // Before webpack's own hook, which would make the call a use of the import.
            .tap({ name: 'StaticStylesPlugin', stage: -1 }, (call, members) => {
              const { source, ids } = parser.currentTagData as unknown as ImportedName;
              if (source !== '#css' || ids[0] !== 'css' || members.length > 0) return;
              const { arguments: styles, range } = call as CssCall;
              const { topLevelScope } = parser.scope;
              // In a function, a name could be one of its own.
              const outer: Constants = topLevelScope === true ? constants : new Map();
              let known: unknown[];
              try {
                known = styles.map((style) =>
                  written(String(parser.state.source).slice(...style.range), outer),
                );
              } catch {
                return;
              }
              const { module } = parser.state;
              const classes = cssOf(
                module,
                this.#root,
              )(...(known as Parameters<ReturnType<typeof cssOf>>));
              module.addPresentationalDependency(
                new ConstDependency(JSON.stringify(classes), range),
              );
              return true;
            });
        });
    });
  }
}

/** The value of an expression of constants. @throws Error for one that is only known at run time */
function written(expression: string, constants: Constants): unknown {
  const scope = new Proxy(
    {},
    {
      has: () => true,
      get(_, name) {
        if (name === Symbol.unscopables) return undefined;
        const source = constants.get(String(name));
        const value = source === undefined ? undefined : written(source, constants);
        if (value === undefined || typeof value === 'function') throw new Error(String(name));
        return value;
      },
    },
  );
  return new Function('scope', `with (scope) { return (${expression}); }`)(scope);
}

function cssOf(module: Module, root: string): ReturnType<typeof prefixedCss> {
  const path = module.nameForCondition() ?? '';
  const [folder = ''] = relative(root, path).split(sep);
  const file = join(root, folder === 'src' ? '' : folder, 'src/css.ts');
  const prefix = existsSync(file) && /prefixedCss\('(\w+)'\)/.exec(readFileSync(file, 'utf8'))?.[1];
  if (!prefix) throw new Error(`${file} must say \`export const css = prefixedCss('…')\`.`);
  for (const read of [file, ...PANDA_CSS]) module.buildInfo?.fileDependencies?.add(read);
  return prefixedCss(prefix);
}
