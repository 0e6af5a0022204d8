import { judgeCanary, type Loads, type Verdict } from '@portal/delivery-model/canary-verdict';
import { nextStepAt } from '@portal/delivery-model/log/growth';
import { livePart, type Operation } from '@portal/delivery-model/log/operations';
import { PORTAL } from '@portal/delivery-model/log/teams';
import {
  type Canary,
  EMPTY_STATE,
  type EnvironmentState,
  type LivePart,
  partsOf,
} from '@portal/delivery-model/state';
import { countHits, type Hit } from '@portal/server-platform/limits/rate-limits';
import type { StageReport } from '@portal/shared-contract';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { Counter, type Registry } from 'prom-client';
import type { ReleaseContext, ReleaseReports } from '../context.ts';
import { createReleaseDocuments, type ReleaseDocuments } from '../log/documents.ts';
import { entriesInForceSince, lastEntry } from '../log/history.ts';
import { appendEntry } from '../log/release-log.ts';
import { releaseLoads } from '../schema/release-loads.ts';

const EVERY_MS = 10_000;
/** How often a canary that grows by itself is loaded at each share, at least. */
const LOADS_OF_STEP = 200;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Of a history that grows faster than this the oldest entries of the day do not count. */
const MOST_ENTRIES = 200;

const ITSELF = { team: PORTAL, token: PORTAL };

type Context = Pick<ReleaseContext, 'db' | 'clock'>;

type JudgedCanary = RunningCanary & {
  readonly verdict: Verdict;
  readonly step: number | undefined;
};

export async function judgeCanaries(context: Context): Promise<JudgedCanary[]> {
  const now = context.clock.now().getTime();
  const running = await runningCanaries(context, new Date(now - DAY_MS));
  return Promise.all(
    running.map(async (canary) => {
      const { stable, canary: own, ofStep } = await loadsBeside(context, canary);
      const verdict = judgeCanary(stable, own);
      return { ...canary, verdict, step: stepOf(canary.growth, verdict, ofStep.loads, now) };
    }),
  );
}

async function runningCanaries({ db }: Context, dayAgo: Date): Promise<RunningCanary[]> {
  const entries = await entriesInForceSince(db, dayAgo, MOST_ENTRIES);
  return partsOf(entries[0]?.state ?? EMPTY_STATE).flatMap(([part, live]) => {
    const { canary, stable, killed } = live;
    if (!canary || killed) return [];
    const other = entries.findIndex(({ state }) => {
      const earlier = livePart(state, part);
      return earlier?.canary?.version !== canary.version || earlier.stable !== stable;
    });
    const began = other === -1 ? 0 : Date.parse(entries[other - 1]?.at ?? '');
    const since = new Date(Math.max(began, dayAgo.getTime()));
    return [{ part, version: canary.version, stable, since, growth: canary.growth }];
  });
}

function stepOf(growth: Canary['growth'], { mayGrow }: Verdict, loads: number, now: number) {
  const isDue = growth && now >= Date.parse(nextStepAt(growth)) && loads >= LOADS_OF_STEP;
  return isDue && mayGrow ? growth.shares[0] : undefined;
}

/**
 * Ends each canary of which too many loads fail, and takes the next step of each other one that is due, was loaded often
 * enough and may grow. Any number of servers may do this at once: the operation names the canary and the step, so that the
 * history refuses all but the first.
 */
export async function lookAtCanaries(
  context: Context & Pick<ReleaseContext, 'config' | 'log'>,
  documents: ReleaseDocuments,
): Promise<void> {
  const { log } = context;
  for (const { part, version, verdict, step } of await judgeCanaries(context)) {
    const of = { part, canary: version, reason: verdict.reason };
    const grow = step === undefined ? undefined : ({ type: 'grow', ...of, share: step } as const);
    const operation: Operation | undefined = verdict.rollBack ? { type: 'rollback', ...of } : grow;
    if (!operation) continue;
    const appended = await appendEntry(context, documents, { actor: ITSELF, operation });
    if (!appended.ok) log.warn({ ...of, share: step, refusal: appended.refusals[0] }, 'refused');
    else if (verdict.rollBack) log.error(of, 'rolled a canary back');
    else log.info({ ...of, share: step }, 'a canary has grown');
  }
}

