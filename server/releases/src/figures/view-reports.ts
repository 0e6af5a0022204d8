import { documentKey } from '@portal/delivery-model/document';
import { openStore } from '@portal/delivery-model/store/open-store';
import { countHit } from '@portal/server-platform/limits/rate-limits';
import { VITALS, type ViewReport } from '@portal/shared-contract';
import { sql } from 'drizzle-orm';
import type { ReleaseContext } from '../context.ts';
import { readDocument } from '../log/publish.ts';
import { createReleaseCopies } from '../log/release-copies.ts';
import { releaseVitals } from '../schema/release-vitals.ts';
import { createCountedRows } from './counted-rows.ts';
import { noCounts, oneIn, sumOfCounts } from './ranges.ts';
import type { RecentReleases } from './recent-releases.ts';
import type { ReportSender } from './reports.ts';
import { VITAL_RANGES } from './vital-ranges.ts';
import { wideNetworkOf } from './wide-network.ts';

export const PERIOD_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Releases whose routes are remembered. */
const MOST_KNOWN = 200;

type Row = Omit<typeof releaseVitals.$inferSelect, 'counts' | 'judged'> & {
  readonly counts: number[];
  readonly judged: number[];
};
type Context = Pick<ReleaseContext, 'config' | 'db' | 'clock'>;

/** Counts how fast pages were, in this process; `flush` adds the counts to the database. */
export function createViewReports(context: Context, releases: RecentReleases) {
  const { config, db, clock } = context;
  const { environment } = config.releases;
  const routesOf = knownRoutes(context);
  const rows = createCountedRows<Row>({
    keyOf: ({ period, part, version, cohort, route, visit, figure }) =>
      JSON.stringify([period, part, version, cohort, route, visit, figure]),
    sum: (one, other) => ({
      ...one,
      counts: sumOfCounts(one.counts, other.counts),
      judged: sumOfCounts(one.judged, other.judged),
    }),
    insert: (some) => addRows(db, some),
  });

  return {
    /** Counts reports of releases that were live lately, at routes that these have, and drops others. */
    async count(
      reports: readonly ViewReport[],
      { network, page }: Pick<ReportSender, 'network' | 'page'>,
    ): Promise<void> {
      const period = new Date(Math.floor(clock.now().getTime() / PERIOD_MS) * PERIOD_MS);
      for (const report of reports) {
        const { remote: part, version, route, visit } = report;
        const cohort = await releases.cohortOf(part, version);
        if (!cohort) continue;
        if (route !== undefined && !(await routesOf(part, version)).has(route)) continue;
        // Without a canary there is nothing to decide, and no network to remember.
        const decides =
          releases.hasCanary(part) &&
          releases.isOnPage(page, part, version) &&
          (await isFirstOfNetwork(report, network));
        for (const figure of VITALS) {
          const value = report[figure];
          if (value === undefined) continue;
          const ranges = VITAL_RANGES[figure];
          const counts = oneIn(ranges, value);
          rows.add({
            environment,
            period,
            part,
            version,
            cohort,
            route: route ?? '',
            visit,
            figure,
            counts,
            judged: decides ? counts : noCounts(ranges),
          });
        }
      }
    },
    flush: rows.flush,
  };

  /** So that whoever wants to end a canary, or to keep a slow one, needs as many networks as views. */
  async function isFirstOfNetwork(
    { remote, version, visit }: ViewReport,
    network: string,
  ): Promise<boolean> {
    const rule = { name: `release-view ${remote} ${version} ${visit}`, limit: 1, windowMs: DAY_MS };
    return (await countHit(context, rule, wideNetworkOf(network))).allowed;
  }
}

/** The paths of a release's rows, as its document names them; none while that cannot be read. */
function knownRoutes(context: Context) {
  const copies = createReleaseCopies(context, openStore(context.config.releases.store));
  const known = new Map<string, ReadonlySet<string>>();
  return async (part: string, version: string): Promise<ReadonlySet<string>> => {
    const key = documentKey(part, version);
    const routes = known.get(key);
    if (routes) return routes;
    const document = await readDocument(copies, part, version).catch(() => undefined);
    if (!document) return new Set();
    const read = new Set(Object.keys(document.rows));
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, read);
    return read;
  };
}

async function addRows(db: Context['db'], rows: readonly Row[]): Promise<void> {
  const { environment, period, part, version, cohort, route, visit, figure } = releaseVitals;
  const added = (column: typeof releaseVitals.counts | typeof releaseVitals.judged, name: string) =>
    sql`array(select a + b
      from unnest(${column}, ${sql.raw(`excluded.${name}`)}) with ordinality as both_of(a, b, n)
      order by n)`;
  await db
    .insert(releaseVitals)
    .values([...rows])
    .onConflictDoUpdate({
      target: [environment, period, part, version, cohort, route, visit, figure],
      set: {
        counts: added(releaseVitals.counts, 'counts'),
        judged: added(releaseVitals.judged, 'judged'),
      },
    });
}
