import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedModules } from '../shared-modules.ts';
import { type DeliveredPackage, WORKSPACE } from './packages.ts';

const KINDS = ['dependencies', 'peerDependencies', 'devDependencies'] as const;
type Manifest = { readonly [Kind in (typeof KINDS)[number]]?: Readonly<Record<string, string>> };

/**
 * Refuses what a build would only stumble over, or members would meet.
 * @throws Error for a repository without a lock file, and for a remote that is written for another major version of
 *   what the shell gives it: its tests run on that one, and members get the shell's
 */
export function checkWorkspace({ folder, kind }: DeliveredPackage, workspace = WORKSPACE): void {
  if (!existsSync(join(workspace, 'package-lock.json'))) {
    throw new Error(
      `There is no package-lock.json in ${workspace}. Run npm install, and keep the file in the repository: each machine then builds the same.`,
    );
  }
  if (kind !== 'remote') return;
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const [name, { requiredVersion }] of Object.entries(sharedModules('remote'))) {
    for (const kind of KINDS) {
      const said = manifest[kind]?.[name];
      const major = majorOf(said);
      if (major === undefined || major === majorOf(requiredVersion)) continue;
      throw new Error(
        `package.json has ${name} ${said} in ${kind}, and the portal gives remotes ${requiredVersion}. Write "${name}": "${requiredVersion.slice(1)}" and run npm install.`,
      );
    }
  }
}

/** Undefined for a version that names none, such as `latest`. */
const majorOf = (version = ''): string | undefined => /^[\^~=v\s]*(\d+)/.exec(version)?.[1];