/** Looks at the canaries every ten seconds; returns a function that stops it. */
export function watchCanaries(context: ReleaseContext): () => Promise<void> {
  const documents = createReleaseDocuments(context);
  let looking: Promise<void> | undefined;
  const look = () => {
    looking ??= context.work
      .job('canary-watch', () => lookAtCanaries(context, documents))
      .finally(() => {
        looking = undefined;
      });
  };
  const timer = setInterval(look, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** How old what is known of the history may be. */
const KNOWN_FOR_MS = 1_000;
/**
 * How many pages of one release that came up a network adds in an hour to what decides about a canary, and how many
 * that failed in a day. Of a failing canary every household behind a network of many tells the same, and a
 * forger needs as many networks as a canary needs failures (`LEAST_FAILURES`).
 */
const SHOWN_OF_NETWORK = { limit: 2, windowMs: HOUR_MS };
const FAILED_OF_NETWORK = { limit: 1, windowMs: DAY_MS };

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

export function createReleaseReports(context: Context, registry: Registry): ReleaseReports {
  const counted = new Counter({
    name: 'portal_release_reports_total',
    help: 'Reports of browsers that this process counted, by part, cohort and stage',
    labelNames: ['part', 'cohort', 'stage'],
    registers: [registry],
  });
  const stateOfNow = recentState(context);

  return {
    async count(reports, network) {
      const state = await stateOfNow();
      const outcomes = new Map<string, StageReport>();
      for (const report of reports) {
        const { remote: part, version, stage } = report;
        const live = livePart(state, part);
        const known = cohortOf(live, version);
        if (!known) continue;
        const cohort = report.cohort ?? known;
        counted.inc({ part, cohort, stage });
        const isOutcome = stage === 'shown' || stage === 'failed';
        const isTried = live?.canary && !live.killed && version !== live.previous;
        const key = `${part} ${version}`;
        if (isOutcome && isTried && cohort !== 'fallback' && !outcomes.has(key)) {
          outcomes.set(key, report);
        }
      }
      await addLoads(context, outcomes, network);
    },
  };
}

/** Undefined for a release that is neither live nor the one before. */
function cohortOf(live: LivePart | undefined, version: string): 'stable' | 'canary' | undefined {
  if (live?.canary?.version === version) return 'canary';
  return live?.stable === version || live?.previous === version ? 'stable' : undefined;
}

function recentState({ db, clock }: Context): () => Promise<EnvironmentState> {
  let readAt = Number.NEGATIVE_INFINITY;
  let state: Promise<EnvironmentState>;
  return () => {
    const now = clock.now().getTime();
    if (now - readAt >= KNOWN_FOR_MS) {
      readAt = now;
      state = lastEntry(db).then((entry) => entry?.state ?? EMPTY_STATE);
    }
    return state;
  };
}

/** Adds the outcome of each release, if the network has any left, to the counts of this minute. */
async function addLoads(
  context: Context,
  outcomes: ReadonlyMap<string, StageReport>,
  network: string,
): Promise<void> {
  if (outcomes.size === 0) return;
  // In one order, so that two servers do not wait for each other in a circle.
  const sorted = [...outcomes].sort(([a], [b]) => (a < b ? -1 : 1));
  const hits = sorted.map(([key, { stage }]): Hit => {
    const limit = stage === 'failed' ? FAILED_OF_NETWORK : SHOWN_OF_NETWORK;
    return [{ name: `release-${stage} ${key}`, ...limit }, wideNetworkOf(network)];
  });
  const verdicts = await countHits(context, hits);
  const minute = new Date(Math.floor(context.clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
  const rows = sorted
    .filter((_, index) => verdicts[index]?.allowed)
    .map(([, { remote: part, version, stage }]) => ({
      part,
      version,
      minute,
      loads: 1,
      failures: stage === 'failed' ? 1 : 0,
    }));
  if (rows.length === 0) return;
  const { loads, failures } = releaseLoads;
  await context.db
    .insert(releaseLoads)
    .values(rows)
    .onConflictDoUpdate({
      target: [releaseLoads.part, releaseLoads.version, releaseLoads.minute],
      set: {
        loads: sql`${loads} + excluded.loads`,
        failures: sql`${failures} + excluded.failures`,
      },
    });
}

/** Whoever has an IPv6 address often has a /48 of them. */
const wideNetworkOf = (network: string): string =>
  network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network;

/** What decides about a canary: its loads and those of the stable release since it began, and its own in its present step. */
export async function loadsBeside(
  { db }: Pick<Context, 'db'>,
  { part, version, stable, since, growth }: RunningCanary,
): Promise<{ readonly stable: Loads; readonly canary: Loads; readonly ofStep: Loads }> {
  const rows = await db
    .select()
    .from(releaseLoads)
    // From the first whole minute on, since an earlier try of the same release does not count.
    .where(and(eq(releaseLoads.part, part), gte(releaseLoads.minute, since)));
  const sumOf = (own: typeof rows): Loads => ({
    loads: own.reduce((sum, { loads }) => sum + loads, 0),
    failures: own.reduce((sum, { failures }) => sum + failures, 0),
  });
  const ofCanary = rows.filter((row) => row.version === version);
  const stepBegan = Date.parse(growth?.since ?? '');
  return {
    stable: sumOf(rows.filter((row) => row.version === stable)),
    canary: sumOf(ofCanary),
    ofStep: sumOf(ofCanary.filter(({ minute }) => minute.getTime() >= stepBegan)),
  };
}

/** Removes the counts that are older than two days, which decide about nothing. */
export async function purgeLoads({ db, clock }: Context): Promise<void> {
  const oldest = new Date(clock.now().getTime() - 2 * DAY_MS);
  await db.delete(releaseLoads).where(lt(releaseLoads.minute, oldest));
}
