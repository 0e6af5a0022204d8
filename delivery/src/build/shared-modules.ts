import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './packages.ts';

/**
 * The modules that shell and remotes hold in common, one copy each in the browser.
 * The shell carries them in its first chunks (`eager`); a remote takes them from the shell and
 * has no copy of its own (`import: false`). Why each: docs/decisions/0002-shared-modules.md.
 */
const THIRD_PARTY = ['react', 'react-dom', 'jotai', '@lingui/core', '@lingui/react'] as const;
const OWN = ['shared-i18n', 'shared-api', 'shared-auth', 'shared-routing', 'shared-ui'] as const;

export type SharedModule = {
  singleton: true;
  strictVersion: boolean;
  requiredVersion: string;
  version?: string;
  eager?: boolean;
  import?: false;
};

/** `shared` of the federation plugin, for the side that provides or the side that consumes. */
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
  // React's JSX runtime is a module of its own: without it each remote would carry a second one.
  shared['react/jsx-runtime'] = how(installedVersion('react'), false);
  for (const folder of OWN) {
    // A remote built against another generation of the session must not run beside it:
    // it throws inside its own boundary while the shell stands.
    shared[`@portal/${folder}`] = how(workspaceVersion(folder), folder === 'shared-auth');
  }
  for (const subpath of heavyComponents()) {
    const { eager: _eager, ...lazy } = how(workspaceVersion('shared-ui'), false);
    shared[subpath] = lazy;
  }
  return shared;
}

/** shared-ui's parts that are fetched when a screen wants them: `@portal/shared-ui/drawer`, … */
export function heavyComponents(): string[] {
  const { exports } = readManifest(join(ROOT, 'shared-ui')) as { exports: Record<string, string> };
  return Object.entries(exports)
    .filter(([subpath, file]) => subpath !== '.' && String(file).startsWith('./src/heavy/'))
    .map(([subpath]) => `@portal/shared-ui${subpath.slice(1)}`);
}

function installedVersion(name: string): string {
  return readManifest(join(ROOT, 'node_modules', name)).version;
}

function workspaceVersion(folder: string): string {
  return readManifest(join(ROOT, folder)).version;
}

function readManifest(folder: string): { version: string; exports?: unknown } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
