import { buildPackage } from './build-package.ts';
import { deliveredPackage } from './packages.ts';
import type { BuildKind } from './webpack-config.ts';

/** Builds one package and prints its version: `node delivery/src/build/main.ts mfe-account`. */
const [folder = '', kind] = process.argv.slice(2);
const pkg = deliveredPackage(folder);
const { version } = await buildPackage(pkg, (kind as BuildKind | undefined) ?? pkg.kind);
console.log(version);
