import type { Entry } from '@portal/delivery-model/log/entry';
import { livePart } from '@portal/delivery-model/log/operations';
import { type EnvironmentState, type LivePart, partsOf } from '@portal/delivery-model/state';

/** What happened to one part, as webhooks tell it. */
export type ReleaseEvent = {
  readonly type:
    | 'release.published'
    | 'release.promoted'
    | 'release.rolled_back'
    | 'canary.began'
    | 'canary.grew'
    | 'canary.shrank'
    | 'canary.ended'
    | 'part.killed'
    | 'part.revived'
    | 'part.retired';
  readonly part: string;
  /** The release that it is about: of a canary, of a promotion, or what was live. */
  readonly version: string;
  /** Of a canary: how many of the 256 slices it has, or had when it ended. */
  readonly share?: number;
  /** What was live before. */
  readonly previous?: string;
};

/**
 * What an entry of the log has changed, part by part.
 * @param before the state before the entry
 */
export function releaseEvents(
  before: EnvironmentState,
  { state: after, operation }: Pick<Entry, 'state' | 'operation'>,
): readonly ReleaseEvent[] {
  const isReturn = operation.type === 'rollback';
  const names = new Set([before, after].flatMap((state) => partsOf(state).map(([name]) => name)));
  return [...names].flatMap((part) =>
    partEvents(part, livePart(before, part), livePart(after, part), isReturn),
  );
}

function partEvents(
  part: string,
  before: LivePart | undefined,
  after: LivePart | undefined,
  isReturn: boolean,
): readonly ReleaseEvent[] {
  if (!after) return before ? [{ type: 'part.retired', part, version: before.stable }] : [];
  const events: ReleaseEvent[] = [];
  const [was, is] = [before?.canary, after.canary];
  if (was && was.version !== is?.version && was.version !== after.stable) {
    events.push({ type: 'canary.ended', part, version: was.version, share: was.share });
  }
  if (is && is.version !== was?.version) {
    events.push({ type: 'canary.began', part, version: is.version, share: is.share });
  } else if (is && was && is.share !== was.share) {
    const type = is.share > was.share ? 'canary.grew' : 'canary.shrank';
    events.push({ type, part, version: is.version, share: is.share });
  }
  if (after.stable !== before?.stable) {
    const type = isReturn ? 'release.rolled_back' : 'release.promoted';
    const previous = before && { previous: before.stable };
    events.push({ type, part, version: after.stable, ...previous });
  }
  if (after.killed && !before?.killed) {
    events.push({ type: 'part.killed', part, version: after.stable });
  } else if (before?.killed && !after.killed) {
    events.push({ type: 'part.revived', part, version: after.stable });
  }
  return events;
}
