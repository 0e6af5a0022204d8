import { type LivePart, partsOf } from '@portal/delivery-model/state';
import type { ReleaseFigures, Visit, Vital } from '@portal/shared-contract';
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { ReleaseContext } from '../context.ts';
import { lastEntry } from '../log/log-storage.ts';
import { releaseVitals } from '../schema/release-vitals.ts';
import { noCounts, sumOfCounts, totalOf } from './ranges.ts';
import type { RunningCanary } from './recent-releases.ts';
import { VITAL_RANGES } from './vital-ranges.ts';
import { changeOf, DECIDING, p75Of, type Views, type VitalArms } from './vitals-verdict.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** As long as the figures of loads. */
const KEEP_MS = 30 * DAY_MS;
/** What a release is compared with: the week before it became live. */
const BEFORE_MS = 7 * DAY_MS;

type Context = Pick<ReleaseContext, 'config' | 'db' | 'clock'>;
type Cohort = (typeof releaseVitals.$inferSelect)['cohort'];

/** The p75 of a figure at one route of one release, of the last day. */
export type RouteVital = {
  readonly part: string;
  readonly version: string;
  readonly cohort: Cohort;
  readonly route: string;
  readonly visit: Visit;
  readonly figure: Vital;
  readonly views: number;
  readonly p75: number;
};

/** How fast the releases of the last day are, by route and kind of visit. */
export async function readRouteVitals(context: Context): Promise<RouteVital[]> {
  const { part, version, cohort, route, visit, figure } = releaseVitals;
  const since = new Date(context.clock.now().getTime() - DAY_MS);
  const rows = await readSums(
    context,
    { part, version, cohort, route, visit, figure },
    releaseVitals.counts,
    gte(releaseVitals.period, since),
  );
  return rows.map(({ counts, ...of }) => ({
    ...of,
    views: totalOf(counts),
    p75: p75Of(of.figure, counts) ?? 0,
  }));
}

/** The p75 of each figure of each release in the last minutes, over all routes and visits. */
export async function readVitals(
  context: Context,
  minutes: number,
): Promise<ReadonlyMap<string, NonNullable<ReleaseFigures['vitals']>>> {
  const { part, version, cohort, figure } = releaseVitals;
  const since = new Date(context.clock.now().getTime() - minutes * 60_000);
  const rows = await readSums(
    context,
    { part, version, cohort, figure },
    releaseVitals.counts,
    gte(releaseVitals.period, since),
  );
  const byRelease = Map.groupBy(rows, (row) => `${row.part} ${row.version} ${row.cohort}`);
  return new Map(
    [...byRelease].map(([release, figures]) => [
      release,
      Object.fromEntries(
        figures.map(({ figure, counts }) => [
          figure,
          { views: totalOf(counts), p75: p75Of(figure, counts) ?? 0 },
        ]),
      ),
    ]),
  );
}

/** By how much a figure of what is live differs from that of what was live before: 0.1 is a tenth worse. */
export type VitalChange = {
  readonly part: string;
  readonly version: string;
  readonly visit: Visit;
  readonly figure: Vital;
  readonly change: number;
};

/** Compares the last day of each live release with the week before it, where there are views enough of both. */
export async function readVitalChanges(context: Context): Promise<VitalChange[]> {
  const entry = await lastEntry(context.db, context.config.releases.environment);
  const parts = entry ? partsOf(entry.entry.state) : [];
  const changes = await Promise.all(parts.map(([part, live]) => changesOf(context, part, live)));
  return changes.flat();
}

async function changesOf(context: Context, part: string, live: LivePart): Promise<VitalChange[]> {
  const now = context.clock.now().getTime();
  const began = Date.parse(live.since);
  const { version, visit, figure, period, cohort } = releaseVitals;
  const ofStable = and(eq(releaseVitals.part, part), eq(cohort, 'stable'));
  const [before, after] = await Promise.all([
    readSums(
      context,
      { visit, figure },
      releaseVitals.counts,
      and(
        ofStable,
        sql`${version} <> ${live.stable}`,
        gte(period, new Date(began - BEFORE_MS)),
        lt(period, new Date(began)),
      ),
    ),
    readSums(
      context,
      { visit, figure },
      releaseVitals.counts,
      and(ofStable, eq(version, live.stable), gte(period, new Date(Math.max(began, now - DAY_MS)))),
    ),
  ]);
  return after.flatMap((row) => {
    const other = before.find((one) => one.visit === row.visit && one.figure === row.figure);
    const change = other && changeOf(row.figure, other.counts, row.counts);
    if (change === undefined) return [];
    return [{ part, version: live.stable, visit: row.visit, figure: row.figure, change }];
  });
}

/** What decides about a canary: its views, and those of the stable release, since its first whole period. */
export async function readVitalArms(
  context: Context,
  { part, version, stable, since }: RunningCanary,
): Promise<VitalArms[]> {
  const rows = await readSums(
    context,
    {
      version: releaseVitals.version,
      cohort: releaseVitals.cohort,
      period: releaseVitals.period,
      visit: releaseVitals.visit,
      figure: releaseVitals.figure,
    },
    releaseVitals.judged,
    and(eq(releaseVitals.part, part), gte(releaseVitals.period, since)),
  );
  const groups = Map.groupBy(rows, ({ visit, figure }) => `${visit} ${figure}`);
  return [...groups.values()].flatMap((group): VitalArms[] => {
    const [first] = group;
    if (!first || !DECIDING.includes(first.figure)) return [];
    const { visit, figure } = first;
    const of = (release: string, as: Cohort): Views[] =>
      group
        .filter((row) => row.version === release && row.cohort === as)
        .sort((a, b) => b.period.getTime() - a.period.getTime())
        .map(({ counts }) => counts);
    const none = noCounts(VITAL_RANGES[figure]);
    const ofStable = of(stable, 'stable').reduce((sum, one) => sumOfCounts(sum, one), none);
    return [{ figure, visit, stable: ofStable, canary: of(version, 'canary') }];
  });
}

/** Removes counts older than 30 days. */
export async function purgeVitals({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_MS);
  await db.delete(releaseVitals).where(lt(releaseVitals.period, before));
}

type Columns = typeof releaseVitals._.columns;

/** The counts of an environment, added up by these columns. */
async function readSums<Key extends keyof Columns>(
  { db, config }: Context,
  by: Pick<Columns, Key>,
  counts: typeof releaseVitals.counts | typeof releaseVitals.judged,
  where: SQL | undefined,
) {
  const places = Object.values(VITAL_RANGES)[0] as readonly number[];
  const sums = noCounts(places).map((_, index) => sql`sum(${counts}[${sql.raw(`${index + 1}`)}])`);
  const columns: Columns[Key][] = Object.values(by);
  const rows = await db
    .select({
      ...(by as Columns),
      counts: sql<number[]>`json_build_array(${sql.join(sums, sql`, `)})`,
    })
    .from(releaseVitals)
    .where(and(eq(releaseVitals.environment, config.releases.environment), where))
    .groupBy(...columns)
    .orderBy(...columns);
  return rows as (Pick<typeof releaseVitals.$inferSelect, Key> & { counts: number[] })[];
}
