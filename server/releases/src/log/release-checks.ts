import type { ReleaseDocument } from '@portal/delivery-model/document';
import { problemsOf, readLiveReleases } from '@portal/delivery-model/gate';
import type { Asked } from '@portal/delivery-model/log/entry';
import { livePart, type Operation, releaseOf } from '@portal/delivery-model/log/operations';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { OPERATOR } from '@portal/delivery-model/log/teams';
import { composeAside } from '@portal/delivery-model/page/compose-aside';
import type { EnvironmentState } from '@portal/delivery-model/state';
import { LINKED_SEGMENTS } from '@portal/shared-contract/linked-paths';
import { type ReleaseDocuments, readDocument, unknownRelease } from './documents.ts';

type Refusals = readonly ReleaseRefusal[];

/**
 * What an operation lacks that its team may do and that applies to the state: that the release or configuration is there
 * and no older one, for what becomes live the checks of the gate, and that there is a page with it. A roll-back and a
 * kill ask for nothing that could hold them up.
 */
export async function operationRefusals(
  documents: ReleaseDocuments,
  asked: Asked,
  before: EnvironmentState,
  document: ReleaseDocument | undefined,
): Promise<Refusals> {
  const { operation } = asked;
  switch (operation.type) {
    case 'retire':
      return retireRefusals(documents, operation.part, before);
    case 'promote':
    case 'grow':
    case 'revive': {
      const older = await olderRefusals(documents, asked, before, document);
      if (older.length > 0) return older;
      const release = releaseOf(before, operation);
      if (!document) return release ? [unknownRelease(release)] : [];
      return gateRefusals(documents, asked, before, document);
    }
    default: {
      const release = releaseOf(before, operation);
      // What is live already goes on: a canary must end whatever is lost.
      const isLive = release && livePart(before, release.part)?.stable === release.version;
      return release && !document && !isLive ? [unknownRelease(release)] : [];
    }
  }
}

/** Whether the page of a state is to be composed once before the state becomes what is live. */
export const needsPage = ({ type }: Operation): boolean =>
  ['configure', 'retire', 'promote', 'grow', 'revive'].includes(type);

/** Why there is no page of a state; undefined if it was composed. */
export async function pageRefusal(
  documents: ReleaseDocuments,
  state: EnvironmentState,
  now: Date,
): Promise<ReleaseRefusal | undefined> {
  try {
    await composeAside(state, documents, { wanted: 'trial', now: now.getTime() });
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return refusal(
      'page-fails',
      `The page could not be composed with it. ${error.message}`,
      'Publish the release that is named again, or roll its part back.',
    );
  }
}

/** No address that mails lead to is left without an owner. */
async function retireRefusals(
  documents: ReleaseDocuments,
  part: string,
  before: EnvironmentState,
): Promise<Refusals> {
  const stable = livePart(before, part)?.stable;
  // What cannot be read shows nothing either, and can be retired.
  const gone = stable === undefined ? undefined : await readDocument(documents, part, stable);
  return gone ? departureProblems(part, gone) : [];
}

/**
 * Why a promotion would go back to an older commit: a pipeline that was slow, or was started again. A
 * roll-back is for going back on purpose.
 */
async function olderRefusals(
  documents: ReleaseDocuments,
  { operation, force }: Asked,
  before: EnvironmentState,
  candidate: ReleaseDocument | undefined,
): Promise<Refusals> {
  if (force || operation.type !== 'promote' || !candidate) return [];
  const { part, version } = operation;
  const live = livePart(before, part);
  if (!live || live.stable === version) return [];
  for (const other of [live.stable, live.canary?.version]) {
    if (other === undefined || other === version) continue;
    const replaced = await readDocument(documents, part, other);
    if (!replaced || candidate.committedAt >= replaced.committedAt) continue;
    return [
      refusal(
        'older-commit',
        `${part} ${version} is of ${commitOf(candidate)}, and ${other}, which is live, of ${commitOf(replaced)}.`,
        'Promote a build of a newer commit. To go back on purpose, roll back, or promote with --force.',
      ),
    ];
  }
  return [];
}

const commitOf = ({ commit, committedAt }: ReleaseDocument) =>
  committedAt === 0
    ? 'a commit without a time'
    : `the commit ${commit.slice(0, 10)} of ${new Date(committedAt * 1000).toISOString()}`;

/**
 * The checks of a release against everything that is live. A part that was switched off comes back with its canary, so
 * that both are checked. What the operator forces need not fit others.
 */
async function gateRefusals(
  documents: ReleaseDocuments,
  { actor, operation, force }: Asked,
  before: EnvironmentState,
  candidate: ReleaseDocument,
): Promise<Refusals> {
  const isForced = force === true && actor.team === OPERATOR;
  const live = isForced
    ? { shells: [], remotes: {} }
    : await readLiveReleases(before, (part, version) => readDocument(documents, part, version));
  const canary =
    operation.type === 'revive' ? livePart(before, candidate.name)?.canary?.version : undefined;
  const revived = [...live.shells, ...Object.values(live.remotes).flat()].filter(
    ({ name, version }) => name === candidate.name && version === canary,
  );
  return [candidate, ...revived].flatMap((one) => problemsOf(one, live));
}

/** Why a part cannot be retired: mails and other screens lead to its addresses, which nobody would have. */
function departureProblems(
  part: string,
  { owns }: Pick<ReleaseDocument, 'owns'>,
): ReleaseRefusal[] {
  const linked = owns.filter((segment) => LINKED_SEGMENTS.some((one) => one === segment));
  if (linked.length === 0) return [];
  return [
    {
      code: 'departure.linked',
      reason: `Mails or other screens of the portal lead to ${linked.join(', ')}, which only ${part} has.`,
      remedy: `Release ${part} with these screens, or switch it off: portal kill ${part} --reason "<why>"`,
    },
  ];
}
