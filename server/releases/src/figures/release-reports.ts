import { countHits, type Hit, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import type { StageReport } from '@portal/shared-contract';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { ReleaseContext } from '../context.ts';
import { releaseFigures } from '../schema/release-figures.ts';
import { createCountedRows } from './counted-rows.ts';
import { recentReleases } from './recent-releases.ts';
import type { ReleaseReports } from './reports.ts';
import { noCounts, oneIn, sumOfCounts } from './time-ranges.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FLUSH_EVERY_MS = 5_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * How many pages of one release that came up a network adds in an hour to what decides about a canary, and how many
 * that failed in a day. Of a failing canary every household behind a network of many tells the same, and a
 * forger needs as many networks as a canary needs failures (`LEAST_FAILURES`).
 */
const SHOWN_OF_NETWORK = { limit: 2, windowMs: HOUR_MS };
const FAILED_OF_NETWORK = { limit: 1, windowMs: DAY_MS };

type Row = Omit<typeof releaseFigures.$inferSelect, 'rangeCounts'> & {
  readonly rangeCounts: number[];
};

type Context = Pick<ReleaseContext, 'config' | 'db' | 'clock'> & { readonly log: Logger };

/** Creates the counts of this process. */
export function createReleaseReports(context: Context, registry: Registry): ReleaseReports {
  const { db, clock } = context;
  const releases = recentReleases(context);
  const counted = new Counter({
    name: 'portal_release_reports_total',
    help: 'Reports of browsers that this process counted, by part, cohort and stage',
    labelNames: ['part', 'cohort', 'stage'],
    registers: [registry],
  });
  const pages = new Counter({
    name: 'portal_browser_pages_total',
    help: 'Pages of browsers that this process counted, by engine, its major version and outcome',
    labelNames: ['engine', 'version', 'outcome'],
    registers: [registry],
  });
  const rows = createCountedRows<Row>({
    keyOf: ({ minute, part, version, cohort, stage, code }) =>
      JSON.stringify([minute, part, version, cohort, stage, code]),
    sum: (one, other) => ({
      ...one,
      count: one.count + other.count,
      judged: one.judged + other.judged,
      rangeCounts: sumOfCounts(one.rangeCounts, other.rangeCounts),
    }),
    insert: (some) => addRows(db, some),
  });

  return {
    async count(reports, { network, page, browser }) {
      const minute = new Date(Math.floor(clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
      const known = [];
      for (const report of reports) {
        const live = await releases.cohortOf(report.remote, report.version);
        if (live) known.push({ report, cohort: report.cohort ?? live });
      }
      const judged = await judgedOf(
        context,
        known.flatMap(({ report }) =>
          releases.isOnPage(page, report.remote, report.version) ? [report] : [],
        ),
        network,
      );
      for (const { report, cohort } of known) {
        const { remote: part, version, stage } = report;
        counted.inc({ part, cohort, stage });
        const outcome = outcomeOf(report);
        if (outcome) pages.inc({ ...browser, outcome });
        if (stage === 'too-old') continue;
        const rangeCounts = 'milliseconds' in report ? oneIn(report.milliseconds) : noCounts();
        rows.add({
          minute,
          part,
          version,
          cohort,
          stage,
          code: 'code' in report ? report.code : '',
          count: 1,
          judged: judged.has(report) ? 1 : 0,
          rangeCounts,
        });
      }
    },
    flush: rows.flush,
  };
}

/** A page starts once, with the shell; each part of it can fail. */
function outcomeOf({ remote, stage }: StageReport): 'started' | 'failed' | 'too_old' | undefined {
  if (stage === 'too-old') return 'too_old';
  if (stage === 'failed') return stage;
  return remote === 'shell' && stage === 'shown' ? 'started' : undefined;
}

/** Adds the counts to the database every few seconds; returns a function that does so a last time. */
export function startFlushing(context: Pick<ReleaseContext, 'log' | 'releaseReports'>) {
  const { log, releaseReports } = context;
  const flush = () =>
    releaseReports
      .flush()
      .catch((err) => log.warn({ err }, 'could not store the reports of releases'));
  const timer = setInterval(flush, FLUSH_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await flush();
  };
}

/** The first outcome of each release among the reports, if the network has any left. */
async function judgedOf(
  context: Pick<ReleaseContext, 'db' | 'clock'>,
  reports: readonly StageReport[],
  network: string,
): Promise<ReadonlySet<StageReport>> {
  const outcomes = new Map<string, StageReport>();
  for (const report of reports) {
    const key = `${report.remote} ${report.version}`;
    if (isOutcome(report) && !outcomes.has(key)) outcomes.set(key, report);
  }
  const sorted = [...outcomes].sort(([a], [b]) => (a < b ? -1 : 1));
  if (sorted.length === 0) return new Set();
  const hits = sorted.map(
    ([key, { stage }]): Hit => [judgedLimit(key, stage), wideNetworkOf(network)],
  );
  const verdicts = await countHits(context, hits);
  return new Set(sorted.filter((_, index) => verdicts[index]?.allowed).map(([, report]) => report));
}

/** Whoever has an IPv6 address often has a /48 of them. */
const wideNetworkOf = (network: string): string =>
  network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network;

const isOutcome = ({ stage }: StageReport): boolean => stage === 'shown' || stage === 'failed';

const judgedLimit = (release: string, stage: StageReport['stage']): RateLimit => ({
  name: `release-${stage} ${release}`,
  ...(stage === 'failed' ? FAILED_OF_NETWORK : SHOWN_OF_NETWORK),
});

async function addRows(db: Context['db'], rows: readonly Row[]): Promise<void> {
  const { minute, part, version, cohort, stage, code } = releaseFigures;
  await db
    .insert(releaseFigures)
    .values([...rows])
    .onConflictDoUpdate({
      target: [minute, part, version, cohort, stage, code],
      set: {
        count: sql`${releaseFigures.count} + excluded.count`,
        judged: sql`${releaseFigures.judged} + excluded.judged`,
        rangeCounts: sql`array(select a + b
          from unnest(${releaseFigures.rangeCounts}, excluded.range_counts) with ordinality as both_of(a, b, n)
          order by n)`,
      },
    });
}
