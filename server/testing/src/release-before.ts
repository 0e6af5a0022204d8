import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MIGRATIONS = 'server/platform/drizzle';
const ARCHIVE_MAX_BYTES = 1_000_000_000;

/** The newest migration of this tree, such as `0044_schema_floor`. */
const newestMigration = (): string => {
  const journal = readFileSync(path.join(ROOT, MIGRATIONS, 'meta/_journal.json'), 'utf8');
  return JSON.parse(journal).entries.at(-1).tag;
};

/**
 * The last commit that lacks the newest migration of this tree; undefined where the history does not reach so
 * far, as in a shallow clone, or is not there.
 */
const commitBefore: string | undefined = (() => {
  const file = `${MIGRATIONS}/${newestMigration()}.sql`;
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout?.trim();
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', file);
  // Not committed yet: the commit here lacks it.
  const before = added ? `${added}^` : 'HEAD';
  const commit = git('rev-parse', '--verify', '--quiet', `${before}^{commit}`);
  const has = (name: string) => git('cat-file', '-t', `${commit}:${MIGRATIONS}/${name}`) === 'tree';
  return commit && has('meta') ? commit : undefined;
})();

export const hasReleaseBefore = commitBefore !== undefined;

/**
 * Unpacks the code of {@link commitBefore}, below this tree, whose packages it uses.
 * @returns the program of its server
 */
export function unpackReleaseBefore(): { readonly main: string; remove(): void } {
  if (commitBefore === undefined) throw new Error('The history does not reach the release before');
  mkdirSync(path.join(ROOT, '.run'), { recursive: true });
  const folder = mkdtempSync(path.join(ROOT, '.run/release-before-'));
  const tree = execFileSync('git', ['archive', commitBefore], {
    cwd: ROOT,
    maxBuffer: ARCHIVE_MAX_BYTES,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: tree });
  // Without these, its packages of the workspace would be those of this tree.
  const links = 'node_modules/@portal';
  mkdirSync(path.join(folder, links), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, links))) {
    symlinkSync(readlinkSync(path.join(ROOT, links, name)), path.join(folder, links, name));
  }
  return {
    main: path.join(folder, 'server/main/src/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
