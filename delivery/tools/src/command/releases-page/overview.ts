import type { Entry } from '@portal/delivery-model/log/entry';
import { livePart } from '@portal/delivery-model/log/operations';
import {
  type Canary,
  EMPTY_STATE,
  type EnvironmentState,
  type LivePart,
  partsOf,
} from '@portal/delivery-model/state';
import type { ReleaseFigures } from '@portal/shared-contract';
import { liveText, previewText } from '../words.ts';

/** What the page of releases is made from. */
export type Overview = {
  readonly portal: string;
  /** When it was read, ISO 8601. */
  readonly at: string;
  /** The newest first, not all of them. */
  readonly entries: readonly Entry[];
  /** Of the last `minutes`. */
  readonly figures: readonly ReleaseFigures[];
  readonly minutes: number;
  /** What is known of each canary. */
  readonly canaries: readonly {
    readonly part: string;
    readonly version: string;
    readonly verdict: string;
    readonly waits?: string;
  }[];
};

/** What is live of one part. */
export type PartView = {
  readonly part: string;
  readonly live: LivePart;
  /** Who made it live; undefined for what is older than the entries. */
  readonly by: string | undefined;
};

export function partViews({ entries }: Overview): readonly PartView[] {
  const state = entries[0]?.state ?? EMPTY_STATE;
  return partsOf(state).map(([part, live]) => ({
    part,
    live,
    by: beganBy(entries, (earlier) => livePart(earlier, part)?.stable === live.stable),
  }));
}

/** A canary, with what browsers have reported of it. */
export type CanaryView = {
  readonly part: string;
  readonly canary: Canary;
  readonly by: string | undefined;
  readonly loads: ReleaseFigures | undefined;
  readonly verdict: string;
  /** Why its next step waits. */
  readonly waits: string | undefined;
};

export function canaryViews(overview: Overview): readonly CanaryView[] {
  const { entries, figures, canaries } = overview;
  return partViews(overview).flatMap(({ part, live: { canary, killed } }) => {
    if (!canary || killed) return [];
    const { version } = canary;
    const isOwn = (one: { readonly part: string; readonly version: string }) =>
      one.part === part && one.version === version;
    return [
      {
        part,
        canary,
        by: beganBy(entries, (state) => livePart(state, part)?.canary?.version === version),
        loads: figures.find((one) => isOwn(one) && one.cohort === 'canary'),
        verdict: canaries.find(isOwn)?.verdict ?? '',
        waits: canaries.find(isOwn)?.waits,
      },
    ];
  });
}

/** Everything that a state says, by name, in words that can be compared. */
export function stateWords(state: EnvironmentState): Readonly<Record<string, string>> {
  const { configuration, teams, previews = {}, slots = {} } = state;
  return Object.fromEntries([
    ...partsOf(state).map(([part, live]) => [`part ${part}`, liveText(live)]),
    ...Object.entries(teams).map(([name, { parts, segments }]) => [
      `team ${name}`,
      [...parts, ...segments].join(', '),
    ]),
    ...Object.entries(slots).map(([name, { first, off }]) => [
      `slot ${name}`,
      `first: ${first.join(', ')}; off: ${off.join(', ')}`,
    ]),
    ...Object.entries(previews).map(([name, one]) => [`preview ${name}`, previewText(one)]),
    ...(configuration ? [['configuration', configuration]] : []),
  ]);
}

/** Who made the entry since which something holds without a break. */
function beganBy(
  entries: readonly Entry[],
  holds: (state: EnvironmentState) => boolean,
): string | undefined {
  const other = entries.findIndex(({ state }) => !holds(state));
  // The oldest entry that is known may not be the one that began it.
  if (other === -1) return entries.at(-1)?.seq === 1 ? entries.at(-1)?.by.team : undefined;
  return entries[other - 1]?.by.team;
}
