import { startPostgres } from '@portal/server-testing/postgres';
import { explainHotQueries, fillDatabase } from '@portal/server-testing/scale';

const NOTIFICATIONS_OF_EACH = 10;
/** A small table is best read from end to end. */
const FEW_PAGES = 60;

/** The plans of the server's queries in a database of a million members. @param isWhole prints whole plans */
export async function benchScale(members: number, isWhole: boolean): Promise<void> {
  const counts = { members, notifications: members * NOTIFICATIONS_OF_EACH };
  console.log(`\nDatabase: ${members} members, ${counts.notifications} notifications`);
  const postgres = await startPostgres({ durable: true });
  try {
    const url = await postgres.createDatabase();
    await fillDatabase(url, counts, (statement, ms) =>
      console.log(`${statement.padEnd(34)}${(ms / 1000).toFixed(1)} s`),
    );
    for (const { name, plans } of await explainHotQueries(url)) {
      for (const plan of plans) {
        console.log(`${name.padEnd(34)}${summaryOf(plan)}`);
        if (isWhole) console.log(plan);
      }
    }
  } finally {
    await postgres.stop();
  }
}

/** Time, pages of 8 KB, and which tables were read from end to end. */
function summaryOf(plan: string): string {
  const ms = Number(/^duration: ([\d.]+)/.exec(plan)?.[1]);
  const [, hit = '0', read = '0'] =
    /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  const pages = Number(hit) + Number(read);
  const scans = pages > FEW_PAGES ? plan.matchAll(/Seq Scan on (\w+)/g) : [];
  const scanned = [...scans].map(([, table]) => table);
  return `${ms.toFixed(2)} ms, ${pages} pages${scanned.length ? `, reads all of ${[...new Set(scanned)].join(', ')}` : ''}`;
}
