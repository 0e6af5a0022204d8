// Completes package-lock.json after `npm install <package>`: node scripts/complete-lock.ts
//
// Native packages (biome, swc, nx …) have one optional package per platform. If a registry mirror has
// only some of the platforms, npm leaves the others out of the lock file, and `npm ci` then refuses the
// lock file on every machine. This script adds the missing names with their exact version, as npm does
// with the full registry, so that each machine installs the package of its own platform.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'wasi',
  'win32',
];
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

type Entry = {
  readonly version?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[] | undefined;
  readonly cpu?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};
type Packages = Readonly<Record<string, Entry>>;

/** The entries that are missing from `packages` of a lock file, by their paths. */
export function missingPlatformPackages(packages: Packages): Record<string, Entry> {
  const missing: Record<string, Entry> = {};
  for (const [place, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const platform = platformOf(name);
      if (platform === undefined || isFound(name, place, packages)) continue;
      missing[`node_modules/${name}`] = {
        version,
        cpu: platform.cpu,
        optional: true,
        os: platform.os,
      };
    }
  }
  return missing;
}

/** Finds a package as Node does: below the package that needs it, then in every folder above. */
function isFound(name: string, place: string, packages: Packages): boolean {
  for (let folder = place; ; ) {
    if (`${folder && `${folder}/`}node_modules/${name}` in packages) return true;
    if (folder === '') return false;
    const above = folder.lastIndexOf('/node_modules/');
    folder = above === -1 ? '' : folder.slice(0, above);
  }
}

/** `@nx/nx-linux-arm64-musl` → linux, arm64; undefined for a package for all platforms. */
function platformOf(name: string): Required<Pick<Entry, 'cpu' | 'os'>> | undefined {
  const words = name.split(/[-/]/);
  const os = words.find((word) => SYSTEMS.includes(word));
  const cpu = words.find((word) => PROCESSORS.includes(word));
  if (cpu === undefined) return undefined;
  return { cpu: [cpu], os: os === undefined || os === 'wasi' ? undefined : [os] };
}

if (process.argv[1] === import.meta.filename) {
  const file = path.resolve(import.meta.dirname, '../package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingPlatformPackages(lock.packages);
  const all = Object.entries({ ...lock.packages, ...missing });
  lock.packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')));
  if (Object.keys(missing).length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json: ${Object.keys(missing).length} platform packages added.`);
}
