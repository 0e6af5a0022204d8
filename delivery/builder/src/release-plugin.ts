import { resolve } from 'node:path';
import type webpack from 'webpack';
import type { Chunk, Compilation, Compiler, Module } from 'webpack';
import {
  isConsumed,
  isProvided,
  type SharedSurface,
  SharedSurfacePlugin,
} from './shared-surface-plugin.ts';

/** The files that webpack produced, grouped by purpose. Names are relative to the output folder. */
export type BuiltFiles = {
  /** Scripts of the entry points, in loading order. */
  initial: string[];
  /** Files of each dynamic import, by the absolute path of the imported module. */
  byModule: Record<string, string[]>;
  /**
   * Shared modules that each dynamic import consumes, by the absolute path of the imported module.
   */
  consumedByModule: Record<string, string[]>;
  /** Files of each lazy shared module, by its share key; only in the shell's build. */
  lazyShared: Record<string, string[]>;
  /** Files of the modules that the remote exposes. */
  exposed: string[];
  /** What it imports from shared modules, and what those that it provides export. */
  surface: SharedSurface;
};

/**
 * Reads from a finished compilation which files belong to which `import()`, so that the page can
 * name every file of a route in advance. Lists are sorted where the order says nothing, since
 * webpack's own order depends on which module was read first.
 */
export class ReleasePlugin {
  readonly #done: (files: BuiltFiles) => void;

  constructor(done: (files: BuiltFiles) => void) {
    this.#done = done;
  }

  apply(compiler: Compiler): void {
    let surface: SharedSurface = { imports: {}, exports: {} };
    new SharedSurfacePlugin((found) => {
      surface = found;
    }).apply(compiler);
    compiler.hooks.afterEmit.tap('ReleasePlugin', (compilation) => {
      this.#done({
        initial: initialFiles(compilation),
        byModule: filesByModule(compilation),
        consumedByModule: consumedByModule(compilation),
        lazyShared: lazySharedFiles(compilation),
        exposed: exposedFiles(compilation),
        surface,
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
  return Object.fromEntries(
    Object.entries(found).map(([path, files]) => [path, [...files].sort()]),
  );
}

function consumedByModule(compilation: Compilation): Record<string, string[]> {
  const taken: Record<string, string[]> = {};
  for (const module of compilation.modules) {
    for (const block of module.blocks) {
      const target = importedPath(compilation, block);
      const group = compilation.chunkGraph.getBlockChunkGroup(block);
      if (!target || !group) continue;
      const modules = group.chunks.flatMap((chunk) => [
        ...compilation.chunkGraph.getChunkModulesIterable(chunk),
      ]);
      const keys = new Set(modules.filter(isConsumed).map(({ options }) => options.shareKey));
      taken[target] = [...keys].sort();
    }
  }
  return taken;
}

/**
 * The files of the shared modules that are not eager: each is an async block of its provider
 * module.
 */
function lazySharedFiles(compilation: Compilation): Record<string, string[]> {
  const initial = new Set(initialFiles(compilation));
  const lazyShared: Record<string, string[]> = {};
  for (const module of compilation.modules) {
    if (!isProvided(module)) continue;
    const groups = module.blocks.map((block) => compilation.chunkGraph.getBlockChunkGroup(block));
    const files = groups.flatMap((group) => group?.chunks.flatMap(scriptsOf) ?? []);
    const own = [...new Set(files)].filter((file) => !initial.has(file)).sort();
    if (own.length > 0) lazyShared[module._name] = own;
  }
  return lazyShared;
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

/** The files that the federation entry loads for `./routes`. */
function exposedFiles(compilation: Compilation): string[] {
  const files = new Set<string>();
  for (const module of compilation.modules) {
    if (!module.nameForCondition()?.endsWith('/src/routes.ts')) continue;
    for (const chunk of compilation.chunkGraph.getModuleChunks(module)) {
      for (const file of scriptsOf(chunk)) files.add(file);
    }
  }
  return [...files].sort();
}

const scriptsOf = (chunk: Chunk): string[] => [...chunk.files].filter(isScript);
const isScript = (file: string): boolean => file.endsWith('.js');
