import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runIn } from '@portal/delivery-builder/workspace/run-in';
import { refused } from '@portal/delivery-model/client/failure';
import { checkFree, freePrefix } from './check-remote.ts';
import { readClone } from './clone.ts';
import { folderOf, type NewRemote, type NewRemoteInClone } from './new-remote.ts';
import { remoteFiles } from './remote-files.ts';
import {
  nextStatement,
  withLockEntries,
  withPackageRow,
  withStatement,
  withWorkspace,
} from './workspace-edits.ts';

const PRODUCT = 'docs/product.md';

/** The files of the clone that list its packages or screens, and how each gets the new one. */
const EDITS: Readonly<Record<string, (text: string, remote: NewRemoteInClone) => string>> = {
  'package.json': withWorkspace,
  'package-lock.json': withLockEntries,
  [PRODUCT]: withStatement,
  'docs/architecture.md': withPackageRow,
};

/**
 * Writes a new remote into the clone that a folder is in. When something fails, the clone is as it was.
 * @returns the files that were written or changed, below the root of the clone
 * @throws CommandFailure for a name or a path that is taken, and for a clone with changes
 */
export async function createRemote(remote: NewRemote, cwd: string): Promise<readonly string[]> {
  const clone = await readClone(cwd);
  checkFree(remote, clone);
  const { root, version, dependencies } = clone;
  const read = (file: string) => readFile(path.join(root, file), 'utf8');
  const inClone: NewRemoteInClone = {
    ...remote,
    prefix: freePrefix(remote.name, clone.prefixes),
    statement: nextStatement(await read(PRODUCT)),
    version,
    dependencies,
  };
  const before = new Map<string, string>();
  for (const file of Object.keys(EDITS)) before.set(file, await read(file));
  const files = remoteFiles(inClone);
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), text, { flag: 'wx' });
    }
    for (const [file, edit] of Object.entries(EDITS)) {
      await writeFile(path.join(root, file), edit(before.get(file) ?? '', inClone));
    }
    await runScripts(root, remote);
  } catch (error) {
    await rm(path.join(root, folderOf(remote)), { recursive: true, force: true });
    for (const [file, text] of before) await writeFile(path.join(root, file), text);
    throw error;
  }
  const changed = await Promise.all(
    [...before].map(async ([file, text]) => ((await read(file)) === text ? [] : [file])),
  );
  return [...Object.keys(files), ...changed.flat()];
}

/** What is derived from the new files: their format, the picture of the packages. */
async function runScripts(root: string, remote: NewRemote): Promise<void> {
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const scripts = [
    [biome, 'check', '--write', folderOf(remote), 'package.json'],
    ['scripts/architecture-diagram.ts'],
  ];
  for (const [script = '', ...args] of scripts) {
    const { code, output } = await runIn(root, process.execPath, [script, ...args]);
    if (code === 0) continue;
    throw refused(
      'script-failed',
      `${path.relative(root, path.resolve(root, script))} has failed: ${output.trim()}`,
      'Nothing was changed. Correct what it says, commit, and try again.',
    );
  }
}
