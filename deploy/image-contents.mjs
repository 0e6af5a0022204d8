#!/usr/bin/env node
// What goes into the images, made in a folder (deploy/Dockerfile and its test run the same steps):
//   manifests <out>   the files that decide which packages are installed
//   packages <out>    there: the packages that the server needs when it runs, and no others
//   sources <out>     the server's sources without its tests
//   build <out>       what the builds of the parts read: without the server and nginx
//   server <out>      the three of the server, one after the other: the whole content of the server's image
// Plain JavaScript for Node 20 without packages, because it runs before any is installed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** Below server/: all but what only tests use. */
const SERVER_PACKAGES = readdirSync(path.join(ROOT, 'server')).filter((name) => name !== 'testing');
/** The server and the workspaces that it imports. */
const SERVER = [
  'shared-contract',
  'shared-brand',
  'shared-process',
  'delivery/model',
  ...SERVER_PACKAGES.map((name) => `server/${name}`),
];
/** What an operator runs in the server's image. */
const COMMANDS = ['migrate.ts', 'reseal-secrets.ts', 'after-restore.ts', 'doctor.ts'];
/** In the sources: only tests read these. */
const FOR_TESTS = /[\\/](node_modules|testing|[^\\/]+\.test\.tsx?)$/;

/** @type {Record<string, (out: string) => void>} */
const STEPS = {
  manifests: copyManifests,
  packages: installPackages,
  sources: copySources,
  build: copyBuildSources,
  server(out) {
    copyManifests(out);
    installPackages(out);
    copySources(out);
  },
};

const [step = '', out] = process.argv.slice(2);
if (!STEPS[step] || !out) {
  console.error(`Please name a step and a folder: ${Object.keys(STEPS).join(', ')}.`);
  process.exit(1);
}
STEPS[step](path.resolve(out));

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** @param {string} out */
function copyManifests(out) {
  const { workspaces } = readJson(path.join(ROOT, 'package.json'));
  const folders = workspaces.map((/** @type {string} */ name) => path.join(name, 'package.json'));
  const script = path.relative(ROOT, fileURLToPath(import.meta.url));
  for (const file of ['package.json', 'package-lock.json', '.npmrc', script, ...folders]) {
    cpSync(path.join(ROOT, file), path.join(out, file));
  }
}

/** @param {string} out */
function installPackages(out) {
  const chosen = SERVER.flatMap((name) => ['-w', name]);
  const args = ['ci', '--omit=dev', '--ignore-scripts', '--loglevel=error', ...chosen];
  // Of a process that npm has started, the settings are about the caller's folder.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_local_prefix|package)/.test(name),
    ),
  );
  const { status } = spawnSync('npm', args, { cwd: out, env, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  removeUnneeded(out);
}

/**
 * Removes what npm installs besides: packages that only compilers ask for (optional peers), types, and
 * the sources of compiled code.
 * @param {string} out
 */
function removeUnneeded(out) {
  const modules = path.join(out, 'node_modules');
  const needed = new Set(SERVER.map((name) => path.join(out, name)));
  // The set grows while it is walked: each package is looked at once.
  for (const folder of needed) {
    const {
      peerDependenciesMeta: peers,
      optionalDependencies,
      ...manifest
    } = readJson(path.join(folder, 'package.json'));
    const wanted = { ...manifest.peerDependencies, ...manifest.dependencies };
    for (const name of Object.keys({ ...wanted, ...optionalDependencies })) {
      const isPeer = !(name in { ...manifest.dependencies, ...optionalDependencies });
      if (isPeer && peers?.[name]?.optional) continue;
      const found = findPackage(out, folder, name);
      if (found) needed.add(found);
      else if (!(name in { ...optionalDependencies })) {
        throw new Error(`${folder} needs ${name}, which is not installed.`);
      }
    }
  }
  for (const folder of packagesBelow(modules)) {
    if (existsSync(folder) && !needed.has(realpathSync(folder))) {
      rmSync(folder, { recursive: true });
    }
  }
  rmSync(path.join(modules, '.bin'), { recursive: true, force: true });
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && /\.(d\.[cm]?ts|map)$/.test(file)) rmSync(file);
  }
}

/**
 * Where Node finds a package that a file of `folder` imports.
 * @param {string} out
 * @param {string} folder
 * @param {string} name
 */
function findPackage(out, folder, name) {
  for (let at = folder; at.startsWith(out); at = path.dirname(at)) {
    const found = path.join(at, 'node_modules', name);
    if (existsSync(path.join(found, 'package.json'))) return realpathSync(found);
  }
  return undefined;
}

/**
 * Every package in a folder of packages, and in those of its packages.
 * @param {string} modules
 * @returns {string[]}
 */
function packagesBelow(modules) {
  if (!existsSync(modules)) return [];
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(path.join(modules, name)).map((inner) => `${name}/${inner}`)
      : name.startsWith('.')
        ? []
        : [name],
  );
  return names
    .map((name) => path.join(modules, name))
    .flatMap((folder) => [folder, ...packagesBelow(path.join(folder, 'node_modules'))]);
}

/**
 * So that a change of the server or of nginx builds no part again. The texts of the server stay: a brand may
 * replace them.
 * @param {string} out
 */
function copyBuildSources(out) {
  const others =
    /^(server\/[^/]+\/(?!package\.json|src$|src\/locales)|deploy\/nginx|.*\.test\.tsx?$)/;
  cpSync(ROOT, out, {
    recursive: true,
    filter: (file) => !others.test(path.relative(ROOT, file)),
  });
}

/** @param {string} out */
function copySources(out) {
  for (const name of SERVER) {
    cpSync(path.join(ROOT, name), path.join(out, name), {
      recursive: true,
      filter: (file) => !FOR_TESTS.test(file),
    });
  }
  for (const name of COMMANDS) {
    cpSync(path.join(ROOT, 'deploy', name), path.join(out, 'deploy', name));
  }
}
