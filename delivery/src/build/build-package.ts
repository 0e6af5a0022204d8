import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Locale } from '@portal/shared-contract';
import webpack, { type Configuration } from 'webpack';
import {
  CACHE,
  type DeliveredPackage,
  deliveredPackage,
  RELEASES,
  remoteFolders,
} from './packages.ts';
import { ownedPaths, type Release, type ReleasedFile, type ReleasedRow } from './release.ts';
import { type BuiltFiles, ReleasePlugin } from './release-plugin.ts';
import { readRows } from './rows.ts';
import { sharedModules } from './shared-modules.ts';
import { buildStyles } from './styles.ts';
import { type BuildKind, webpackConfig } from './webpack-config.ts';

/**
 * Builds one package into an immutable release: `.releases/<name>/<version>/` holds `release.json`
 * and every file, with a content hash in its name, precompressed.
 *
 * @throws Error with webpack's message when the build fails
 */
export async function buildPackage(pkg: DeliveredPackage, kind: BuildKind): Promise<Release> {
  const name = kind === 'monolith' ? 'monolith' : pkg.name;
  const work = join(CACHE, 'build', `${name}-${process.pid}`);
  await rm(work, { recursive: true, force: true });
  const built = await runWebpack(pkg, kind, work);
  const sources = kind === 'monolith' ? [pkg, ...remoteFolders().map(deliveredPackage)] : [pkg];
  const styles = await Promise.all(sources.map((source) => buildStyles(source, work)));
  const files = await compressAll(work);
  const rows = await releasedRows(sources, built);
  const version = `${pkg.version}+${buildOf(files)}`;
  const entry = kind === 'remote' ? entryFile(files) : undefined;
  const release: Release = {
    name,
    kind,
    federationName: pkg.federationName,
    version,
    scripts: entry ? [entry, ...built.exposed] : built.initial,
    ...(entry ? { entry } : {}),
    styles,
    catalogs: catalogsOf(pkg, kind, built),
    exposes: kind === 'remote' ? ['./routes'] : [],
    requires: kind === 'remote' ? versions('remote') : {},
    provides: kind === 'remote' ? {} : versions('shell'),
    owns: ownedPaths(Object.keys(rows)),
    rows,
    lazyShared: kind === 'shell' ? built.lazyShared : {},
    files,
  };
  await writeFile(join(work, 'release.json'), `${JSON.stringify(release, null, 1)}\n`);
  await moveIntoPlace(work, join(RELEASES, name, version));
  return release;
}

async function runWebpack(
  pkg: DeliveredPackage,
  kind: BuildKind,
  outputPath: string,
): Promise<BuiltFiles> {
  let built: BuiltFiles | undefined;
  const config: Configuration = webpackConfig(pkg, kind, outputPath, [
    new ReleasePlugin((files) => {
      built = files;
    }),
  ]);
  const compiler = webpack(config);
  if (!compiler) throw new Error('webpack created no compiler.');
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (!stats || stats.hasErrors() || !built) {
    throw new Error(stats?.toString({ preset: 'errors-only', colors: false }) ?? 'No build.');
  }
  return built;
}

async function releasedRows(
  sources: readonly DeliveredPackage[],
  built: BuiltFiles,
): Promise<Record<string, ReleasedRow>> {
  const rows: Record<string, ReleasedRow> = {};
  for (const source of sources) {
    // In the monolith the rows of a remote are in a separate chunk, which each of its routes needs.
    const table = built.byModule[join(source.folder, 'src/routes.ts')] ?? [];
    for (const { path, guard, layout, early, screen } of await readRows(source)) {
      const files = built.byModule[screen];
      if (!files) throw new Error(`${source.packageName}: no files for the screen of ${path}.`);
      const consumes = built.consumedByModule[screen] ?? [];
      rows[path] = {
        files: [...table, ...files],
        guard,
        layout,
        ...(early ? { early } : {}),
        ...(consumes.length > 0 ? { consumes } : {}),
      };
    }
  }
  return rows;
}

function catalogsOf(
  pkg: DeliveredPackage,
  kind: BuildKind,
  built: BuiltFiles,
): Record<Locale, string[]> {
  const of = (locale: Locale): string[] => {
    const folder = kind === 'remote' ? 'locales' : 'catalogs';
    const found = Object.entries(built.byModule).find(([path]) =>
      path.startsWith(join(pkg.folder, 'src', folder, locale)),
    );
    if (!found) throw new Error(`${pkg.packageName} has no catalog for ${locale}.`);
    return found[1];
  };
  return { ja: of('ja'), en: of('en') };
}

function versions(side: 'shell' | 'remote'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sharedModules(side)).map(([name, how]) => [
      name,
      side === 'shell' ? (how.version ?? '') : how.requiredVersion,
    ]),
  );
}

function entryFile(files: Record<string, ReleasedFile>): string {
  const entry = Object.keys(files).find((name) => /^entry\.[0-9a-f]+\.js$/.test(name));
  if (!entry) throw new Error('The build produced no federation entry.');
  return entry;
}

async function compressAll(folder: string): Promise<Record<string, ReleasedFile>> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name)).sort();
  const entries = await Promise.all(
    names.map(async (name): Promise<[string, ReleasedFile]> => {
      const body = await readFile(join(folder, name));
      const [zipped, brotli] = await Promise.all([
        promisify(gzip)(body, { level: 9 }),
        promisify(brotliCompress)(body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          },
        }),
      ]);
      await writeFile(join(folder, `${name}.gz`), zipped);
      await writeFile(join(folder, `${name}.br`), brotli);
      const integrity = `sha384-${createHash('sha384').update(body).digest('base64')}`;
      return [name, { size: body.length, gzip: zipped.length, brotli: brotli.length, integrity }];
    }),
  );
  return Object.fromEntries(entries);
}

/** Eight hex digits over the hashes of all files, so that the same output has the same version. */
function buildOf(files: Record<string, ReleasedFile>): string {
  const all = Object.entries(files).map(([name, { integrity }]) => `${name} ${integrity}`);
  return createHash('sha256').update(all.join('\n')).digest('hex').slice(0, 8);
}

/**
 * Moves a finished release into place by one rename, so that no partial release is ever visible.
 */
async function moveIntoPlace(from: string, to: string): Promise<void> {
  await mkdir(join(to, '..'), { recursive: true });
  await rm(to, { recursive: true, force: true });
  await rename(from, to);
}
