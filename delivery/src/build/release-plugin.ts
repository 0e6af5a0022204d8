import { resolve } from 'node:path';
import type webpack from 'webpack';
import type { Chunk, Compilation, Compiler, Module } from 'webpack';

/** Files that webpack made, by what they are for. Names below the output folder. */
export type BuiltFiles = {
  /** Scripts of the entry points, in order. */
  initial: string[];
  /** Files behind each dynamic import, by the absolute path of what is imported. */
  byModule: Record<string, string[]>;
  /** Shared modules that each dynamic import takes, by the absolute path of what is imported. */
  takenByModule: Record<string, string[]>;
  /** Files of each shared module that is fetched on demand, by its share key. The shell's build only. */
  offered: Record<string, string[]>;
  /** Files of the federation's exposed modules. */
  exposed: string[];
};

/**
 * Reads from a finished compilation which files stand behind which `import()`, so that the page can
 * name every file of a route and nothing has to be discovered in the browser.
 */
export class ReleasePlugin {
  readonly #done: (files: BuiltFiles) => void;

  constructor(done: (files: BuiltFiles) => void) {
    this.#done = done;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tap('ReleasePlugin', (compilation) => {
      this.#done({
        initial: initialFiles(compilation),
        byModule: filesByModule(compilation),
        takenByModule: takenByModule(compilation),
        offered: offeredFiles(compilation),
        exposed: exposedFiles(compilation),
      });
    });
  }
}

function initialFiles(compilation: Compilation): string[] {
  const main = compilation.entrypoints.get('main');
  return main ? main.getFiles().filter(isScript) : [];
}

function filesByModule(compilation: Compilation): Record<string, string[]> {
  const found: Record<string, Set<string>> = {};
  const initial = new Set(initialFiles(compilation));
  for (const module of compilation.modules) {
    for (const block of module.blocks) {
      const group = compilation.chunkGraph.getBlockChunkGroup(block);
      const target = importedPath(compilation, block);
      if (!target || !group) continue;
      found[target] ??= new Set();
      for (const chunk of group.chunks) {
        for (const file of scriptsOf(chunk)) if (!initial.has(file)) found[target].add(file);
      }
    }
  }
  return Object.fromEntries(Object.entries(found).map(([path, files]) => [path, [...files]]));
}

/** A module through which federation's shared one is taken; its options name it. */
type Taken = Module & { readonly options: { readonly shareKey: string } };
const isTaken = (module: Module): module is Taken => module.type === 'consume-shared-module';

function takenByModule(compilation: Compilation): Record<string, string[]> {
  const taken: Record<string, string[]> = {};
  for (const module of compilation.modules) {
    for (const block of module.blocks) {
      const target = importedPath(compilation, block);
      const group = compilation.chunkGraph.getBlockChunkGroup(block);
      if (!target || !group) continue;
      const modules = group.chunks.flatMap((chunk) => [
        ...compilation.chunkGraph.getChunkModulesIterable(chunk),
      ]);
      taken[target] = [...new Set(modules.filter(isTaken).map(({ options }) => options.shareKey))];
    }
  }
  return taken;
}

/** The module by which federation offers another; its name is the share key. */
type Offered = Module & { readonly _name: string };
const isOffered = (module: Module): module is Offered => module.type === 'provide-module';

/** A shared module that is not eager stands behind a block of the one that offers it. */
function offeredFiles(compilation: Compilation): Record<string, string[]> {
  const initial = new Set(initialFiles(compilation));
  const offered: Record<string, string[]> = {};
  for (const module of compilation.modules) {
    if (!isOffered(module)) continue;
    const groups = module.blocks.map((block) => compilation.chunkGraph.getBlockChunkGroup(block));
    const files = groups.flatMap((group) => group?.chunks.flatMap(scriptsOf) ?? []);
    const own = [...new Set(files)].filter((file) => !initial.has(file));
    if (own.length > 0) offered[module._name] = own;
  }
  return offered;
}

/** `import('./screens/a.tsx')` in /p/src/routes.ts → /p/src/screens/a.tsx. */
function importedPath(
  compilation: Compilation,
  block: webpack.AsyncDependenciesBlock,
): string | undefined {
  const [dependency] = block.dependencies;
  const request = (dependency as { request?: string } | undefined)?.request;
  if (!dependency || !request?.startsWith('.')) return undefined;
  const origin: Module | undefined = compilation.moduleGraph.getParentModule(dependency);
  return origin?.context ? resolve(origin.context, request) : undefined;
}

/** The chunk that holds the rows: what the federation entry asks for when `./routes` is wanted. */
function exposedFiles(compilation: Compilation): string[] {
  const files = new Set<string>();
  for (const module of compilation.modules) {
    if (!module.nameForCondition()?.endsWith('/src/routes.ts')) continue;
    for (const chunk of compilation.chunkGraph.getModuleChunks(module)) {
      for (const file of scriptsOf(chunk)) files.add(file);
    }
  }
  return [...files];
}

const scriptsOf = (chunk: Chunk): string[] => [...chunk.files].filter(isScript);
const isScript = (file: string): boolean => file.endsWith('.js');
