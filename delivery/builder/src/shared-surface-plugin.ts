import type { Compilation, Compiler, Dependency, Module } from 'webpack';

/**
 * The surface between a remote and the shell, by share key: the names that the build imports from
 * each shared module, and the names that each shared module it provides exports. The gate compares
 * the two before a promotion (delivery/model/src/gate/shared-surface.ts).
 */
export type SharedSurface = {
  /** `*` where the build uses the whole module, or where the names cannot be known. */
  readonly imports: Record<string, string[]>;
  /** `*` where the names of the module are only known when it runs. */
  readonly exports: Record<string, string[]>;
};

const ALL_NAMES = '*';

export class SharedSurfacePlugin {
  readonly #done: (surface: SharedSurface) => void;

  constructor(done: (surface: SharedSurface) => void) {
    this.#done = done;
  }

  apply(compiler: Compiler): void {
    // `thisCompilation`, so that compilers of loaders and plugins are left out.
    compiler.hooks.thisCompilation.tap('SharedSurfacePlugin', (compilation) => {
      // Unused imports are known by now, and modules are not yet merged.
      compilation.hooks.afterChunks.tap('SharedSurfacePlugin', () => {
        this.#done({
          imports: sorted(importedNames(compilation)),
          exports: sorted(exportedNames(compilation)),
        });
      });
    });
  }
}

type NamesByKey = Map<string, Set<string>>;

type ConsumedModule = Module & { readonly options: { readonly shareKey: string } };
export const isConsumed = (module: Module): module is ConsumedModule =>
  module.type === 'consume-shared-module';

function importedNames(compilation: Compilation): NamesByKey {
  const { chunkGraph } = compilation;
  const found: NamesByKey = new Map();
  for (const module of compilation.modules) {
    if (!isConsumed(module) || chunkGraph.getNumberOfModuleChunks(module) === 0) continue;
    const names = entryOf(found, module.options.shareKey);
    for (const connection of compilation.moduleGraph.getIncomingConnections(module)) {
      const { dependency, originModule } = connection;
      if (!dependency || !originModule || !connection.isTargetActive(undefined)) continue;
      if (chunkGraph.getNumberOfModuleChunks(originModule) === 0) continue;
      for (const name of referencedNames(compilation, dependency)) names.add(name);
    }
  }
  return found;
}

/** `['css']` for `import { css }`, `['*']` for all of a namespace, `[]` for a bare `import '…'`. */
function referencedNames({ moduleGraph }: Compilation, dependency: Dependency): string[] {
  return dependency.getReferencedExports(moduleGraph, undefined).map((referenced) => {
    const path = Array.isArray(referenced) ? referenced : referenced.name;
    return path[0] ?? ALL_NAMES;
  });
}

type ProvidedModule = Module & { readonly _name: string };
export const isProvided = (module: Module): module is ProvidedModule =>
  module.type === 'provide-module';

function exportedNames(compilation: Compilation): NamesByKey {
  const found: NamesByKey = new Map();
  for (const provider of compilation.modules) {
    if (!isProvided(provider)) continue;
    const names = entryOf(found, provider._name);
    const dependencies = [
      ...provider.dependencies,
      ...provider.blocks.flatMap((block) => block.dependencies),
    ];
    for (const dependency of dependencies) {
      const module = compilation.moduleGraph.getModule(dependency);
      if (module) for (const name of providedNames(compilation, module)) names.add(name);
    }
  }
  return found;
}

function providedNames({ moduleGraph }: Compilation, module: Module): string[] {
  const provided = moduleGraph.getExportsInfo(module).getProvidedExports();
  if (!Array.isArray(provided)) return [ALL_NAMES];
  // A default import of a CommonJS module is the module itself.
  const isEsModule = module.buildMeta?.exportsType === 'namespace';
  return isEsModule ? provided : [...provided, 'default'];
}

function entryOf(names: NamesByKey, key: string): Set<string> {
  const entry = names.get(key) ?? new Set();
  names.set(key, entry);
  return entry;
}

/** With keys and names in order, so that the same build gives the same document. */
function sorted(names: NamesByKey): Record<string, string[]> {
  return Object.fromEntries(
    [...names]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, values]) => [key, values.has(ALL_NAMES) ? [ALL_NAMES] : [...values].sort()]),
  );
}
