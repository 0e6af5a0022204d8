import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { IS_KIT, KIT, ROOT } from '@portal/delivery-builder/workspace/packages';
import { runIn } from '@portal/delivery-builder/workspace/run-in';
import { refused } from '@portal/delivery-model/client/failure';
import { freePrefix } from './check-remote.ts';
import type { NewRemote } from './new-remote.ts';
import { repositoryFiles } from './repository-files.ts';

/** What may be in the folder already: the kit, installed first, and a repository without a commit. */
const MAY_BE_THERE = new Set(['.git', 'node_modules', 'package.json', 'package-lock.json']);

export type NewRepository = NewRemote & {
  /** The team that owns it, as the portal knows it. */
  readonly team: string;
  /** What package.json says of the kit: a version, or where its tarball is. Else the version of the kit that runs. */
  readonly kit?: string | undefined;
};

/**
 * Makes an empty folder the repository of one remote: a screen, its texts and its test, the files of the tools and
 * of CI. Nothing is installed and nothing is committed.
 * @returns the files that were written
 * @throws CommandFailure for a folder that is not empty, and outside of a kit
 */
export async function createRepository(
  remote: NewRepository,
  folder: string,
): Promise<readonly string[]> {
  if (!IS_KIT) {
    throw refused(
      'no-kit',
      'A repository of its own is made by the kit, whose versions it then has.',
      'Pack it with "portal kit", and run the command of the tarball: npx --package ./portal-kit-0.1.0.tgz portal create-remote …',
    );
  }
  const other = (await readdir(folder)).find((name) => !MAY_BE_THERE.has(name));
  if (other) {
    throw refused(
      'not-empty',
      `${folder} is not empty: there is ${other}.`,
      'Run this in an empty folder.',
    );
  }
  const kit = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
    peerDependencies: Record<string, string>;
  };
  const files = repositoryFiles({
    ...remote,
    below: '',
    prefix: freePrefix(remote.name, []),
    kit: { name: KIT, version: remote.kit ?? (await kitIn(folder)) ?? kit.version },
    peers: kit.peerDependencies,
  });
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  }
  if (!existsSync(path.join(folder, '.git'))) {
    await runIn(folder, 'git', ['init', '--quiet', '--initial-branch', 'main']);
  }
  return Object.keys(files);
}

/** What the folder's package.json says of the kit, where it was installed first. */
async function kitIn(folder: string): Promise<string | undefined> {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const manifest = JSON.parse(await readFile(file, 'utf8')) as {
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  return { ...manifest.devDependencies, ...manifest.dependencies }[KIT];
}
