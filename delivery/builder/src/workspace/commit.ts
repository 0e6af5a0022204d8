import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import { WORKSPACE } from './packages.ts';

/** Which commit is built. Of sources without their repository, as in an image, nothing is known. */
export async function builtCommit(): Promise<Pick<ReleaseDocument, 'commit' | 'committedAt'>> {
  // git would also find a repository around this folder.
  if (!existsSync(join(WORKSPACE, '.git'))) return { commit: 'unknown', committedAt: 0 };
  const { stdout } = await promisify(execFile)('git', ['log', '-1', '--format=%H %ct'], {
    cwd: WORKSPACE,
  });
  const [commit = '', seconds = ''] = stdout.trim().split(' ');
  return { commit, committedAt: Number(seconds) };
}
