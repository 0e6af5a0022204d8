import { setTimeout as pause } from 'node:timers/promises';
import { canonicalJson } from '@portal/delivery-model/canonical-json';
import type { ReleaseDocument } from '@portal/delivery-model/document';
import { problemsOf, readLiveReleases } from '@portal/delivery-model/gate';
import type { Asked, Entry } from '@portal/delivery-model/log/entry';
import {
  applyOperation,
  livePart,
  type Operation,
  releaseOf,
} from '@portal/delivery-model/log/operations';
import { permissionRefusal } from '@portal/delivery-model/log/permissions';
import { isRefusal, type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { OPERATOR } from '@portal/delivery-model/log/teams';
import { composeAside } from '@portal/delivery-model/page/compose-aside';
import { EMPTY_STATE, type EnvironmentState } from '@portal/delivery-model/state';
import type { ReleaseContext } from '../context.ts';
import { type ReleaseDocuments, readDocument, unknownRelease } from './documents.ts';
import { entryOf, insertEntry, lastEntry } from './history.ts';

const LONGEST_WAIT_MS = 50;

export type Appended =
  | { readonly ok: true; readonly entry: Entry }
  | { readonly ok: false; readonly refusals: readonly ReleaseRefusal[] };

type Context = Pick<ReleaseContext, 'db' | 'clock'>;

/**
 * Appends what somebody asks for to the history, or answers why not. Inserting the next number is the compare-and-swap: who loses reads again and checks the operation against the new
 * state, so that none is lost and none is applied to a state that it was not checked against. A request that has
 * become an entry already is answered with that entry.
 */
export async function appendEntry(
  { db, clock }: Context,
  documents: ReleaseDocuments,
  asked: Asked,
): Promise<Appended> {
  const { actor: by, operation, requestKey } = asked;
  // At each try somebody's entry gets in.
  for (let attempt = 1; ; attempt += 1) {
    const known = requestKey === undefined ? undefined : await entryOf(db, requestKey);
    if (known) return repeated(known, asked);
    const last = await lastEntry(db);
    const before = last?.state ?? EMPTY_STATE;
    const now = clock.now().toISOString();
    // The clocks of two servers may differ; the history's time does not go back.
    const head = { seq: (last?.seq ?? 0) + 1, at: last && last.at > now ? last.at : now, by };
    const release = releaseOf(before, operation);
    const document = release && (await readDocument(documents, release.part, release.version));
    // First, since who may not do it learns nothing of the state.
    const forbidden = permissionRefusal(before, by.team, operation, document);
    if (forbidden) return { ok: false, refusals: [forbidden] };
    const outcome = applyOperation(before, operation, head);
    if (isRefusal(outcome)) return { ok: false, refusals: [outcome] };
    const refusals = await operationRefusals(documents, asked, before, document);
    if (refusals.length > 0) return { ok: false, refusals };
    const noPage = needsPage(operation) && (await pageRefusal(documents, outcome, clock.now()));
    if (noPage) return { ok: false, refusals: [noPage] };
    const entry = { ...head, operation, state: outcome };
    if (await insertEntry(db, entry, requestKey)) return { ok: true, entry };
    await pause(Math.random() * Math.min(LONGEST_WAIT_MS, 2 * attempt));
  }
}

/** The entry of a request that was sent before; a key is of one team and one operation. */
function repeated(entry: Entry, { actor, operation }: Asked): Appended {
  const isSame = canonicalJson(entry.operation) === canonicalJson(operation);
  if (entry.by.team === actor.team && isSame) return { ok: true, entry };
  return refused(
    'key-used',
    'The key of this request is that of another request.',
    'Make a new key for each operation.',
  );
}

const refused = (...words: Parameters<typeof refusal>): Appended => ({
  ok: false,
  refusals: [refusal(...words)],
});

type Refusals = readonly ReleaseRefusal[];

/**
 * What an operation lacks that its team may do and that applies to the state: that the release or configuration is there
 * and no older one, for what becomes live the checks of the gate, and that there is a page with it. A roll-back and a
 * kill ask for nothing that could hold them up.
 */
async function operationRefusals(
  documents: ReleaseDocuments,
  asked: Asked,
  before: EnvironmentState,
  document: ReleaseDocument | undefined,
): Promise<Refusals> {
  const { operation } = asked;
  switch (operation.type) {
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

const needsPage = ({ type }: Operation): boolean =>
  ['configure', 'retire', 'promote', 'grow', 'revive'].includes(type);

async function pageRefusal(
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

/** Why a promotion would go back to an older commit, as of a slow pipeline. Going back is what roll-backs are for. */
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

/** The checks against what is live, also of the canary that a revived part has. Operators may force it. */
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
