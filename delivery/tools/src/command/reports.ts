import type { Entry } from '@portal/delivery-model/log/entry';
import type { LivePart, Preview } from '@portal/delivery-model/state';

/**
 * The shapes of `--json`, which scripts rely on: a field that has no value is null (docs/releases.md).
 */

/** What is live of a part. */
export const partReport = ({ stable, since, previous, canary, killed }: LivePart) => ({
  stable: stable ?? null,
  since,
  previous: previous ?? null,
  canary: canary
    ? { version: canary.version, share: canary.share, growth: canary.growth ?? null }
    : null,
  killed: killed ?? null,
});

/** What a preview shows until when, and who has shown it. */
export const previewReport = ({ until, parts }: Preview) => ({ until, parts });

/** An entry of the history. */
export const entryReport = ({ seq, at, by, operation }: Entry) => ({ seq, at, by, operation });
