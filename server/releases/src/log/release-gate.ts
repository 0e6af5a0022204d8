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
import type { EnvironmentState } from '@portal/delivery-model/state';
import { StoreError } from '@portal/delivery-model/store/store';
import { readDocument } from './publish.ts';
import { newestShells } from './published.ts';
import type { ReleaseCopies } from './release-copies.ts';

/**
 * Checks a release against everything that is live. A part that was switched off comes back with its canary, so
 * that both are checked.
 * @param candidate the release that the operation makes live for all, or as canary
 * @param isForced what the release does not share with others alone is checked, such as that its routes are its team's
 */
export async function checkRelease(
  copies: ReleaseCopies,
  state: EnvironmentState,
  operation: Operation,
  candidate: ReleaseDocument,
  isForced: boolean,
): Promise<Verdict> {
  const others = isForced ? { shells: [], remotes: {}, teams: state.teams } : undefined;
  const live = others ?? (await liveReleases(copies, state));
  if ('code' in live) return { ok: false, refusals: [live] };
  const check = (beside: LiveReleases) => [
    ...checkCandidate(candidate, beside),
    ...canaryChecks(operation, state, candidate.name, beside),
  ];
  const checks = await withPublishedShells(live, check, () => newestShells(copies.store));
  const problems = checks.flatMap((check) => check.problems);
  if (problems.length > 0) return { ok: false, refusals: problems };
  await copies.keepRelease({ part: candidate.name, version: candidate.version });
  return { ok: true };
}

/** Whether there is this configuration, whole; from now on there is a copy of it. */
export async function configurationVerdict(
  copies: ReleaseCopies,
  digest: string,
): Promise<Verdict> {
  try {
    await copies.keepConfiguration(digest);
    return { ok: true };
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const unknown = refusal(
      'unknown-configuration',
      `The configuration ${digest} is not in the store, or is not whole there.`,
      'Upload it first, and check the digest.',
    );
    return { ok: false, refusals: [unknown] };
  }
}

/**
 * Composes the page of a state once before it becomes what is live.
 * @returns why it has none
 * @throws StoreError while the store fails
 */
export async function pageRefusal(
  copies: ReleaseCopies,
  after: EnvironmentState,
  now: Date,
): Promise<ReleaseRefusal | undefined> {
  try {
    await composeAside(after, copies, { wanted: 'trial', now: now.getTime() });
    return undefined;
  } catch (error) {
    if (error instanceof StoreError || !(error instanceof Error)) throw error;
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

async function liveReleases(copies: ReleaseCopies, state: EnvironmentState) {
  const missing: string[] = [];
  const read = async (part: string, version: string) => {
    const document = await readDocument(copies, part, version);
    if (!document) missing.push(`${part} ${version}`);
    return document;
  };
  try {
    return await readLiveReleases(state, read);
  } catch (error) {
    if (missing.length === 0) throw error;
    return refusal(
      'live-release-unreadable',
      `The store has no readable document of what is live: ${missing.sort().join(', ')}.`,
      'Publish that release again, or roll its part back. Until then nothing can be compared with it.',
    );
  }
}
