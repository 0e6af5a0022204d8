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
export type GateReport = {
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
 * The report of these checks. The same documents and results always give the same bytes; the time is
 * the log entry's.
 * @param checks those of `checkCandidate` or `checkTogether`, and any that need a network or a browser
 */
export function gateReportOf(
  candidates: readonly ReleaseDocument[],
  live: LiveReleases,
  checks: readonly Check[],
): GateReport {
  return {
    format: 1,
    candidates: sorted(candidates),
    live: sorted([...live.shells, ...Object.values(live.remotes).flat()]),
    teams: digestOf(live.teams),
    checks,
    passed: checks.every(({ problems }) => problems.length === 0),
  };
}

/** The bytes in which a report is stored, their digest, and the key of the two. */
export function storedGateReport(report: GateReport): {
  key: string;
  digest: string;
  json: string;
} {
  const digest = digestOf(report);
  return { key: gateReportKey(digest), digest, json: canonicalJson(report) };
}

/** The key of a report in a store. */
export const gateReportKey = (digest: string): string => `proofs/${digest}.json`;

const sorted = (documents: readonly ReleaseDocument[]): CheckedRelease[] =>
  documents
    .map(checked)
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));

const checked = (document: ReleaseDocument): CheckedRelease => ({
  name: document.name,
  version: document.version,
  digest: digestOf(document),
});
