import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.ts';

/** Tracked files and new ones that are not ignored, as they lie on the disk; paths below the root. */
export function repositoryFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', ['ls-files', '-z', ...args], { cwd: ROOT, encoding: 'utf8' });
  const files = git('--cached', '--others', '--exclude-standard').split('\0');
  return [...new Set(files)].filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
}
