import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, '../../../..');
/** The folder of all releases; release-folder.ts says what is in it. */
export const RELEASES = join(ROOT, '.releases');
/** The builds' caches: webpack's, and the evaluated route rows. */
export const CACHE = join(ROOT, '.cache');

/** A package that is built and released separately. */
export type DeliveredPackage = {
  /** Short name, also in the addresses of its files: `shell`, `account`. */
  readonly name: string;
  /** npm name: `@portal/mfe-account`. */
  readonly packageName: string;
  readonly folder: string;
  /** The semver of package.json, without the build suffix. */
  readonly version: string;
  readonly kind: 'shell' | 'remote';
  /** Federation name: `mfe_account`. */
  readonly federationName: string;
};

/** Reads a package by its folder name (`shell`, `mfe-account`). */
export function deliveredPackage(folderName: string): DeliveredPackage {
  const folder = join(ROOT, folderName);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return {
    name: folderName.replace(/^mfe-/, ''),
    packageName: manifest.name,
    folder,
    version: manifest.version,
    kind: folderName === 'shell' ? 'shell' : 'remote',
    federationName: folderName.replaceAll('-', '_'),
  };
}

/** The part that a folder of the workspace is built as; undefined for other packages. */
export const partIn = (folderName: string): string | undefined =>
  folderName === 'shell' ? folderName : /^mfe-(.+)$/.exec(folderName)?.[1];

/** The folder of a part in the workspace. */
export const folderOfPart = (part: string): string => (part === 'shell' ? part : `mfe-${part}`);

/** Every remote of the workspace: the folders `mfe-*` of the root's workspaces. */
export function remoteFolders(): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  return workspaces.filter((name) => name.startsWith('mfe-'));
}
