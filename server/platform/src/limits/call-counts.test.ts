import { openTestDatabase } from '@portal/server-testing';
import { createTestClock } from '@portal/server-testing/clock';
import { callCounts, callCountsData } from '../database/schema/platform.ts';
import { deleteEnded } from '../database/tables.ts';
import { createCallCounts } from './call-counts.ts';

const LIMIT = { name: 'test', limit: 600, windowMs: 60_000 };

// @proves 9.70
test('writes nothing for a caller with few calls, and counts a busy one exactly', async () => {
  const handle = await openTestDatabase();
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
