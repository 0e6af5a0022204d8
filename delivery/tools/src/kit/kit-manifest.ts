import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { KIT, ROOT } from '@portal/delivery-builder/workspace/packages';

/** One copy of each for the whole page: the team's repository chooses the version. */
const SINGLETONS = ['@lingui/core', '@lingui/react', 'jotai', 'react', 'react-dom'];
/** What a team's repository runs, which here belongs to the root. */
const FROM_ROOT = [
  '@lingui/cli',
  '@lingui/swc-plugin',
  '@testing-library/react',
  '@testing-library/user-event',
  'jest',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
];

type Target = { readonly types: string; readonly default?: string };
type Exports = Readonly<Record<string, Target | string>>;

/** The package.json of the kit, with the dependencies of all packages inside, and those packages' own. */
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

/** The kit's own name of a package's export: `internal/server-main/context`. */
export const internalName = (name: string, rest: string): string =>
  `internal/${name.replace(/^@[^/]+\//, '')}${rest}`;

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

export type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** False where a module that nothing uses can be left out; else its style sheets stay, for instance. */
  readonly sideEffects?: boolean;
  readonly exports?: Readonly<Record<string, string>>;
  readonly imports?: Readonly<Record<string, string>>;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

export type KitPackage = {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly include: readonly string[];
  /** Whether what only its development needs comes with it. */
  readonly withDevelopment: boolean;
};

const SHELL = 'shell';
/** Packages that nothing imports: the builder and the development server read them by their paths. */
const BY_PATH: Readonly<Record<string, readonly string[]>> = {
  // The frame of `portal dev` has the shell's stylesheet.
  [SHELL]: ['panda.config.ts', 'src/css.ts'],
  'delivery/page': ['src/**'],
  'checks/jest': ['src/**'],
};
/** Beside the sources: what Panda has generated, the migrations of the database, and the files of a new remote. */
const BESIDE_SOURCES = ['src/**', 'styled-system/**', 'drizzle/**', 'template/**'];
/** Their development dependencies are what a team's repository runs with. */
const WITH_DEVELOPMENT: readonly string[] = [
  'delivery/kit',
  'delivery/tools',
  'server/testing',
  'checks/jest',
];

/** The packages that a kit has inside: those of the entry points, and all that these depend on. */
export async function packagesOfKit(): Promise<readonly KitPackage[]> {
  const { workspaces = [] } = await readManifest('.');
  const folders = new Map<string, string>();
  for (const folder of workspaces) folders.set((await readManifest(folder)).name, folder);
  const found = new Map<string, KitPackage>();
  const add = async (folder: string): Promise<void> => {
    if (found.has(folder)) return;
    const manifest = await readManifest(folder);
    const withDevelopment = WITH_DEVELOPMENT.includes(folder);
    const include = BY_PATH[folder] ?? BESIDE_SOURCES;
    found.set(folder, { folder, manifest, include, withDevelopment });
    // Of the shell the kit has two files alone.
    if (folder === SHELL) return;
    const names = {
      ...manifest.dependencies,
      ...(withDevelopment && manifest.devDependencies),
    };
    for (const name of Object.keys(names)) {
      const inner = folders.get(name);
      if (inner) await add(inner);
    }
  };
  for (const folder of [folders.get(KIT) ?? '', ...Object.keys(BY_PATH)]) await add(folder);
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** The entry points of the kit, each with the one module that is behind it: `ui/forms` → `@portal/shared-ui/forms`. */
export async function entryPointsOf(
  packages: readonly KitPackage[],
): Promise<Readonly<Record<string, string>>> {
  const kit = packages.find(({ manifest }) => manifest.name === KIT);
  const entryPoints: Record<string, string> = {};
  for (const [entryPoint, file] of Object.entries(kit?.manifest.exports ?? {})) {
    const text = await readFile(path.join(ROOT, kit?.folder ?? '', file), 'utf8');
    const [, behind] = /^export \* from '([^']+)';\n$/.exec(text) ?? [];
    if (!behind) throw new Error(`${file} must say \`export * from '…';\`, and nothing else.`);
    entryPoints[entryPoint.slice(2)] = behind;
  }
  return entryPoints;
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
}
