import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { partIn } from '@portal/delivery-builder/workspace/packages';
import { segmentsIn } from '@portal/delivery-builder/workspace/route-segments';
import { runIn } from '@portal/delivery-builder/workspace/run-in';
import { refused } from '@portal/delivery-model/client/failure';
import { DEPENDENCIES } from './new-remote.ts';

type Manifest = {
  readonly name?: string;
  readonly version?: string;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
};

/** What a clone of the portal has that a new remote must fit. */
export type Clone = {
  readonly root: string;
  readonly version: string;
  /** The folders of the workspace. */
  readonly folders: readonly string[];
  /** The other folders beside them, which no remote can have. */
  readonly entries: readonly string[];
  /** First segment of a path → the folder that has routes below it. */
  readonly owners: ReadonlyMap<string, string>;
  /** The prefixes of CSS classes that are taken. */
  readonly prefixes: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
};

/**
 * Reads the clone that a folder is in.
 * @throws CommandFailure when it is none, or has changes that are not committed
 */
export async function readClone(folder: string): Promise<Clone> {
  const root = findRoot(folder);
  const changed = await runIn(root, 'git', ['status', '--porcelain']);
  if (changed.code !== 0) {
    throw refused(
      'no-clone',
      `${root} is no clone of the repository.`,
      'Clone the portal with git, and run this in the clone.',
    );
  }
  // Each line is two letters about the file, a space, and its name.
  const [first] = changed.output.split('\n');
  if (first) {
    throw refused(
      'not-clean',
      `${root} has changes that are not committed, among them ${first.slice(3)}.`,
      'Commit or stash them first, so that you can see and undo what this command writes.',
    );
  }
  const manifest = await manifestOf(root, '.');
  const folders = manifest.workspaces ?? [];
  const owners = new Map<string, string>();
  const prefixes: string[] = [];
  const known: Record<string, string> = {};
  for (const name of folders.filter((name) => partIn(name) !== undefined)) {
    const read = (file: string) => readFile(path.join(root, name, file), 'utf8');
    for (const segment of segmentsIn(await read('src/routes.ts'))) owners.set(segment, name);
    const [, prefix] = /prefix: '(\w+)'/.exec(await read('panda.config.ts')) ?? [];
    if (prefix) prefixes.push(prefix);
    const { dependencies = {} } = await manifestOf(root, name);
    for (const [key, version] of Object.entries(dependencies)) {
      known[key] ??= version;
    }
  }
  return {
    root,
    version: manifest.version ?? '0.1.0',
    folders,
    entries: await readdir(root),
    owners,
    prefixes,
    dependencies: pick(known, DEPENDENCIES),
  };
}

/** The root of the clone that a folder is in. @throws CommandFailure when it is in none */
function findRoot(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, 'shell/src/routes.ts'))) return at;
    if (at === path.dirname(at)) {
      throw refused(
        'no-clone',
        `${folder} is not in a clone of the portal.`,
        'Run this in a clone of the portal.',
      );
    }
  }
}

async function manifestOf(root: string, folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8')) as Manifest;
}

function pick(versions: Readonly<Record<string, string>>, names: readonly string[]) {
  return Object.fromEntries(
    names.map((name) => {
      const version = versions[name];
      if (!version) throw new Error(`No package of the workspace depends on ${name}.`);
      return [name, version];
    }),
  );
}
