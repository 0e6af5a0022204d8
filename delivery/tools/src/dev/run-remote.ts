import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import { writeSheet } from '@portal/delivery-builder/styles';
import { BROWSERS } from '@portal/delivery-builder/workspace/oldest-browsers';
import {
  CACHE,
  type DeliveredPackage,
  deliveredPackage,
  ROOT,
} from '@portal/delivery-builder/workspace/packages';
import { swcOptions } from '@portal/delivery-builder/workspace/swc-options';
import { globalOf } from '@portal/delivery-model/document';
import { ASSET } from '@portal/delivery-model/store/file-type';
import { SILENT_CHECK_SCRIPT } from '@portal/shared-auth/silent-check-page';
import type { PageData } from '@portal/shared-contract';
import { DEFAULT_BRAND_NAME } from '@portal/shared-contract/brand-values';
import webpack, { type Configuration } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { type DevAddresses, runDev } from './run-dev.ts';
import { watchSources } from './watch-sources.ts';

/** Runs one remote in a small frame until the process is ended: remote and shared packages are one compilation. */
export const runRemote = (
  folderName: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> =>
  runDev(env, async ({ addresses, opened }) => {
    const remote = deliveredPackage(folderName);
    const styles = await watchStyles(remote.name, [join(ROOT, 'shell'), remote.folder]);
    opened(styles.stop);
    const compiler = webpack(devWebpackConfig(remote, styles.files));
    const server = new WebpackDevServer(serverOptions(remote, addresses), compiler);
    opened(() => server.stop());
    await server.start();
    console.log(`\n  ${remote.packageName}, alone: ${addresses.portal}/ (Ctrl-C ends it)\n`);
  });

function serverOptions(
  remote: DeliveredPackage,
  addresses: DevAddresses,
): WebpackDevServer.Configuration {
  const silentCheck = `<!doctype html><title>…</title><script>${SILENT_CHECK_SCRIPT}</script>`;
  return {
    host: 'localhost',
    port: addresses.port,
    hot: true,
    // Reload the page only when a change cannot be refreshed in place.
    liveReload: false,
    static: false,
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false }, logging: 'warn' },
    setupExitSignals: false,
    proxy: [{ context: ['/api'], target: addresses.api, pathRewrite: { '^/api': '' }, xfwd: true }],
    setupMiddlewares(middlewares) {
      middlewares.push({
        name: 'frame',
        middleware(
          { url = '/', method, headers }: IncomingMessage,
          response: ServerResponse,
          next: () => void,
        ) {
          const isPage = method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '');
          if (!isPage) return next();
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.setHeader('cache-control', 'no-store');
          response.end(
            url.startsWith('/silent-check.html') ? silentCheck : framePage(remote, addresses),
          );
        },
      });
      return middlewares;
    },
  };
}

/** The page in which a remote runs alone. It has the session's configuration but no registry. */
function framePage(remote: DeliveredPackage, { portal, idp }: DevAddresses): string {
  const data: PageData = {
    config: {
      apiUrl: '/api',
      idp: {
        idpUrl: idp,
        clientId: 'portal',
        redirectUri: `${portal}/callback`,
        silentRedirectUri: `${portal}/silent-check.html`,
        responseType: 'code',
        scope: 'openid offline_access profile',
        returnTo: `${portal}/`,
      },
      brand: { name: DEFAULT_BRAND_NAME, design: 'mountain' },
    },
    shell: { version: '0', base: '/', files: {}, scripts: [], styles: [], routes: {} },
    remotes: {},
    areas: '',
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return [
    '<!doctype html><html lang="ja"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">',
    `<title>${remote.packageName}</title>`,
    `<script type="application/json" id="portal-data">${json}</script>`,
    '<script defer src="/main.js"></script>',
    '</head><body><div id="root"></div></body></html>\n',
  ].join('');
}

type WatchedStyles = { readonly files: readonly string[]; readonly stop: () => void };

/**
 * Builds one stylesheet per package folder, as in a release: the shell's with tokens, reset and
 * every recipe of shared-ui, and the remote's own utilities. Panda's watch mode misses all but the
 * last of several files saved together, so each change runs it again, which takes under a second.
 */
async function watchStyles(name: string, folders: readonly string[]): Promise<WatchedStyles> {
  const target = join(CACHE, 'dev-styles', name);
  await mkdir(target, { recursive: true });
  const fileOf = (folder: string) => join(target, `${basename(folder)}.css`);
  const writeAll = async () => {
    for (const folder of folders) await writeSheet(folder, fileOf(folder));
  };
  await writeAll();
  const stop = watchSources([...folders, join(ROOT, 'shared-ui')], writeAll);
  return { files: folders.map(fileOf), stop };
}

const require = createRequire(import.meta.url);

/** One remote and the frame in one compilation, with React Refresh and readable names. */
function devWebpackConfig(remote: DeliveredPackage, styles: readonly string[]): Configuration {
  return {
    name: `${remote.name}-dev`,
    context: remote.folder,
    mode: 'development',
    target: `browserslist:${BROWSERS}:production`,
    devtool: 'eval-cheap-module-source-map',
    entry: { main: [...styles, entryOf(remote)] },
    output: { publicPath: '/', filename: '[name].js', uniqueName: `${globalOf(remote.name)}_dev` },
    resolve: { extensions: ['.ts', '.tsx', '.js', '.mjs'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          loader: require.resolve('swc-loader'),
          options: swcOptions({ development: true, refresh: true }),
        },
        { test: ASSET, type: 'asset/resource' },
        { test: /\.po$/, loader: require.resolve('./catalog-loader.ts') },
        {
          test: /\.css$/,
          use: [
            require.resolve('style-loader'),
            // Panda's stylesheet is complete; there is nothing to resolve in it.
            { loader: require.resolve('css-loader'), options: { url: false, import: false } },
          ],
        },
        { test: /\.m?js$/, resolve: { fullySpecified: false } },
      ],
    },
    plugins: [new ReactRefreshPlugin({ overlay: false })],
    cache: {
      type: 'filesystem',
      cacheDirectory: join(CACHE, 'webpack', `${remote.name}-dev`),
      buildDependencies: { config: [import.meta.filename] },
    },
    infrastructureLogging: { level: 'warn' },
    stats: 'errors-warnings',
  };
}

/** The entry: starts the frame with the remote's routes, and applies their updates without a reload. */
function entryOf(remote: DeliveredPackage): string {
  const routes = JSON.stringify(join(remote.folder, 'src/routes.ts'));
  const frame = JSON.stringify(join(ROOT, 'delivery/tools/src/dev/frame/main.tsx'));
  const source = [
    `import * as routes from ${routes};`,
    `import { startFrame, takeOver } from ${frame};`,
    'startFrame(routes);',
    `import.meta.webpackHot?.accept(${routes}, () => takeOver(routes));`,
  ].join('\n');
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
