import path from 'node:path';
import { type KitPackage, type Manifest, readManifest } from './kit-packages.ts';
import { internalName } from './specifiers.ts';

/** One copy of each for the whole page: the team's repository chooses the version. */
const SINGLETONS = ['@lingui/core', '@lingui/react', 'jotai', 'react', 'react-dom'];
/** What a team's repository runs, which here belongs to the root. */
const FROM_ROOT = [
  '@lingui/cli',
  '@lingui/swc-plugin',
  'jest',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
];

type Target = { readonly types: string; readonly default?: string };
type Exports = Readonly<Record<string, Target | string>>;

/**
 * The package.json of the kit, and those of the packages inside, by their folders. All that the packages
 * depend on are dependencies of the kit.
 */
export async function kitManifest({
  name,
  packages,
  entryPoints,
}: {
  readonly name: string;
  readonly packages: readonly KitPackage[];
  readonly entryPoints: Readonly<Record<string, string>>;
}) {
  const root = await readManifest('.');
  const exports: Record<string, Target | string> = {};
  const internal: Record<string, Target | string> = {};
  const dependencies: Record<string, string> = {};
  const nested: Record<string, object> = {};
  for (const { folder, manifest, withDevelopment } of packages) {
    for (const [subpath, file] of Object.entries(manifest.exports ?? {})) {
      if (folder === 'delivery/kit') continue;
      const target = targetOf(path.posix.join(folder, file));
      internal[`./${internalName(manifest.name, subpath.slice(1))}`] = target;
    }
    const all = { ...manifest.dependencies, ...(withDevelopment && manifest.devDependencies) };
    for (const [key, version] of Object.entries(all)) {
      if (!key.startsWith('@portal/')) dependencies[key] = version;
    }
    nested[folder] = innerManifest(manifest);
  }
  for (const [entryPoint, behind] of Object.entries(entryPoints)) {
    exports[`./${entryPoint}`] = targetOf(fileBehind(behind, packages));
  }
  for (const key of FROM_ROOT) dependencies[key] = root.devDependencies?.[key] ?? '';
  const peers = Object.fromEntries(
    SINGLETONS.map((key) => {
      const version = dependencies[key] ?? '';
      delete dependencies[key];
      return [key, `^${version}`];
    }),
  );
  const published: Exports = {
    ...sorted(exports),
    './jest': './checks/jest/src/team-preset.js',
    './lingui': './delivery/kit/src/lingui.js',
    './environment': { types: './delivery/kit/src/environment.d.ts' },
    './schemas/*.json': './schemas/*.json',
    './tsconfig.json': './delivery/kit/src/tsconfig.json',
    ...sorted(internal),
    './package.json': './package.json',
  };
  const manifest = {
    name,
    version: root.version,
    type: 'module',
    license: root.license,
    description:
      'What a remote of the portal is made with: components, session, build, tests, command.',
    engines: { node: '>=20' },
    bin: { portal: './delivery/kit/src/bin/portal.mjs' },
    exports: published,
    dependencies: sorted(dependencies),
    peerDependencies: peers,
    optionalDependencies: root.optionalDependencies ?? {},
  };
  return { manifest, nested };
}

/** The source that a package of the repository exports under a name: `@portal/shared-ui/date-field`. */
function fileBehind(specifier: string, packages: readonly KitPackage[]): string {
  for (const { folder, manifest } of packages) {
    if (!`${specifier}/`.startsWith(`${manifest.name}/`)) continue;
    const subpath = `.${specifier.slice(manifest.name.length)}`;
    for (const [key, file] of Object.entries(manifest.exports ?? {})) {
      const [start = '', end] = key.split('*');
      const isMatch = end === undefined ? key === subpath : subpath.startsWith(start);
      if (!isMatch) continue;
      const part = subpath.slice(start.length, subpath.length - (end?.length ?? 0));
      return path.posix.join(folder, file.replace('*', part));
    }
  }
  throw new Error(`No package of the kit exports ${specifier}.`);
}

/** What the files inside still read of their own package.json. */
const innerManifest = ({ name, version, sideEffects, exports, imports }: Manifest) => ({
  name,
  version,
  private: true,
  type: 'module',
  ...(sideEffects !== undefined && { sideEffects }),
  ...(exports && { exports: mapped(exports, compiledName) }),
  ...(imports && { imports: mapped(imports, compiledName) }),
});

const compiledName = (file: string): string => file.replace(/\.tsx?$/, '.js');

const targetOf = (file: string): Target | string =>
  /\.tsx?$/.test(file)
    ? { types: `./${file.replace(/\.tsx?$/, '.d.ts')}`, default: `./${compiledName(file)}` }
    : `./${file}`;

const mapped = <In, Out>(record: Readonly<Record<string, In>>, change: (value: In) => Out) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

const sorted = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
