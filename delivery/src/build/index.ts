import { execFile } from 'node:child_process';
import { access, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fingerprint } from './fingerprint.ts';
import { RELEASES, ROOT, remoteFolders } from './packages.ts';
import type { BuildKind } from './webpack-config.ts';

/** Run two builds at a time, as many as two cores can run. */
const PARALLEL_BUILDS = 2;

type BuildTarget = { readonly folder: string; readonly kind: BuildKind };

export type BuildOptions = {
  /** Receives one line per finished build: `shell 0.1.0+1f2e3d4c (14.2 s)`. */
  readonly log: (line: string) => void;
  /** Folder names to build; all by default. */
  readonly only?: readonly string[];
  /** Also builds the monolith that the bench compares with. */
  readonly monolith?: boolean;
};

/**
 * Builds every package whose sources changed since its last release.
 *
 * @returns the names of the packages that were built
 * @throws Error with the compiler's message when a build fails; the releases stay unchanged
 */
export async function buildAll(options: BuildOptions): Promise<{ changed: string[] }> {
  const targets: BuildTarget[] = [
    { folder: 'shell', kind: 'shell' as const },
    ...remoteFolders().map((folder) => ({ folder, kind: 'remote' as const })),
    ...(options.monolith ? [{ folder: 'shell', kind: 'monolith' as const }] : []),
  ].filter(({ folder }) => !options.only || options.only.includes(folder));
  const stale = (
    await Promise.all(targets.map(async (target) => ((await isFresh(target)) ? [] : [target])))
  ).flat();
  const queue = [...stale];
  const changed: string[] = [];
  const worker = async () => {
    for (let target = queue.shift(); target; target = queue.shift()) {
      changed.push(await buildOne(target, options.log));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_BUILDS }, worker));
  return { changed };
}

/** The version in local use, written by the last build of the package. */
export async function liveVersion(name: string): Promise<string> {
  const { version } = JSON.parse(await readFile(stampFile(name), 'utf8')) as { version: string };
  return version;
}

async function buildOne(target: BuildTarget, log: BuildOptions['log']): Promise<string> {
  const started = performance.now();
  const inputs = await fingerprint(inputsOf(target));
  const name = nameOf(target);
  // Use a separate process, so that the compiler's memory is freed.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), target.folder, target.kind],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(
      `The build of ${name} failed:\n${error.stderr || error.stdout || error.message}`,
    );
  });
  const version = stdout.trim().split('\n').at(-1) ?? '';
  await mkdir(join(RELEASES, name), { recursive: true });
  await writeFile(stampFile(name), `${JSON.stringify({ version, inputs })}\n`);
  await removeOldReleases(name, version);
  log(`${name} ${version} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return name;
}

/** How many releases to keep: an open page may still request files of the previous one. */
const KEPT_RELEASES = 3;

async function removeOldReleases(name: string, live: string): Promise<void> {
  const folder = join(RELEASES, name);
  const others = (await readdir(folder, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && entry.name !== live,
  );
  const versions = await Promise.all(
    others.map(async ({ name: version }) => ({
      version,
      at: (await stat(join(folder, version))).mtimeMs,
    })),
  );
  versions.sort((a, b) => b.at - a.at);
  for (const { version } of versions.slice(KEPT_RELEASES - 1)) {
    await rm(join(folder, version), { recursive: true });
  }
}

async function isFresh(target: BuildTarget): Promise<boolean> {
  try {
    const stamp = JSON.parse(await readFile(stampFile(nameOf(target)), 'utf8')) as {
      version: string;
      inputs: string;
    };
    await access(join(RELEASES, nameOf(target), stamp.version, 'release.json'));
    return stamp.inputs === (await fingerprint(inputsOf(target)));
  } catch {
    return false;
  }
}

function inputsOf({ folder, kind }: BuildTarget): string[] {
  const shared = ['contract', 'i18n', 'api', 'auth', 'routing', 'ui'].map(
    (name) => `shared-${name}`,
  );
  return [
    folder,
    ...(kind === 'monolith' ? remoteFolders() : []),
    ...shared,
    'delivery/src/build',
    'package-lock.json',
    'lingui.config.ts',
  ];
}

const nameOf = ({ folder, kind }: BuildTarget): string =>
  kind === 'monolith' ? 'monolith' : folder.replace(/^mfe-/, '');
const stampFile = (name: string): string => join(RELEASES, name, 'live.json');
