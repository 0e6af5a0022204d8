import { EMPTY_STATE } from '../state.ts';
import { type Asked, appendOperation, type Log, type LogStorage } from './append.ts';
import { applyOperation, type Operation } from './operations.ts';
import { memoryLog } from './testing/memory-log.ts';

const actor = { team: 'operator', token: 'root' };
const version = (n: number) => `1.0.${n}+${String(n).padStart(12, '0')}`;
const promote = (part: string, n: number): Operation => ({
  type: 'promote',
  part,
  version: version(n),
  withoutGate: 'A test.',
});

const logOf = (storage: LogStorage, more: Partial<Log> = {}): Log => ({
  storage,
  now: () => new Date('2026-11-22T10:00:00Z'),
  gate: async () => ({ ok: true }),
  ...more,
});

test('an entry says who, when, what, and the whole state after it', async () => {
  const storage = memoryLog();
  const at = '2026-11-22T10:00:00.000Z';
  for (const operation of [promote('shell', 1), promote('account', 2), promote('account', 3)])
    await appendOperation(logOf(storage), { actor, operation });
  // The clock of another server is late.
  const late = logOf(storage, { now: () => new Date('2026-11-22T09:00:00Z') });
  await appendOperation(late, { actor, operation: promote('mypage', 1) });
  expect(storage.entries.map((entry) => entry.at)).toEqual([at, at, at, at]);
  expect(storage.entries[2]).toEqual({
    seq: 3,
    at,
    by: actor,
    operation: promote('account', 3),
    state: {
      teams: {},
      shell: { stable: version(1), since: at },
      remotes: { account: { stable: version(3), since: at, previous: version(2) } },
    },
  });
});

// @proves 7.637
test('a request with the same key is one entry, and its key is of no other request', async () => {
  const storage = memoryLog();
  const append = (asked: Partial<Asked>) =>
    appendOperation(logOf(storage), {
      actor,
      operation: promote('account', 1),
      requestKey: 'one',
      ...asked,
    });
  const first = await append({});
  expect(first).toMatchObject({ ok: true });
  await append({ operation: promote('account', 2), requestKey: 'two' });
  expect(await append({})).toEqual(first);
  const used = { ok: false, refusals: [{ code: 'key-used' }] };
  expect(await append({ operation: promote('account', 3) })).toMatchObject(used);
  expect(await append({ actor: { ...actor, team: 'blue' } })).toMatchObject(used);
  expect(storage.entries).toHaveLength(2);
});

// @proves 7.113
test('loses none of 100 operations at once, and applies each to what it has seen', async () => {
  const storage = memoryLog();
  const seen: unknown[] = [];
  const log = logOf(storage, {
    async gate(_asked, before) {
      // Others get in between the reading and the writing.
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(before);
      return { ok: true };
    },
  });
  const all = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      appendOperation(log, { actor, operation: promote(`part-${n % 10}`, n) }),
    ),
  );
  expect(all.every(({ ok }) => ok)).toBe(true);
  expect(seen.length).toBeGreaterThan(100);
  let state = EMPTY_STATE;
  for (const entry of storage.entries) {
    const outcome = applyOperation(state, entry.operation, entry);
    expect(outcome).toEqual({ ok: true, state: entry.state });
    state = entry.state;
  }
  expect(storage.entries).toHaveLength(100);
});
