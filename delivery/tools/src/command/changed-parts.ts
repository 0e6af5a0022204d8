import path from 'node:path';
import { partIn } from '@portal/delivery-builder/workspace/packages';
import { runIn } from '@portal/delivery-builder/workspace/run-in';
import { refused } from '@portal/delivery-model/client/failure';

const LERNA = 'node_modules/lerna/dist/cli.js';

/**
 * The parts that may have changed since a commit: those of the packages that have, and of all that depend
 * on one of these. Whether their files differ, only a build tells.
 * @param root of a clone
 * @throws CommandFailure for a commit that the clone does not have
 */
export async function changedParts(root: string, since: string): Promise<readonly string[]> {
  const known = await runIn(root, 'git', ['rev-parse', '--verify', '--quiet', `${since}^{commit}`]);
  if (since.startsWith('-') || known.code !== 0) {
    throw refused(
      'no-commit',
      `This clone has no commit ${since}.`,
      'Name a commit, a branch or a tag that was fetched; in CI fetch the whole history.',
    );
  }
  const args = ['ls', '--all', '--parseable', '--loglevel', 'silent', '--since', since];
  const listed = await runIn(root, process.execPath, [path.join(root, LERNA), ...args]);
  if (listed.code !== 0) throw new Error(`lerna ls has failed: ${listed.output}`);
  return listed.output.split('\n').flatMap((line) => partIn(path.basename(line)) ?? []);
}
