import type { Entry } from '@portal/delivery-model/log/entry';
import type { Operation } from '@portal/delivery-model/log/operations';
import type { LivePart, Preview, Team } from '@portal/delivery-model/state';

/**
 * The shapes of `--json`, which scripts rely on: a field that has no value is null, and keys are named by
 * their ids alone (docs/releases.md).
 */

/** What is live of a part. */
export const partReport = ({ stable, since, previous, canary, killed }: LivePart) => ({
  stable,
  since,
  previous: previous ?? null,
  canary: canary
    ? { version: canary.version, share: canary.share, growth: canary.growth ?? null }
    : null,
  killed: killed ?? null,
});

/** What a team may change, and the ids of its keys. */
export const teamReport = ({ keys, parts, segments }: Team) => ({
  keys: keys.map(({ kid }) => kid),
  parts,
  segments,
});

/** What a preview shows until when, and who has shown it. */
export const previewReport = ({ until, parts }: Preview) => ({ until, parts });

/** An entry of the log. */
export const entryReport = ({ seq, at, by, operation, proof, approvals }: Entry) => ({
  seq,
  at,
  by,
  operation: operationReport(operation),
  proof: proof ?? null,
  approvals: approvals ?? [],
});

const operationReport = (operation: Operation) =>
  operation.type === 'setTeam' ? { ...operation, ...teamReport(operation) } : operation;
