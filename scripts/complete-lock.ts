// Native packages (biome, swc, nx …) have one optional package per platform. If a registry mirror has only some of the
// platforms, npm leaves the others out of the lock file, and `npm ci` then refuses the lock file on every machine. This
// script adds the missing names with their exact version, as npm does with the full registry, so that each machine
// installs the package of its own platform. It also asks for the hash of each package that has none, and says of which
// the registry does not know the version: npm would install these unchecked, so that a test refuses the lock file.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runCommand } from '../shared-process/src/command-line.ts';

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
  readonly integrity?: string;
  readonly link?: boolean;
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

/** The packages of a lock file that npm would install unchecked, by their paths; our own workspaces have no hash. */
export function withoutHash(packages: Packages): [place: string, entry: Entry][] {
  return Object.entries(packages).filter(
    ([place, { link, integrity }]) => place.includes('node_modules/') && !link && !integrity,
  );
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
  await runCommand(
    {
      usage: 'node scripts/complete-lock.ts',
      does: 'Completes package-lock.json after `npm install <package>`: packages of other systems, and hashes.',
    },
    completeLock,
  );
}

function completeLock(): void {
  const file = path.resolve(import.meta.dirname, '../package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingPlatformPackages(lock.packages);
  const before = JSON.stringify(lock.packages);
  const all = Object.entries({ ...lock.packages, ...missing });
  lock.packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')));
  for (const [place, entry] of withoutHash(lock.packages)) {
    const integrity = hashOf(`${nameOf(place)}@${entry.version}`);
    if (integrity) lock.packages[place] = { version: entry.version, integrity, ...entry };
  }
  if (JSON.stringify(lock.packages) !== before) {
    writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  }
  console.log(`package-lock.json: ${Object.keys(missing).length} platform packages added.`);
  const unknown = withoutHash(lock.packages).map(([place]) => nameOf(place));
  if (unknown.length > 0) {
    console.log(`Without a hash, because the registry lacks the version: ${unknown.join(', ')}.`);
  }
}

function nameOf(place: string): string {
  return place.split('node_modules/').at(-1) ?? place;
}

/** Undefined for a version that the registry does not have. */
function hashOf(version: string): string | undefined {
  try {
    const said = execFileSync('npm', ['view', version, 'dist.integrity'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /^sha\d+-\S+$/m.exec(said)?.[0];
  } catch {
    return undefined;
  }
}
