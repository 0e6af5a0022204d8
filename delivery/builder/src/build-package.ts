import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type ReleaseContent,
  type ReleaseDocument,
  type ShellDocument,
  versionedDocument,
} from '@portal/delivery-model/document';
import { SILENT_CHECK_SCRIPT } from '@portal/shared-auth/silent-check-page';
import { withColorVariables } from '@portal/shared-contract/brand-values';
import webpack from 'webpack';
import { bundledScript } from './boot-script.ts';
import { type BuiltFiles, builtFiles } from './built-files.ts';
import { checkSupport } from './check-support.ts';
import { type BuiltFirstViews, buildFirstViews } from './first-view/index.ts';
import { storeFiles, writeDocument, writeHashed } from './release-folder.ts';
import { type BuiltRoutes, readRoutes } from './rows.ts';
import { writeScriptTexts } from './script-texts.ts';
import { sharedModules } from './shared-modules.ts';
import { type SharedSurface, SharedSurfacePlugin } from './shared-surface-plugin.ts';
import { buildStyles } from './styles.ts';
import { type BuildKind, webpackConfig } from './webpack-config.ts';
import { oldestBrowsers } from './workspace/oldest-browsers.ts';
import {
  CACHE,
  type DeliveredPackage,
  deliveredPackage,
  remoteFolders,
  WORKSPACE,
} from './workspace/packages.ts';

/**
 * Builds one package into a release: its files, with their content's hash in their names, and the
 * document that describes them (release-folder.ts).
 *
 * @param isDraft for its developers alone: texts need not be in the catalogs yet
 */
export async function buildPackage(
  pkg: DeliveredPackage,
  kind: BuildKind,
  isDraft = false,
): Promise<ReleaseDocument> {
  const name = kind === 'monolith' ? 'monolith' : pkg.name;
  const work = join(CACHE, 'build', `${name}-${process.pid}`);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const sources = kind === 'monolith' ? [pkg, ...remoteFolders().map(deliveredPackage)] : [pkg];
  // Panda is a process of its own and takes as long as webpack does with a warm cache.
  const [styles, built, ofPage, routes, firstViews] = await Promise.all([
    Promise.all(sources.map((source) => buildStyles(source, work))),
    runWebpack(pkg, kind, work, isDraft),
    kind === 'remote' ? undefined : buildPageFiles(pkg, work),
    Promise.all(sources.map((source) => readRoutes(source, isDraft))),
    // The monolith stands for a portal without them.
    kind === 'monolith' ? NO_FIRST_VIEWS : buildFirstViews(pkg, work, isDraft),
  ]);
  await writeScriptTexts(sources, work, isDraft);
  const { views, headers } = firstViews;
  const rows = releasedRows(sources, { routes, firstViews: views }, built);
  await checkSupport(pkg, work);
  const files = await storeFiles(name, work);
  const common = {
    name,
    ...(await builtCommit()),
    styles,
    rows,
    files,
    browsers: oldestBrowsers(),
  };
  const document = versionedDocument(
    pkg.version,
    ofPage
      ? {
          ...common,
          ...shellContent(kind, built, ofPage),
          page: { ...ofPage.page, ...(headers && { headers }) },
        }
      : { ...common, ...remoteContent(entryFile(files), built, routes[0]) },
  );
  await writeDocument(document);
  await rm(work, { recursive: true });
  return document;
}

const NO_FIRST_VIEWS: BuiltFirstViews = { views: {} };

function shellContent(kind: BuildKind, built: Built, { beforeReact }: BuiltPageFiles) {
  return {
    kind: kind === 'monolith' ? ('monolith' as const) : ('shell' as const),
    scripts: [beforeReact, ...built.initial],
    exports: built.surface.exports,
    provides: versions('shell'),
    lazyShared: kind === 'shell' ? built.lazyShared : {},
  };
}

function remoteContent(entry: string, built: Built, routes: BuiltRoutes | undefined) {
  return {
    kind: 'remote' as const,
    ...(routes?.title && { title: routes.title }),
    scripts: [entry, ...built.exposed],
    entry,
    imports: built.surface.imports,
    requires: versions('remote'),
  };
}

type Built = BuiltFiles & { readonly surface: SharedSurface };

async function runWebpack(
  pkg: DeliveredPackage,
  kind: BuildKind,
  outputPath: string,
  isDraft: boolean,
): Promise<Built> {
  let surface: SharedSurface = { imports: {}, exports: {} };
  const plugin = new SharedSurfacePlugin((found) => {
    surface = found;
  });
  const compiler = webpack(webpackConfig(pkg, kind, outputPath, [plugin], isDraft));
  if (!compiler) throw new Error('webpack created no compiler.');
  const stats = await promisify(compiler.run.bind(compiler))();
  if (!stats || stats.hasErrors()) {
    throw new Error(stats?.toString({ preset: 'errors-only', colors: false }) ?? 'No build.');
  }
  const files = builtFiles(stats.compilation);
  await promisify(compiler.close.bind(compiler))();
  return { ...files, surface };
}

