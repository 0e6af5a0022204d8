import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DeliveredPackage,
  installedFolder,
  KIT,
  ROOT,
  WORKSPACE,
} from './workspace/packages.ts';

/**
 * The modules that the shell and the remotes share: the browser has one copy of each. The shell has them
 * in its first chunks (`eager`); a remote takes them from the shell and has no copy of its own
 * (`import: false`). docs/decisions/0002-shared-modules.md gives the reason for each.
 */
const THIRD_PARTY = ['react', 'react-dom', 'jotai', '@lingui/core', '@lingui/react'] as const;
export const OWN_SHARED = [
  'shared-i18n',
  'shared-api',
  'shared-auth',
  'shared-routing',
  'shared-ui',
] as const;

export type SharedModule = {
  singleton: true;
  strictVersion: boolean;
  /** The one form of range that the runtime knows (../federation/runtime.ts). */
  requiredVersion: `^${string}`;
  version?: string;
  eager?: boolean;
  import?: false;
  /** The name in the share scope, where the code that is built imports the module by another. */
  shareKey?: string;
};

export function sharedModules(side: 'shell' | 'remote'): Record<string, SharedModule> {
  const how = (version: string, strictVersion: boolean): SharedModule => ({
    singleton: true,
    strictVersion,
    requiredVersion: `^${version}`,
    ...(side === 'shell' ? { eager: true, version } : { import: false }),
  });
  const shared: Record<string, SharedModule> = {};
  for (const name of THIRD_PARTY) {
    shared[name] = how(installedVersion(name), false);
  }
  // React's JSX runtime is a separate module; without this each remote would include its own.
  shared['react/jsx-runtime'] = how(installedVersion('react'), false);
  for (const folder of OWN_SHARED) {
    // A remote built against an incompatible version of the session must not run: it throws inside
    // its own error boundary while the shell keeps working.
    shared[`@portal/${folder}`] = how(workspaceVersion(folder), folder === 'shared-auth');
  }
  for (const subpath of lazyComponents()) {
    const { eager: _eager, ...lazy } = how(workspaceVersion('shared-ui'), false);
    shared[subpath] = lazy;
  }
  return shared;
}

/** What a remote consumes, by the names in its code: `@portal/kit/ui` is the module `@portal/shared-ui`. */
export function consumedModules(): Record<string, SharedModule> {
  const shared = sharedModules('remote');
  const entryPoints = Object.entries(shared).flatMap(([shareKey, how]) =>
    shareKey.startsWith(SHARED) ? [[entryPointOf(shareKey), { ...how, shareKey }] as const] : [],
  );
  return { ...shared, ...Object.fromEntries(entryPoints) };
}

const SHARED = '@portal/shared-';
export const entryPointOf = (shareKey: string): string => `${KIT}/${shareKey.slice(SHARED.length)}`;

function lazyComponents(): string[] {
  const { exports } = readManifest(join(ROOT, 'shared-ui')) as { exports: Record<string, string> };
  return Object.entries(exports)
    .filter(([subpath, file]) => subpath !== '.' && String(file).startsWith('./src/lazy/'))
    .map(([subpath]) => `@portal/shared-ui${subpath.slice(1)}`);
}

/**
 * The version of a package that is provided. A kit's remote requires the one that its kit was made with: the team may
 * have a newer one for its types, and the shell's copy runs.
 */
function installedVersion(name: string): string {
  const { peerDependencies } = readManifest(ROOT) as { peerDependencies?: Record<string, string> };
  return peerDependencies?.[name]?.slice(1) ?? readManifest(installedFolder(name)).version;
}

function workspaceVersion(folder: string): string {
  return readManifest(join(ROOT, folder)).version;
}

export function readManifest(folder: string): { version: string; exports?: unknown } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

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
