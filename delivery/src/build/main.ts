import { buildTarget } from './build-target.ts';
import { deliveredPackage } from './packages.ts';
import type { BuildKind } from './webpack-config.ts';

/** Builds one package and prints its version: `node delivery/src/build/main.ts mfe-account`. */
const [folder = '', kind] = process.argv.slice(2);
console.log(
  await buildTarget({
    folder,
    kind: (kind as BuildKind | undefined) ?? deliveredPackage(folder).kind,
  }),
);
