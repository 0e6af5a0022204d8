import { createHash } from 'node:crypto';
import type { Compiler, Module } from 'webpack';

/** As many ids as six digits give: a package has a few dozen of these modules. */
const IDS = 1_000_000;
/** Module Federation's entry, which it writes to a file named by the paths of this machine. */
const FEDERATION_ENTRY = /\/\.federation\/entry\.[0-9a-f]+\.js/g;

/**
 * Gives the modules of Module Federation ids that do not depend on the folder of the repository, so that the same
 * commit gives the same bytes on every machine. webpack derives a module's id from its path relative to the package,
 * but it does not see the absolute paths inside the names of provided modules and of the container's entry.
 */
export class ModuleIdsPlugin {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ModuleIdsPlugin', (compilation) => {
      // webpack gives ids to the modules that have none after this hook, and none twice.
      compilation.hooks.beforeModuleIds.tap('ModuleIdsPlugin', (modules) => {
        const { chunkGraph } = compilation;
        const used = new Set<number>();
        for (const [name, module] of withPathsInside(modules, this.#root)) {
          let id = idOf(name);
          while (used.has(id)) id = (id + 1) % IDS;
          used.add(id);
          chunkGraph.setModuleId(module, id);
        }
      });
    });
  }
}

function withPathsInside(modules: Iterable<Module>, root: string): [string, Module][] {
  const found: [string, Module][] = [];
  for (const module of modules) {
    const identifier = module.identifier();
    const inside = identifier
      .split(/[|!]/)
      .some((part) => part.lastIndexOf(root) > 0 || part.search(FEDERATION_ENTRY) >= 0);
    if (!inside) continue;
    const name = identifier
      .replaceAll(root, '')
      .replace(FEDERATION_ENTRY, '/.federation/entry.js')
      // The hash of the entry's source, which names the same paths.
      .replace(/(\/\.federation\/entry\.js)\|.*$/, '$1');
    found.push([name, module]);
  }
  return found.sort(([a], [b]) => (a < b ? -1 : 1));
}

const idOf = (name: string): number =>
  createHash('sha256').update(name).digest().readUIntBE(0, 6) % IDS;
