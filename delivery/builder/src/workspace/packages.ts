import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { installedFolder as folderFrom } from '@portal/shared-process/installed-folder';

/** The root of the portal's own sources: this repository, or the kit among a team's packages. */
export const ROOT = resolve(import.meta.dirname, '../../../..');
export const IS_KIT = ROOT.split(sep).includes('node_modules');
/** The name of the kit, whose scope a company chooses as it packs it. */
export const KIT = IS_KIT ? manifestIn(ROOT).name : '@portal/kit';
/** The root of the repository whose parts are built: this one, or the team's. */
export const WORKSPACE = IS_KIT ? rootAbove(process.cwd()) : ROOT;
export const RELEASES = join(WORKSPACE, '.releases');
export const CACHE = join(WORKSPACE, '.cache');

export type DeliveredPackage = {
  readonly name: string;
  readonly packageName: string;
  readonly folder: string;
  readonly version: string;
  readonly kind: 'shell' | 'remote';
};

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly workspaces?: readonly string[];
};

/**
 * Reads a package by its folder name (`shell`, `mfe-account`; `.` where a repository is one remote). A remote is
 * called `mfe-<part>`, in its folder or, without one of its own, in its package.json.
 */
export function deliveredPackage(folderName: string): DeliveredPackage {
  const folder = join(WORKSPACE, folderName);
  const { name: packageName, version } = manifestIn(folder);
  const ownName = folderName === '.' ? packageName.replace(/^@[^/]+\//, '') : folderName;
  return {
    name: ownName.replace(/^mfe-/, ''),
    packageName,
    folder,
    version,
    kind: ownName === 'shell' ? 'shell' : 'remote',
  };
}

export const partIn = (folderName: string): string | undefined =>
  folderName === 'shell' ? folderName : /^mfe-(.+)$/.exec(folderName)?.[1];

export const folderOfPart = (part: string): string => (part === 'shell' ? part : `mfe-${part}`);

/** Every remote of the workspace: the folders `mfe-*` of the root's workspaces, or the root itself. */
export function remoteFolders(): string[] {
  const { workspaces } = manifestIn(WORKSPACE);
  return workspaces ? workspaces.filter((name) => name.startsWith('mfe-')) : ['.'];
}

export function installedFolder(name: string): string {
  const folder = folderFrom(name, WORKSPACE) ?? folderFrom(name, ROOT);
  if (!folder) throw new Error(`The package ${name} is not installed: npm install`);
  return folder;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

/** The folder of the nearest package.json that is not a member of another's workspaces. */
function rootAbove(folder: string): string {
  let nearest: string | undefined;
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) {
      nearest ??= at;
      if (manifestIn(at).workspaces) return at;
    }
    if (at === dirname(at)) break;
  }
  // A repository is created in a folder that has no package yet.
  return nearest ?? folder;
}
