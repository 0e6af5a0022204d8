import { configurationKey, parseConfiguration } from '@portal/shared-release/configuration';
import type { ReleaseDocument } from '@portal/shared-release/document';
import {
  type Check,
  checkCandidate,
  checkTogether,
  type LiveReleases,
  readLiveReleases,
} from '@portal/shared-release/gate';
import { proofOf, storedProof } from '@portal/shared-release/gate/proof';
import type { Verdict } from '@portal/shared-release/log/append';
import { livePart, type Operation } from '@portal/shared-release/log/operations';
import { refusal } from '@portal/shared-release/log/refusal';
import type { EnvironmentState } from '@portal/shared-release/state';
import type { Store } from '@portal/shared-release/store';
import { readDocument } from './publish.ts';

/** What the gate reads, and where it leaves its proofs. */
export type GateStore = Pick<Store, 'get' | 'putIfAbsent'>;

/**
 * Checks a release against everything that is live, and stores the proof of it. A part that was switched
 * off comes back with its canary, so that both are checked.
 * @param candidate the release that the operation makes live for all, or as canary
 */
export async function checkRelease(
  store: GateStore,
  state: EnvironmentState,
  operation: Operation,
  candidate: ReleaseDocument,
): Promise<Verdict> {
  const live = await liveReleases(store, state);
  if ('code' in live) return { ok: false, refusals: [live] };
  const checks = [
    ...checkCandidate(candidate, live),
    ...canaryChecks(operation, state, candidate.name, live),
  ];
  return verdictOf(store, [candidate], live, checks);
}

/**
 * Checks releases that become live in one step against each other and what stays live, and stores the
 * proof of it.
 * @param after the state with these releases, which leaves nothing else of their parts
 */
export async function checkReleases(
  store: GateStore,
  after: EnvironmentState,
  candidates: readonly ReleaseDocument[],
): Promise<Verdict> {
  const live = await liveReleases(store, after);
  if ('code' in live) return { ok: false, refusals: [live] };
  return verdictOf(store, candidates, live, checkTogether(candidates, live));
}

async function verdictOf(
  store: GateStore,
  candidates: readonly ReleaseDocument[],
  live: LiveReleases,
  checks: readonly Check[],
): Promise<Verdict> {
  const problems = checks.flatMap((check) => check.problems);
  if (problems.length > 0) return { ok: false, refusals: problems };
  // Under its digest, so that it may stay even if somebody else's entry comes first.
  const { key, digest, json } = storedProof(proofOf(candidates, live, checks));
  await store.putIfAbsent(key, new TextEncoder().encode(json), { type: 'application/json' });
  return { ok: true, proof: digest };
}

/** Whether the store has this configuration, whole. */
export async function configurationVerdict(store: GateStore, digest: string): Promise<Verdict> {
  const bytes = await store.get(configurationKey(digest));
  try {
    parseConfiguration(new TextDecoder().decode(bytes), digest);
    return { ok: true };
  } catch {
    const unknown = refusal(
      'unknown-configuration',
      `The configuration ${digest} is not in the store, or is not whole there.`,
      'Upload it first, and check the digest.',
    );
    return { ok: false, refusals: [unknown] };
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

async function liveReleases(store: GateStore, state: EnvironmentState) {
  const missing: string[] = [];
  const read = async (part: string, version: string) => {
    const document = await readDocument(store, part, version);
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
