import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkFile, type Manifest, type Workspace } from './imports.ts';
import type { Problem } from './problem.ts';
import { checkTracked } from './tracked.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Direction and naming of every import of the repository's sources. */
export function importProblems(): Problem[] {
  const workspace = readWorkspace();
  return repositoryFiles()
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .flatMap((file) => checkFile(file, read(file), workspace));
}

/** Generated files, machine paths, registry hosts and keys in the repository. */
export function trackedProblems(): Problem[] {
  return repositoryFiles().flatMap((file) => checkTracked(file, () => read(file)));
}

/** Tracked files and new ones that are not ignored, as they lie on the disk. */
function repositoryFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', ['ls-files', '-z', ...args], { cwd: ROOT, encoding: 'utf8' });
  const files = git('--cached', '--others', '--exclude-standard').split('\0');
  return [...new Set(files)].filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
}

function readWorkspace(): Workspace {
  const root = manifest('package.json') as Manifest & { workspaces: string[] };
  const packages = root.workspaces.map((folder) => [folder, manifest(`${folder}/package.json`)]);
  return { root, packages: Object.fromEntries(packages) };
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const manifest = (file: string) => JSON.parse(read(file)) as Manifest;
