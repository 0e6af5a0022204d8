import { openTestDatabase } from '@portal/server-testing';
import { createTestClock } from '@portal/server-testing/clock';
import { DATABASES } from '@portal/server-testing/databases';
import { createSharedDatabase, type SharedDatabase } from '@portal/server-testing/shared-postgres';
import { openDatabase } from '../database/open-database.ts';
import { callCounts, callCountsData } from '../database/schema/platform.ts';
import { deleteEnded } from '../database/tables.ts';
import { createCallCounts } from './call-counts.ts';

const LIMIT = { name: 'test', limit: 600, windowMs: 60_000 };
const CALLS = 3_000;

describe('three replicas on one database', () => {
  let shared: SharedDatabase;
  beforeAll(async () => {
    shared = await createSharedDatabase('migrated');
  });
  afterAll(() => shared.drop());

  /** The call `index` goes to the replica `routed(index)`; a hundred at a time, as callers wait. */
  async function allowed(subject: string, routed: (index: number) => number): Promise<number> {
    const clock = createTestClock();
    const handles = await Promise.all(
      Array.from({ length: 3 }, () => openDatabase({ kind: 'postgres', url: shared.url })),
    );
    const replicas = handles.map(({ db }) => createCallCounts({ db, clock }));
    let count = 0;
    for (let from = 0; from < CALLS; from += 100) {
      const some = Array.from({ length: 100 }, (_, index) =>
        replicas[routed(from + index) % 3]?.count(LIMIT, subject),
      );
      for (const verdict of await Promise.all(some)) if (verdict?.allowed) count += 1;
    }
    await Promise.all(handles.map((handle) => handle.close()));
    return count;
  }

  // @proves 9.70
  test.each([
    ['in turns', (index: number) => index],
    ['mostly at one of them', (index: number) => (index % 20 ? 0 : index)],
    ['first at one, then at another', (index: number) => Math.floor(index / 400)],
    ['by lot', () => Math.floor(Math.random() * 3)],
  ])('allow a caller the limit, within a tenth, when calls arrive %s', async (name, routed) => {
    const count = await allowed(name, routed);
    expect(count).toBeGreaterThanOrEqual(LIMIT.limit * 0.9);
    expect(count).toBeLessThanOrEqual(LIMIT.limit * 1.1);
  });
});

describe.each(DATABASES)('one replica on %s', (database) => {
  // @proves 9.70
  test('writes nothing for a caller with few calls, and counts a busy one exactly', async () => {
    const handle = await openTestDatabase(database);
    const clock = createTestClock();
    const context = { db: handle.db, clock };
    const counts = createCallCounts(context);
    for (let call = 0; call < 20; call += 1) await counts.count(LIMIT, 'calm');
    expect(await handle.db.select().from(callCounts)).toEqual([]);

    const busy = () => Promise.all(Array.from({ length: 700 }, () => counts.count(LIMIT, 'busy')));
    const verdicts = await busy();
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(600);
    expect(verdicts.at(-1)).toEqual({ allowed: false, retryAfter: 60 });
    clock.advance(60_000);
    expect((await busy()).filter(({ allowed }) => allowed)).toHaveLength(600);

    clock.advance(60_000);
    await deleteEnded(context, [callCountsData]);
    expect(await handle.db.select().from(callCounts)).toEqual([]);
    await handle.close();
  });
});
