import { createRequire } from 'node:module';
import { join } from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import { BROWSERS } from '@portal/delivery-builder/workspace/oldest-browsers';
import { CACHE, type DeliveredPackage, ROOT } from '@portal/delivery-builder/workspace/packages';
import { swcOptions } from '@portal/delivery-builder/workspace/swc-options';
import { ASSET } from '@portal/delivery-model/store/file-type';
import type { Configuration } from 'webpack';

const require = createRequire(import.meta.url);

/**
 * The development webpack configuration: one remote and the frame in one compilation, with React
 * Refresh and readable names.
 */
export function devWebpackConfig(
  remote: DeliveredPackage,
  styles: readonly string[],
): Configuration {
  return {
    name: `${remote.name}-dev`,
    context: remote.folder,
    mode: 'development',
    target: `browserslist:${BROWSERS}:production`,
    devtool: 'eval-cheap-module-source-map',
    entry: { main: [...styles, entryOf(remote)] },
    output: { publicPath: '/', filename: '[name].js', uniqueName: `${remote.federationName}_dev` },
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

/**
 * The source of the entry, which starts the frame with this remote's routes. It accepts updates of
 * the routes module, which any changed screen or catalog causes, and applies them without a reload.
 */
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
