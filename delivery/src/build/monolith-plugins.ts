import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import webpack, { type WebpackPluginInstance } from 'webpack';
import { deliveredPackage, remoteFolders } from './packages.ts';
import { segmentsIn } from './route-segments.ts';

/** Compile every remote of the workspace into the monolith (monolith-remotes.ts). */
export function monolithPlugins(): WebpackPluginInstance[] {
  const remotes = remoteFolders()
    .map(deliveredPackage)
    .map(({ name, folder }) => ({ name, routes: join(folder, 'src/routes.ts') }));
  const modules = Object.fromEntries(remotes.map(({ name, routes }) => [`./${name}`, routes]));
  const owners = Object.fromEntries(
    remotes.flatMap(({ name, routes }) =>
      segmentsIn(readFileSync(routes, 'utf8')).map((segment) => [segment, name]),
    ),
  );
  return [
    // `remotes/` is no folder: this names the modules that an import below it can mean.
    new webpack.ContextReplacementPlugin(/build[\\/]remotes$/, import.meta.dirname, modules),
    new webpack.DefinePlugin({ MONOLITH_OWNERS: JSON.stringify(owners) }),
  ];
}
