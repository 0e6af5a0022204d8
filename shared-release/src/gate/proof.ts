import { canonicalJson, digestOf } from '../canonical-json.ts';
import type { ReleaseDocument } from '../document.ts';
import type { Check } from './index.ts';
import type { LiveReleases } from './live-releases.ts';

/** A release and the digest of the document that was checked. */
export type CheckedRelease = {
  readonly name: string;
  readonly version: string;
  readonly digest: string;
};

/**
 * What the gate checked before a promotion. It is stored under its digest, which the entry of the
 * release log names.
 */
export type Proof = {
  readonly format: 1;
  /** One, unless several releases become live in one step. */
  readonly candidates: readonly CheckedRelease[];
  /** Everything that the candidates were compared with. */
  readonly live: readonly CheckedRelease[];
  /** The digest of the teams, with their parts and segments. */
  readonly teams: string;
  readonly checks: readonly Check[];
  readonly passed: boolean;
};

/**
 * The proof of these checks. The same documents and results always give the same bytes; the time is
 * the log entry's.
 * @param checks those of `checkCandidate` or `checkTogether`, and any that need a network or a browser
 */
export function proofOf(
  candidates: readonly ReleaseDocument[],
  live: LiveReleases,
  checks: readonly Check[],
): Proof {
  return {
    format: 1,
    candidates: sorted(candidates),
    live: sorted([...live.shells, ...Object.values(live.remotes).flat()]),
    teams: digestOf(live.teams),
    checks,
    passed: checks.every(({ problems }) => problems.length === 0),
  };
}

/** The bytes in which a proof is stored, their digest, and the key of the two. */
export function storedProof(proof: Proof): { key: string; digest: string; json: string } {
  const digest = digestOf(proof);
  return { key: proofKey(digest), digest, json: canonicalJson(proof) };
}

/** The key of a proof in a store. */
export const proofKey = (digest: string): string => `proofs/${digest}.json`;

const sorted = (documents: readonly ReleaseDocument[]): CheckedRelease[] =>
  documents
    .map(checked)
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));

const checked = (document: ReleaseDocument): CheckedRelease => ({
  name: document.name,
  version: document.version,
  digest: digestOf(document),
});
