import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Context, createContext, runInContext } from 'node:vm';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { federationAliases, federationPlugin } from '@portal/delivery-builder/federation';
import { ChunkIntegrityPlugin } from '@portal/delivery-builder/integrity-plugin';
import type { SharedModule } from '@portal/delivery-builder/shared-modules';
import { ROOT } from '@portal/delivery-builder/workspace/packages';
import { swcOptions } from '@portal/delivery-builder/workspace/swc-options';
import webpack, { type Configuration } from 'webpack';

const require = createRequire(import.meta.url);

/** Whose runtime a build has: ours, or the plugin's. */
export type Runtime = 'ours' | 'stock';

export type SmallBuild = {
  readonly name: string;
  readonly kind: 'shell' | 'remote';
  readonly runtime: Runtime;
  readonly shared: Readonly<Record<string, SharedModule>>;
  /** By their paths in the folder of the build. */
  readonly files: Readonly<Record<string, string>>;
};

/** Builds a package of a few lines with webpack, as the product's packages are built. */
export async function buildSmall(folder: string, build: SmallBuild): Promise<string> {
  const root = join(folder, build.name);
  for (const [path, body] of Object.entries(build.files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), body);
  }
  const compiler = webpack(configurationOf(root, build));
  if (!compiler) throw new Error('webpack created no compiler.');
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (stats?.hasErrors()) throw new Error(stats.toString('errors-only'));
  return join(root, 'dist');
}

function configurationOf(root: string, build: SmallBuild): Configuration {
  const { name, kind, runtime } = build;
  return {
    context: root,
    mode: 'production',
    target: ['web', 'es2022'],
    entry: kind === 'shell' ? { main: './src/main.ts' } : {},
    output: {
      path: join(root, 'dist'),
      publicPath: `${root}/dist/`,
      uniqueName: name,
      chunkFilename: 'chunk-[name].js',
    },
    optimization: { minimize: false, chunkIds: 'named' },
    resolve: {
      extensions: ['.ts', '.js'],
      alias: {
        ...(runtime === 'ours' ? federationAliases() : {}),
        '#container$': join(ROOT, 'shell/src/container.ts'),
        '#stock$': require.resolve('@module-federation/enhanced/runtime'),
      },
    },
    module: {
      rules: [
        {
          test: /\.ts$/,
          loader: require.resolve('swc-loader'),
          options: swcOptions({ development: false }),
        },
      ],
    },
    plugins: [
      runtime === 'ours' ? federationPlugin(name, kind, build.shared) : stockPlugin(build),
      new ChunkIntegrityPlugin(),
    ],
  };
}

const stockPlugin = ({ name, kind, shared }: SmallBuild) =>
  new ModuleFederationPlugin({
    name,
    shared,
    dts: false,
    manifest: false,
    ...(kind === 'remote' && { filename: 'entry.js', exposes: { './routes': './src/routes.ts' } }),
  }) as unknown as webpack.WebpackPluginInstance;

/** A page in which builds run, with what the page's boot script gives them. */
export type SmallPage = {
  /** Runs the first script of a build. */
  run(dist: string, file: string): Promise<void>;
  evaluate<Value>(code: string): Value;
  /** The names of files that fail to load, once each. */
  readonly failing: Set<string>;
  /** What was logged as a warning or an error. */
  readonly log: string[];
};

export function openSmallPage(): SmallPage {
  const failing = new Set<string>();
  const log: string[] = [];
  const run = async (path: string) => {
    runInContext(await readFile(path, 'utf8'), context, { filename: path });
  };
  const record = (...words: unknown[]) => {
    log.push(words.join(' '));
  };
  const context: Context = createContext({
    console: { ...console, warn: record, error: record },
    setTimeout,
    clearTimeout,
    URL,
    portal: {
      texts: async () => {},
      async load(url: string) {
        const file = url.slice(url.lastIndexOf('/') + 1);
        if (failing.delete(file)) throw new Error(`Did not load: ${file}`);
        await run(url);
      },
    },
  });
  runInContext('var window = globalThis, self = globalThis;', context);
  return {
    failing,
    log,
    run: (dist, file) => run(join(dist, file)),
    evaluate: (code) => runInContext(code, context),
  };
}
