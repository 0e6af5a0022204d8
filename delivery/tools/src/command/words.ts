import type { Entry } from '@portal/delivery-model/log/entry';
import type { LivePart, Preview } from '@portal/delivery-model/state';

/** Where a change is found again. */
export const entryText = ({ seq }: Entry): string => `This is entry ${seq} of the history.`;

/** `1.2 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Lines whose columns begin below each other; the last column has any width. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, index) => Math.max(cell.length, known[index] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

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
