import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkColors } from './colors.ts';
import { checkDateFormats } from './date-formats.ts';
import type { Problem } from './problem.ts';
import { checkTracked } from './tracked.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Generated files, machine paths, registry hosts, keys, raw colours and dates formatted on their own in the repository. */
export function trackedProblems(): Problem[] {
  return repositoryFiles().flatMap((file) => [
    ...checkTracked(file, () => read(file)),
    ...checkColors(file, () => read(file)),
    ...checkDateFormats(file, () => read(file)),
  ]);
}

/** Tracked files and new ones that are not ignored, as they lie on the disk. */
export function repositoryFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', ['ls-files', '-z', ...args], { cwd: ROOT, encoding: 'utf8' });
  const files = git('--cached', '--others', '--exclude-standard').split('\0');
  return [...new Set(files)].filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