function releasedRows(
  sources: readonly DeliveredPackage[],
  {
    routes,
    firstViews,
  }: { readonly routes: readonly BuiltRoutes[]; readonly firstViews: BuiltFirstViews['views'] },
  built: BuiltFiles,
): ReleaseDocument['rows'] {
  const rows: ReleaseDocument['rows'] = {};
  for (const [index, source] of sources.entries()) {
    // In the monolith the rows of a remote are in a separate chunk, which each of its routes needs.
    const table = built.byModule[join(source.folder, 'src/routes.ts')] ?? [];
    for (const { path, screen, ...row } of routes[index]?.rows ?? []) {
      const files = built.byModule[screen];
      if (!files) throw new Error(`${source.packageName}: no files for the screen of ${path}.`);
      const consumes = built.consumedByModule[screen] ?? [];
      rows[path] = {
        files: [...table, ...files],
        ...row,
        ...(firstViews[path] && { firstView: releasedFirstView(firstViews[path], built) }),
        ...(consumes.length > 0 && { consumes }),
      };
    }
  }
  return rows;
}

function releasedFirstView({ next, ...view }: BuiltFirstViews['views'][string], built: BuiltFiles) {
  const files = next.flatMap((module) => {
    const found = built.byModule[module];
    if (!found) throw new Error(`A first view names ${module}, which no import() loads.`);
    return found;
  });
  const consumes = next.flatMap((module) => built.consumedByModule[module] ?? []);
  return {
    ...view,
    ...(files.length > 0 ? { files: [...new Set(files)] } : {}),
    ...(consumes.length > 0 ? { consumes: [...new Set(consumes)] } : {}),
  };
}

function versions(side: 'shell' | 'remote'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sharedModules(side)).map(([name, how]) => [
      name,
      side === 'shell' ? (how.version ?? '') : how.requiredVersion,
    ]),
  );
}

function entryFile(files: ReleaseContent['files']): string {
  const entry = Object.keys(files).find((name) => /^entry\.[0-9a-f]+\.js$/.test(name));
  if (!entry) throw new Error('The build produced no federation entry.');
  return entry;
}

type BuiltPageFiles = {
  readonly page: ShellDocument['page'];
  readonly beforeReact: string;
};

/** Writes what stands in the page itself, so that composing it needs no compiler and a roll-back includes it. */
async function buildPageFiles(
  shell: DeliveredPackage,
  buildFolder: string,
): Promise<BuiltPageFiles> {
  const source = (file: string) => readFile(join(shell.folder, 'src/skeleton', file), 'utf8');
  const writeScript = async (name: string, script: string): Promise<string> => {
    const { code, map } = bundledScript(script);
    const file = await writeHashed(buildFolder, name, 'js', code);
    await writeFile(join(buildFolder, `${file}.map`), map);
    return file;
  };
  const colors = { prefix: 'sk', memberChoosesTheme: true } as const;
  const styles = withColorVariables((await source('skeleton.css')).trim(), colors);
  return {
    page: {
      boot: await writeScript('boot', 'boot/boot.ts'),
      // A part of a page, which no browser may open as one.
      skeleton: await writeHashed(
        buildFolder,
        'skeleton',
        'txt',
        (await source('skeleton.html')).trim(),
      ),
      criticalStyles: await writeHashed(buildFolder, 'critical', 'css', styles),
      silentCheck: await writeHashed(buildFolder, 'silent-check', 'js', SILENT_CHECK_SCRIPT),
      worker: await writeScript('worker', 'offline/worker.ts'),
    },
    beforeReact: await writeScript('before-react', 'boot/before-react.ts'),
  };
}

const UNKNOWN = { commit: 'unknown', committedAt: 0 };

/** Which commit is built. Of sources without their repository, as in an image, nothing is known. */
async function builtCommit(): Promise<Pick<ReleaseDocument, 'commit' | 'committedAt'>> {
  // git would also find a repository around this folder.
  if (!existsSync(join(WORKSPACE, '.git'))) return UNKNOWN;
  const asked = promisify(execFile)('git', ['log', '-1', '--format=%H %ct'], { cwd: WORKSPACE });
  // A repository without a commit has none.
  const [commit, seconds] = (await asked.catch(() => undefined))?.stdout.trim().split(' ') ?? [];
  return commit ? { commit, committedAt: Number(seconds) } : UNKNOWN;
}
