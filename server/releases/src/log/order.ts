import type { ReleaseDocument } from '@portal/delivery-model/document';
import type { Asked } from '@portal/delivery-model/log/append';
import { livePart, type PartRelease } from '@portal/delivery-model/log/operations';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import type { EnvironmentState } from '@portal/delivery-model/state';

/** What `expect` says of a part of which nothing is live. */
const NONE = 'none';

/** Why the state is not the one that the operation was asked for; undefined if it is. */
export function expectRefusal(
  { operation, expect }: Asked,
  before: EnvironmentState,
): ReleaseRefusal | undefined {
  if (expect === undefined) return undefined;
  if (!('part' in operation)) {
    return refusal(
      'no-part-expected',
      'Only an operation of one part can expect a version.',
      'Leave the expected version out, or promote the parts one after another.',
    );
  }
  const live = livePart(before, operation.part)?.stable ?? NONE;
  if (live === expect) return undefined;
  return refusal(
    'not-expected',
    `Live of ${operation.part} is ${live}, not ${expect}.`,
    'Somebody else has changed it. See with `portal history` what was done, and decide anew.',
  );
}

/**
 * Why a promotion would go back to an older commit: a pipeline that was slow, or was started again. A
 * roll-back is for going back on purpose.
 * @param read the document of a release; undefined for one that cannot be read
 */
export async function orderRefusals(
  { operation, force }: Asked,
  before: EnvironmentState,
  read: (release: PartRelease) => Promise<ReleaseDocument | undefined>,
): Promise<readonly ReleaseRefusal[]> {
  if (force || operation.type !== 'promote') return [];
  const { part, version } = operation;
  const live = livePart(before, part);
  if (!live || live.stable === version) return [];
  const candidate = await read({ part, version });
  const replaced = [live.stable, live.canary?.version].filter(
    (other) => other !== undefined && other !== version,
  );
  const others = await Promise.all(replaced.map((other) => read({ part, version: `${other}` })));
  const newer = others.find((other) => candidate && other && isOlder(candidate, other));
  return candidate && newer ? [olderCommit(candidate, newer)] : [];
}

const isOlder = (one: ReleaseDocument, other: ReleaseDocument) =>
  one.committedAt < other.committedAt;

function olderCommit(candidate: ReleaseDocument, live: ReleaseDocument): ReleaseRefusal {
  const { name, version } = candidate;
  return refusal(
    'older-commit',
    `${name} ${version} is of ${commitOf(candidate)}, and ${live.version}, which is live, of ${commitOf(live)}.`,
    'Promote a build of a newer commit. To go back on purpose, roll back, or promote with --force.',
  );
}

const commitOf = ({ commit, committedAt }: ReleaseDocument) =>
  committedAt === 0
    ? 'a commit without a time'
    : `the commit ${commit.slice(0, 10)} of ${new Date(committedAt * 1000).toISOString()}`;
