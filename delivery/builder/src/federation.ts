import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Compiler, WebpackPluginInstance } from 'webpack';
import type { SharedModule } from './shared-modules.ts';
import { ROOT } from './workspace/packages.ts';

const require = createRequire(import.meta.url);

// Without it the plugin makes webpack fail and reads the path from the stack; the compiling of webpack's
// schema for that failure takes a fifth of a warm build.
process.env.FEDERATION_WEBPACK_PATH ??= require.resolve('webpack');

/** The plugin that connects separate builds. It needs the aliases of {@link federationAliases}. */
export function federationPlugin(
  name: string,
  kind: 'shell' | 'remote',
  shared: Readonly<Record<string, SharedModule>>,
): WebpackPluginInstance {
  return new ModuleFederationPlugin({
    name,
    shared,
    dts: false,
    manifest: false,
    ...(kind === 'remote' && {
      filename: 'entry.[contenthash:10].js',
      exposes: { './routes': './src/routes.ts' },
    }),
  }) as unknown as WebpackPluginInstance;
}

/** Leaves out webpack's own list of shared modules, which the federation plugin replaces with another. */
export class UnusedSharingPlugin {
  apply(compiler: Compiler): void {
    const webpacks = require('webpack/lib/sharing/ShareRuntimeModule') as new () => object;
    compiler.hooks.compilation.tap('UnusedSharingPlugin', (compilation) => {
      compilation.hooks.runtimeModule.tap('UnusedSharingPlugin', (module) => {
        if (module instanceof webpacks) module.generate = () => null;
      });
    });
  }
}

/**
 * Puts our own runtime (../federation/runtime.ts) in the place of the one that the plugin's code
 * imports. If the plugin imported it from another address, a build would silently have that one:
 * the budget of the first routes refuses such a shell (docs/decisions/0002-shared-modules.md).
 */
export function federationAliases(): Record<string, string> {
  const plugin = createRequire(require.resolve('@module-federation/enhanced/webpack'));
  return {
    [plugin.resolve('@module-federation/webpack-bundler-runtime/bundler')]: join(
      ROOT,
      'delivery/page/src/federation/runtime.ts',
    ),
  };
}
