import type { ReleaseDocument } from '@portal/delivery-model/document';
import {
  type Check,
  checkCandidate,
  type LiveReleases,
  readLiveReleases,
  withPublishedShells,
} from '@portal/delivery-model/gate';
import type { Verdict } from '@portal/delivery-model/log/append';
import { livePart, type Operation } from '@portal/delivery-model/log/operations';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import { composeAside } from '@portal/delivery-model/page/compose-aside';
import { configurationKey } from '@portal/delivery-model/page/configuration';
import type { EnvironmentState } from '@portal/delivery-model/state';
import { newestShells, type ReleaseDocuments, readDocument } from './documents.ts';

/**
 * Checks a release against everything that is live. A part that was switched off comes back with its canary, so
 * that both are checked.
 * @param candidate the release that the operation makes live for all, or as canary
 * @param isForced what the release does not share with others alone is checked, such as that its routes are its team's
 */
export async function checkRelease(
  documents: ReleaseDocuments,
  state: EnvironmentState,
  operation: Operation,
  candidate: ReleaseDocument,
  isForced: boolean,
): Promise<Verdict> {
  const others = isForced ? { shells: [], remotes: {}, teams: state.teams } : undefined;
  const live = others ?? (await liveReleases(documents, state));
  if ('code' in live) return { ok: false, refusals: [live] };
  const check = (beside: LiveReleases) => [
    ...checkCandidate(candidate, beside),
    ...canaryChecks(operation, state, candidate.name, beside),
  ];
  const checks = await withPublishedShells(live, check, () => newestShells(documents));
  const problems = checks.flatMap((check) => check.problems);
  if (problems.length > 0) return { ok: false, refusals: problems };
  return { ok: true };
}

/** Whether there is this configuration. */
export async function configurationVerdict(
  documents: ReleaseDocuments,
  digest: string,
): Promise<Verdict> {
  if (await documents.get(configurationKey(digest))) return { ok: true };
  const unknown = refusal(
    'unknown-configuration',
    `The configuration ${digest} was not stored.`,
    'Upload it first, and check the digest.',
  );
  return { ok: false, refusals: [unknown] };
}

/**
 * Composes the page of a state once before it becomes what is live.
 * @returns why it has none
 */
export async function pageRefusal(
  documents: ReleaseDocuments,
  after: EnvironmentState,
  now: Date,
): Promise<ReleaseRefusal | undefined> {
  try {
    await composeAside(after, documents, { wanted: 'trial', now: now.getTime() });
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

/** The checks of the canary that is switched on again together with the stable release. */
function canaryChecks(
  operation: Operation,
  state: EnvironmentState,
  part: string,
  live: LiveReleases,
): Check[] {
  if (operation.type !== 'revive') return [];
  const version = livePart(state, part)?.canary?.version;
  const documents: readonly ReleaseDocument[] = [
    ...live.shells,
    ...Object.values(live.remotes).flat(),
  ];
  const canary = documents.find(
    (document) => document.name === part && document.version === version,
  );
  if (!canary) return [];
  return checkCandidate(canary, live).map(({ name, problems }) => ({
    name: `canary ${name}`,
    problems,
  }));
}

async function liveReleases(documents: ReleaseDocuments, state: EnvironmentState) {
  const missing: string[] = [];
  const read = async (part: string, version: string) => {
    const document = await readDocument(documents, part, version);
    if (!document) missing.push(`${part} ${version}`);
    return document;
  };
  try {
    return await readLiveReleases(state, read);
  } catch (error) {
    if (missing.length === 0) throw error;
    return refusal(
      'live-release-unreadable',
      `There is no document of what is live: ${missing.sort().join(', ')}.`,
      'Publish that release again, or roll its part back. Until then nothing can be compared with it.',
    );
  }
}
