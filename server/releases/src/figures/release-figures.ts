import type { Loads } from '@portal/delivery-model/canary-verdict';
import { queryRows } from '@portal/server-platform/database/database';
import type { ReleaseFigures } from '@portal/shared-contract';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { ReleaseContext } from '../context.ts';
import { releaseFigures } from '../schema/release-figures.ts';
import type { RunningCanary } from './recent-releases.ts';
import { noCounts, quantileOf } from './time-ranges.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const KEEP_MS = 30 * DAY_MS;
const THREE_OF_FOUR = 0.75;

type Context = Pick<ReleaseContext, 'db' | 'clock'>;

/** The figures of each release and cohort, of the last minutes. */
export async function readFigures(
  { db, clock }: Context,
  minutes: number,
): Promise<ReleaseFigures[]> {
  const since = new Date(clock.now().getTime() - minutes * MINUTE_MS);
  const { part, version, cohort, stage, code, count } = releaseFigures;
  const inTime = gte(releaseFigures.minute, since);
  const counts = await db
    .select({ part, version, cohort, stage, code, total: sql<number>`sum(${count})::float8` })
    .from(releaseFigures)
    .where(inTime)
    .groupBy(part, version, cohort, stage, code)
    .orderBy(part, version, cohort);
  const times = await queryRows<{ release: string; range: number; total: number }>(
    db,
    sql`select part || ' ' || version || ' ' || cohort as release, range::int as range,
        sum(number)::float8 as total
      from ${releaseFigures}, unnest(${releaseFigures.rangeCounts}) with ordinality as range_of(number, range)
      where ${inTime} and stage = 'shown' group by 1, 2`,
  );
  const byRelease = Map.groupBy(counts, (row) => `${row.part} ${row.version} ${row.cohort}`);
  return [...byRelease].flatMap(([release, rows]) => {
    const [first] = rows;
    if (!first) return [];
    const shown = rows.find((row) => row.stage === 'shown')?.total ?? 0;
    const failed = rows.filter((row) => row.stage === 'failed');
    const failures = failed.reduce((sum, { total }) => sum + total, 0);
    const rangeCounts = noCounts();
    for (const { release: of, range, total } of times)
      if (of === release) rangeCounts[range - 1] = total;
    return [
      {
        part: first.part,
        version: first.version,
        cohort: first.cohort,
        loads: shown + failures,
        failures,
        codes: Object.fromEntries(failed.map((row) => [row.code, row.total])),
        p75: quantileOf(rangeCounts, THREE_OF_FOUR),
      },
    ];
  });
}

/** What decides about a canary: its loads and those of the stable release since it began, and its own in its present step. */
export async function readArms(
  { db }: Pick<Context, 'db'>,
  { part, version, stable, since, growth }: RunningCanary,
): Promise<{ readonly stable: Loads; readonly canary: Loads; readonly ofStep: Loads }> {
  const { cohort, stage, minute, judged } = releaseFigures;
  const columns = { version: releaseFigures.version, cohort, stage, minute };
  const rows = await db
    .select({ ...columns, total: sql<number>`sum(${judged})::float8` })
    .from(releaseFigures)
    .where(
      and(
        eq(releaseFigures.part, part),
        // From the first whole minute on, since an earlier try of the same release does not count.
        gte(minute, since),
      ),
    )
    .groupBy(...Object.values(columns));
  const loadsOf = (own: typeof rows): Loads => {
    const totalOf = (of: string) =>
      own.reduce((sum, row) => sum + (row.stage === of ? row.total : 0), 0);
    return { loads: totalOf('shown') + totalOf('failed'), failures: totalOf('failed') };
  };
  const rowsOf = (release: string | undefined, as: 'stable' | 'canary') =>
    rows.filter((row) => row.version === release && row.cohort === as);
  const ofCanary = rowsOf(version, 'canary');
  const stepBegan = Date.parse(growth?.since ?? '');
  return {
    stable: loadsOf(rowsOf(stable, 'stable')),
    canary: loadsOf(ofCanary),
    ofStep: loadsOf(ofCanary.filter((row) => row.minute.getTime() >= stepBegan)),
  };
}

/** Removes the counts that are older than 30 days. */
export async function purgeFigures({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - KEEP_MS);
  await db.delete(releaseFigures).where(lt(releaseFigures.minute, oldest));
}
