import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, parse } from 'node:path';
import { globalOf } from '@portal/delivery-model/document';
import { ASSET } from '@portal/delivery-model/store/file-type';
import TerserPlugin from 'terser-webpack-plugin';
import webpack, { type Configuration, type WebpackPluginInstance } from 'webpack';
import { federationAliases, federationPlugin, UnusedSharingPlugin } from './federation.ts';
import { ChunkIntegrityPlugin } from './integrity-plugin.ts';
import { ModuleIdsPlugin } from './module-ids-plugin.ts';
import { consumedModules, sharedModules } from './shared-modules.ts';
import { StaticStylesPlugin } from './static-styles-plugin.ts';
import { BROWSERS } from './workspace/oldest-browsers.ts';
import {
  CACHE,
  type DeliveredPackage,
  installedFolder,
  ROOT,
  WORKSPACE,
} from './workspace/packages.ts';
import { swcOptions } from './workspace/swc-options.ts';

export type BuildKind = 'shell' | 'remote' | 'monolith';

export function webpackConfig(
  pkg: DeliveredPackage,
  kind: BuildKind,
  outputPath: string,
  plugins: readonly WebpackPluginInstance[],
  isDraft = false,
): Configuration {
  return {
    name: pkg.name,
    context: pkg.folder,
    mode: 'production',
    target: `browserslist:${BROWSERS}:production`,
    // For checkSupport alone: a release has no source maps.
    devtool: 'hidden-source-map',
    entry: kind === 'remote' ? {} : { main: './src/main.tsx' },
    output: {
      path: outputPath,
      // Derived from the URL of the running script, so that a release works wherever it is hosted.
      publicPath: 'auto',
      filename: '[name].[contenthash:10].js',
      chunkFilename: '[name].[contenthash:10].js',
      uniqueName: kind === 'monolith' ? 'portal_monolith' : globalOf(pkg.name),
      crossOriginLoading: 'anonymous',
      hashFunction: 'xxhash64',
      // A chunk that does not load must cause an error instead of a page that loads forever.
      chunkLoadTimeout: 20_000,
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
      alias: {
        ...routerAliases(),
        ...(kind === 'monolith' ? monolithAliases(pkg) : federationAliases()),
        // React has had this hook itself since 18; Lingui brings the copy for older ones.
        'use-sync-external-store/shim$': 'react',
      },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: require.resolve('swc-loader'),
          options: swcOptions({ keepTexts: isDraft }),
        },
        {
          test: /\.po$/,
          use: [require.resolve('./phrase-breaks-loader.ts'), require.resolve('@lingui/loader')],
        },
        ASSETS,
        {
          test: join(import.meta.dirname, 'monolith-table.ts'),
          enforce: 'pre',
          loader: require.resolve('./monolith-table-loader.ts'),
        },
        {
          test: /shared-contract[\\/]src[\\/].*\.[jt]s$/,
          enforce: 'pre',
          loader: require.resolve('./endpoint-words-loader.ts'),
        },
        {
          test: /styled-system[\\/]recipes[\\/](?!index|create-recipe)[\w-]+\.js$/,
          loader: require.resolve('./recipes-loader.ts'),
        },
        // Without a call of `css()` that stays, Panda's functions are left out.
        { test: /[\\/]src[\\/]css\.ts$/, sideEffects: false },
        {
          test: /react-router[\\/]dist[\\/]production[\\/].*\.mjs$/,
          loader: require.resolve('./unused-components-loader.ts'),
        },
        { test: /\.m?js$/, resolve: { fullySpecified: false } },
      ],
    },
    optimization: {
      moduleIds: 'deterministic',
      // Short names, since the page lists all of them.
      chunkIds: 'deterministic',
      splitChunks: {
        // A catalog in two files compresses worse than in one.
        chunks: (chunk) => !chunk.canBeInitial() && !chunk.name?.startsWith('catalog'),
        // A file costs more than its bytes (docs/decisions/0003-how-a-page-starts.md).
        minSize: 30_000,
        ...(kind === 'shell' && { cacheGroups: { vendor: VENDOR } }),
      },
      runtimeChunk: false,
      minimizer: [
        new TerserPlugin({
          minify: TerserPlugin.swcMinify,
          extractComments: false,
          terserOptions: { compress: { passes: 3 }, mangle: true, format: { comments: false } },
        }),
      ],
    },
    performance: false,
    cache: {
      type: 'filesystem',
      cacheDirectory: join(CACHE, 'webpack', kind === 'monolith' ? 'monolith' : pkg.name),
      // Any file of this folder can change the output of a build.
      version: buildVersion(),
    },
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
    plugins: [
      ...(kind === 'monolith'
        ? []
        : [
            federationPlugin(
              globalOf(pkg.name),
              kind,
              kind === 'shell' ? sharedModules(kind) : consumedModules(),
            ),
            new UnusedSharingPlugin(),
          ]),
      // Chromium compiles the functions of a script beside the main thread, and not at their first call
      // (docs/decisions/0003-how-a-page-starts.md). To other browsers it is a comment.
      new webpack.BannerPlugin({
        banner: '//# allFunctionsCalledOnLoad',
        raw: true,
        test: /\.js$/,
        // The minimizer takes comments away.
        stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
      }),
      new ChunkIntegrityPlugin(),
      new StaticStylesPlugin(WORKSPACE),
      new ModuleIdsPlugin(WORKSPACE),
      ...plugins,
    ],
  };
}

/** One file of packages beside one of own code, so that a changed line does not replace both. */
const VENDOR = {
  name: 'vendor',
  test: /[\\/]node_modules[\\/]/,
  chunks: 'initial',
  enforce: true,
} as const;

/** One hash over this folder and the lock file. A different hash starts with an empty cache. */
function buildVersion(): string {
  const hash = createHash('sha256');
  const sources = readdirSync(import.meta.dirname, { encoding: 'utf8', recursive: true }).filter(
    (name) => /\.[jt]sx?$/.test(name) && !name.includes('.test.'),
  );
  for (const name of sources.sort()) hash.update(readFileSync(join(import.meta.dirname, name)));
  hash.update(readFileSync(join(WORKSPACE, 'package-lock.json')));
  return hash.digest('hex');
}

const require = createRequire(import.meta.url);

/** The router's package exports its development build for every condition; this selects the other one. */
function routerAliases(): Record<string, string> {
  const production = join(installedFolder('react-router'), 'dist/production');
  return {
    'react-router$': join(production, 'index.mjs'),
    'react-router/dom$': join(production, 'dom-export.mjs'),
  };
}

/** The monolith has the remotes compiled in. The bench compares the portal with it. */
function monolithAliases(pkg: DeliveredPackage): Record<string, string> {
  return {
    [join(pkg.folder, 'src/load-remotes.ts')]: join(
      ROOT,
      'delivery/builder/src/monolith-remotes.ts',
    ),
  };
}

/** Pictures and fonts: an import of one gives its address. */
export const ASSETS = {
  test: ASSET,
  type: 'asset/resource',
  generator: {
    filename: ({ filename = '' }: { readonly filename?: string }) =>
      `${parse(filename).name.replace(/[^\w-]+/g, '-')}.[contenthash:10][ext]`,
  },
} as const;
