import { execFileSync } from 'node:child_process';
import { ROOT } from './tool.ts';

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/**
 * The commit at which this branch left main.
 * @throws where there is no branch main, neither here nor at the origin
 */
export function mergeBase(): string {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', 'HEAD', main).trim();
    } catch {
      // Not here: try the next name.
    }
  }
  throw new Error('There is no branch main to compare with.');
}

/** Paths of the files that differ from a commit, committed or not. */
export function changedSince(commit: string): string[] {
  const changed = git('diff', '--name-only', '--diff-filter=d', commit);
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return `${changed}${untracked}`.split('\n').filter(Boolean);
}
