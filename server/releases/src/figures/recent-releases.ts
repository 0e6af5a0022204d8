import { variantsOf } from '@portal/delivery-model/canary';
import { livePart } from '@portal/delivery-model/log/operations';
import { pageToken } from '@portal/delivery-model/page/page-token';
import {
  type Canary,
  EMPTY_STATE,
  type EnvironmentState,
  partsOf,
} from '@portal/delivery-model/state';
import type { ReleaseContext } from '../context.ts';
import { entriesInForceSince } from '../log/history.ts';

/** A tab can report for as long as this after its release was replaced. */
const LATELY_MS = 24 * 60 * 60 * 1000;
/** A log that grows faster than this loses late reports, not the present ones. */
const MOST_ENTRIES = 200;
/** How old what is known may be, for releases that are known and for others. */
const KNOWN_FOR_MS = 5_000;
const UNKNOWN_FOR_MS = 1_000;

export type LiveCohort = 'stable' | 'canary';
type Context = Pick<ReleaseContext, 'db' | 'clock'>;

/** A canary of now. */
export type RunningCanary = {
  readonly part: string;
  readonly version: string;
  /** Undefined where the other browsers have no such remote. */
  readonly stable: string | undefined;
  /** When it began, or a day ago. Since then the stable release was the same. */
  readonly since: Date;
  /** The steps that are left; undefined of a canary that does not grow by itself. */
  readonly growth: Canary['growth'];
};

/** The canaries of parts that are not switched off. */
export async function runningCanaries(context: Context): Promise<RunningCanary[]> {
  const { dayAgo, entries } = await recentEntries(context);
  const [last] = entries;
  return partsOf(last?.state ?? EMPTY_STATE).flatMap(([part, live]) => {
    const { canary, stable, killed } = live;
    if (!canary || killed) return [];
    const other = entries.findIndex(({ state }) => {
      const earlier = livePart(state, part);
      return earlier?.canary?.version !== canary.version || earlier.stable !== stable;
    });
    const first = other === -1 ? undefined : entries[other - 1];
    const since = first ? new Date(Math.max(Date.parse(first.at), dayAgo.getTime())) : dayAgo;
    const { version, growth } = canary;
    return [{ part, version, stable, since, growth }];
  });
}

/**
 * Which releases are live or were so within a day, and as what. Reports of others are not counted, so
 * that nobody can fill the database with names.
 */
export function recentReleases(context: Context) {
  let known: ReadonlyMap<string, LiveCohort> = new Map();
  let pages: ReadonlySet<string> = new Set();
  let pagesOfEntry: ReadonlyMap<number, readonly string[]> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const now = context.clock.now().getTime();
    const { entries } = await recentEntries(context);
    const found = new Map<string, LiveCohort>();
    const shown = new Map<number, readonly string[]>();
    // From the oldest on, so that what a release was last counts.
    for (const { seq, state } of entries.toReversed()) {
      const pagesOf = pagesOfEntry.get(seq) ?? pagesOfState(state);
      shown.set(seq, pagesOf);
      for (const [part, { stable, canary }] of partsOf(state)) {
        if (stable) found.set(keyOf(part, stable), 'stable');
        if (canary) found.set(keyOf(part, canary.version), 'canary');
      }
    }
    known = found;
    pagesOfEntry = shown;
    pages = new Set([...shown.values()].flat());
    readAt = now;
  }

  return {
    /** Whether the page with this token has the release, as far as `cohortOf` has read. */
    isOnPage: (token: string | undefined, part: string, version: string): boolean =>
      pages.has(`${token} ${keyOf(part, version)}`),
    /** Undefined for a release that was not live lately. */
    async cohortOf(part: string, version: string): Promise<LiveCohort | undefined> {
      const limit = known.has(keyOf(part, version)) ? KNOWN_FOR_MS : UNKNOWN_FOR_MS;
      if (context.clock.now().getTime() - readAt >= limit) {
        reading ??= read().finally(() => {
          reading = undefined;
        });
        await reading;
      }
      return known.get(keyOf(part, version));
    },
  };
}

/** The pages of a state, each with each of its releases: `<token> <part> <version>`. */
const pagesOfState = (state: EnvironmentState): readonly string[] =>
  variantsOf(state).flatMap(({ variant: { shell, remotes } }) => {
    const on = Object.entries(remotes).flatMap(([name, { version, killed }]) =>
      killed ? [] : [[name, version] as const],
    );
    const token = pageToken(shell?.version ?? '', Object.fromEntries(on));
    const parts = [...on, ...(shell ? [['shell', shell.version] as const] : [])];
    return parts.map(([part, version]) => `${token} ${keyOf(part, version)}`);
  });

async function recentEntries({ db, clock }: Context) {
  const dayAgo = new Date(clock.now().getTime() - LATELY_MS);
  return { dayAgo, entries: await entriesInForceSince(db, dayAgo, MOST_ENTRIES) };
}

const keyOf = (part: string, version: string) => `${part} ${version}`;
