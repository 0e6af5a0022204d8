import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { KIT, ROOT } from '@portal/delivery-builder/workspace/packages';

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

/** A package of the repository that the kit has inside. */
export type KitPackage = {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Patterns of its files. */
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

/**
 * The entry points of the kit, each with the one module that is behind it: `ui/forms` → `@portal/shared-ui/forms`.
 * @throws Error for an entry point that does anything but export all of one module
 */
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

/** Reads the package.json of a folder below the root. */
export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
}
