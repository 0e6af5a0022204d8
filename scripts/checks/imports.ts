import { builtinModules } from 'node:module';
import path from 'node:path';
import { importsOf } from './imports-of.ts';
import type { Problem } from './problem.ts';

/**
 * Imports go one way (docs: architecture), and each package names in its package.json what it
 * imports. Folder → folders of the workspace it may import; a remote imports no remote, the shell no
 * remote, and nothing but the tests of a browser package imports the server.
 */
const SHARED = [
  'shared-contract',
  'shared-i18n',
  'shared-api',
  'shared-auth',
  'shared-routing',
  'shared-ui',
];
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'shared-contract': [],
  'shared-i18n': ['shared-contract'],
  'shared-api': ['shared-contract', 'shared-i18n'],
  'shared-auth': ['shared-contract', 'shared-i18n', 'shared-api'],
  'shared-routing': ['shared-contract', 'shared-i18n'],
  // Forms and codes of several remotes: their buttons and waits are the session's.
  'shared-ui': ['shared-contract', 'shared-i18n', 'shared-api', 'shared-auth', 'shared-routing'],
  server: ['shared-contract'],
  // It makes the page, of which the silent check's script is a part.
  delivery: [...SHARED, 'server'],
  e2e: [...SHARED, 'server', 'delivery'],
};
/** The shell and every remote. */
const SCREENS_MAY_IMPORT = SHARED;
/** Component tests talk to the server's own handlers. */
const TESTS_MAY_ALSO_IMPORT = ['server', 'delivery'];

/** Whole files that stand outside the rule, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'delivery/src/build/monolith-remotes.ts':
    'the same source in one piece, which only the bench builds, to compare with',
};

export type Manifest = {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};

export type Workspace = {
  readonly root: Manifest;
  /** By folder. */
  readonly packages: Readonly<Record<string, Manifest>>;
};

/** @param file path below the root, with forward slashes */
export function checkFile(file: string, source: string, workspace: Workspace): Problem[] {
  if (file in EXCEPTIONS) return [];
  const folder = file.split('/')[0] ?? '';
  const manifest = workspace.packages[folder];
  const test = isTest(file);
  const problems = importsOf(source, file).flatMap(({ specifier, typeOnly }) => {
    if (specifier.startsWith('#') || isBuiltin(specifier)) return [];
    if (specifier.startsWith('.')) return checkRelative(file, specifier, manifest && folder);
    const name = packageName(specifier);
    const target = Object.keys(workspace.packages).find(
      (candidate) => workspace.packages[candidate]?.name === name,
    );
    return [
      ...(manifest && target ? checkDirection(folder, target, test) : []),
      ...(manifest
        ? checkNamed(name, [manifest], test || typeOnly ? workspace.root : undefined)
        : checkNamed(name, [workspace.root, ...Object.values(workspace.packages)], workspace.root)),
    ];
  });
  return problems.map((says) => ({ file, says }));
}

/** Tests, what only tests load, and what runs before a build: they may use tools. */
function isTest(file: string): boolean {
  return (
    /\.test\.tsx?$/.test(file) ||
    /\/(testing|test-kit)\//.test(file) ||
    /^[^/]+\/[^/]+\.config\.ts$/.test(file) ||
    /^shared-ui\/src\/(preset|panda)\//.test(file)
  );
}

function checkRelative(file: string, specifier: string, folder: string | undefined): string[] {
  if (folder === undefined) return [];
  const target = path.posix.join(path.posix.dirname(file), specifier);
  return target.startsWith(`${folder}/`)
    ? []
    : [`"${specifier}" leaves the package: import it by its name and its exports.`];
}

function checkDirection(folder: string, target: string, test: boolean): string[] {
  if (folder === target) return [];
  const allowed = [
    ...(MAY_IMPORT[folder] ?? SCREENS_MAY_IMPORT),
    ...(test ? TESTS_MAY_ALSO_IMPORT : []),
  ];
  return allowed.includes(target) ? [] : [`${folder} must not import ${target}.`];
}

/**
 * @param owners whose package.json must name it: the package itself, any of them for the root's tools
 * @param tools the root's, where what tools bring may be used: in tests, in types, before a build
 */
function checkNamed(name: string, owners: readonly Manifest[], tools: Manifest | undefined) {
  const named = new Set(
    owners.flatMap((owner) => [
      owner.name,
      ...Object.keys({ ...owner.dependencies, ...owner.peerDependencies }),
      ...Object.keys(tools ? { ...owner.devDependencies, ...tools.devDependencies } : {}),
    ]),
  );
  // Types of a package without its own: `@types/pg` stands for `pg`.
  const types = `@types/${name.replace(/^@(.+)\/(.+)$/, '$1__$2')}`;
  if (named.has(name) || (tools && named.has(types))) return [];
  return [`"${name}" is not named in the package.json of ${owners[0]?.name}.`];
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier);
}

/** `@ark-ui/react/dialog` → `@ark-ui/react`; `drizzle-orm/pg-core` → `drizzle-orm`. */
function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
