import { resolve } from 'node:path';
import type webpack from 'webpack';
import type { Chunk, Compilation } from 'webpack';
import { isConsumed, isProvided } from './shared-surface-plugin.ts';

/** The files that webpack produced, grouped by purpose. Names are relative to the output folder. */
export type BuiltFiles = {
  readonly initial: readonly string[];
  /** Files of each dynamic import, by the absolute path of the imported module. */
  readonly byModule: Readonly<Record<string, string[]>>;
  /** Shared modules that each dynamic import consumes, by the absolute path of the imported module. */
  readonly consumedByModule: Readonly<Record<string, string[]>>;
  /** Files of each lazy shared module, by its share key; only in the shell's build. */
  readonly lazyShared: Readonly<Record<string, string[]>>;
  readonly exposed: readonly string[];
};

/**
 * Reads from a finished compilation which files belong to which `import()`, so that the page can
 * name every file of a route in advance. Lists are sorted where the order says nothing, since
 * webpack's own order depends on which module was read first.
 */
export function builtFiles(compilation: Compilation): BuiltFiles {
  const { chunkGraph, modules } = compilation;
  const initial = compilation.entrypoints.get('main')?.getFiles().filter(isScript) ?? [];
  const later = (chunks: readonly Chunk[]): string[] =>
    sorted(chunks.flatMap(scriptsOf).filter((file) => !initial.includes(file)));
  const byModule: Record<string, string[]> = {};
  const consumedByModule: Record<string, string[]> = {};
  const lazyShared: Record<string, string[]> = {};
  const exposed: string[] = [];
  for (const module of modules) {
    const groups = module.blocks.map((block) => chunkGraph.getBlockChunkGroup(block));
    for (const [index, block] of module.blocks.entries()) {
      const { chunks } = groups[index] ?? {};
      const target = importedPath(compilation, block);
      if (!target || !chunks) continue;
      byModule[target] = sorted([...(byModule[target] ?? []), ...later(chunks)]);
      const inside = chunks.flatMap((chunk) => [...chunkGraph.getChunkModulesIterable(chunk)]);
      const consumed = inside.filter(isConsumed).map(({ options }) => options.shareKey);
      consumedByModule[target] = sorted(consumed);
    }
    if (isProvided(module)) {
      // Those that are not eager are an async block of their provider module each.
      const own = later(groups.flatMap((group) => group?.chunks ?? []));
      if (own.length > 0) lazyShared[module._name] = own;
    }
    // What the federation entry loads for `./routes`.
    if (module.nameForCondition()?.endsWith('/src/routes.ts')) {
      exposed.push(...[...chunkGraph.getModuleChunks(module)].flatMap(scriptsOf));
    }
  }
  return { initial, byModule, consumedByModule, lazyShared, exposed: sorted(exposed) };
}

/** `import('./screens/a.tsx')` in /p/src/routes.ts → /p/src/screens/a.tsx. */
function importedPath(
  { moduleGraph }: Compilation,
  block: webpack.AsyncDependenciesBlock,
): string | undefined {
  const [dependency] = block.dependencies;
  const request = (dependency as { request?: string } | undefined)?.request;
  if (!dependency || !request?.startsWith('.')) return undefined;
  const context = moduleGraph.getParentModule(dependency)?.context;
  return context ? resolve(context, request) : undefined;
}

const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort();
const scriptsOf = (chunk: Chunk): string[] => [...chunk.files].filter(isScript);
const isScript = (file: string): boolean => file.endsWith('.js');
