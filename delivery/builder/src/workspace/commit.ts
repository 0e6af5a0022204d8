import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import { WORKSPACE } from './packages.ts';
import { runIn } from './run-in.ts';

const UNKNOWN = { commit: 'unknown', committedAt: 0 };

/** Which commit is built. Of sources without their repository, as in an image, nothing is known. */
export async function builtCommit(): Promise<Pick<ReleaseDocument, 'commit' | 'committedAt'>> {
  // git would also find a repository around this folder.
  if (!existsSync(join(WORKSPACE, '.git'))) return UNKNOWN;
  const { output } = await runIn(WORKSPACE, 'git', ['log', '-1', '--format=%H %ct']);
  // What git warns of may stand beside it; a repository without a commit has no such line.
  const [, commit, seconds] = /^([0-9a-f]{40}) (\d+)$/m.exec(output) ?? [];
  return commit ? { commit, committedAt: Number(seconds) } : UNKNOWN;
}
