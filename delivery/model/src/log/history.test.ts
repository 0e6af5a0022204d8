import { type Asked, appendOperation, type Log, type LogStorage } from './append.ts';
import { type Entry, NO_ENTRY, readEntry, type SignedEntry } from './entry.ts';
import type { Operation } from './operations.ts';
import { signEntry } from './sign.ts';
import { makeKey } from './testing/keys.ts';
import { memoryLog } from './testing/memory-log.ts';
import { verifyHistory } from './verify.ts';

const ENVIRONMENT = 'production';
const actor = { team: 'operator', kid: 'root' };
const portal = makeKey('portal');
const version = (n: number) => `1.0.${n}+${String(n).padStart(12, '0')}`;
const promote = (part: string, n: number): Operation => ({
  type: 'promote',
  part,
  version: version(n),
});

const logOf = (storage: LogStorage, more: Partial<Log> = {}): Log => ({
  environment: ENVIRONMENT,
  storage,
  key: portal.privateKey,
  now: () => new Date('2026-11-22T10:00:00Z'),
  gate: async () => ({ ok: true, proof: 'f'.repeat(64) }),
  ...more,
});

const verify = (history: readonly string[], keys = [portal.publicKey]) =>
  verifyHistory(history, { environment: ENVIRONMENT, keys });
const jwsOf = (entries: readonly SignedEntry[]) => entries.map(({ jws }) => jws);

async function sampleHistory(): Promise<SignedEntry[]> {
  const storage = memoryLog();
  for (const operation of [promote('shell', 1), promote('account', 2), promote('account', 3)])
    await appendOperation(logOf(storage), { actor, operation });
  return storage.entries;
}

test('an entry names the one before, who, when, what, and the whole state after it', async () => {
  const [first, second, third] = await sampleHistory();
  expect(first?.entry.previousHash).toBe(NO_ENTRY);
  expect(third?.entry).toEqual({
    environment: ENVIRONMENT,
    seq: 3,
    previousHash: second?.hash,
    at: '2026-11-22T10:00:00.000Z',
    by: actor,
    operation: promote('account', 3),
    state: {
      teams: {},
      shell: { stable: version(1), since: '2026-11-22T10:00:00.000Z' },
      remotes: {
        account: {
          stable: version(3),
          since: '2026-11-22T10:00:00.000Z',
          previous: version(2),
        },
      },
    },
    proof: 'f'.repeat(64),
  });
  expect(readEntry(third?.jws ?? '')).toEqual(third);
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

/** Signs a changed entry with the portal's own key, as somebody with its database and key could. */
async function forge(entry: SignedEntry | undefined, change: Partial<Entry>): Promise<string> {
  if (!entry) throw new Error('no entry');
  return (await signEntry({ ...entry.entry, ...change }, portal.privateKey)).jws;
}

// @proves 7.784
test('a history with previews holds, and one in which a preview is of another team does not', async () => {
  const storage = memoryLog();
  const preview = {
    type: 'setPreview',
    name: 'pr-1',
    part: 'account',
    version: version(2),
  } as const;
  await appendOperation(logOf(storage), { actor, operation: promote('account', 1) });
  await appendOperation(logOf(storage), { actor, operation: { ...preview, minutes: 60 } });
  const later = logOf(storage, { now: () => new Date('2026-11-22T11:00:00Z') });
  await appendOperation(later, { actor, operation: promote('mypage', 1) });
  expect(await verify(jwsOf(storage.entries))).toMatchObject({ ok: true, entries: 3 });
  const [one, two, three] = storage.entries;
  expect(two?.entry.state.previews?.['pr-1']?.parts.account?.by).toEqual(actor);
  expect(three?.entry.state.previews).toBeUndefined();
  const forged = await forge(two, { by: { team: 'red', kid: 'r' } });
  expect(await verify([one?.jws ?? '', forged])).toMatchObject({ ok: false, seq: 2 });
});

test('a history holds in which a policy demands what there is no more', async () => {
  const storage = memoryLog();
  const demand = (size: number): Operation => ({
    type: 'setPolicy',
    parts: ['*'],
    rule: { approver: true, demandOfBefore: { size } },
  });
  for (const operation of [demand(1), demand(2), promote('account', 1)])
    await appendOperation(logOf(storage), { actor, operation });
  expect(await verify(jwsOf(storage.entries))).toMatchObject({ ok: true, entries: 3 });
});

const TAMPERED: readonly [
  what: string,
  seq: number,
  reason: RegExp,
  (all: SignedEntry[]) => Promise<string[]> | string[],
][] = [
  ['an entry is missing', 2, /missing/, ([one, , three]) => jwsOf([one, three] as SignedEntry[])],
  ['the first is missing', 1, /missing/, ([, ...rest]) => jwsOf(rest)],
  ['two are exchanged', 2, /missing/, ([a, b, c]) => jwsOf([a, c, b] as SignedEntry[])],
  [
    'a text was changed',
    2,
    /not signed/,
    ([one, two, three]) => [
      one?.jws ?? '',
      (two?.jws ?? '').replace(/\.(.)/, (_, first) => `.${first === 'e' ? 'f' : 'e'}`),
      three?.jws ?? '',
    ],
  ],
  [
    'another key has signed',
    3,
    /not signed/,
    async ([one, two, three]) => [
      ...jwsOf([one, two] as SignedEntry[]),
      (await signEntry(three?.entry as Entry, makeKey('portal').privateKey)).jws,
    ],
  ],
  [
    'an entry was replaced by a valid one',
    3,
    /names another entry/,
    async ([one, two, three]) => [
      one?.jws ?? '',
      await forge(two, { by: { team: 'operator', kid: 'other' } }),
      three?.jws ?? '',
    ],
  ],
  [
    'a state does not follow',
    3,
    /does not follow/,
    async ([one, two, three]) => [
      ...jwsOf([one, two] as SignedEntry[]),
      await forge(three, { state: { remotes: {}, teams: {} } }),
    ],
  ],
  [
    'an operation was to be refused',
    3,
    /to be refused: account .* is live already/,
    async ([one, two, three]) => [
      ...jwsOf([one, two] as SignedEntry[]),
      await forge(three, { operation: promote('account', 2) }),
    ],
  ],
  [
    'the time goes back',
    2,
    /older/,
    async ([one, two]) => [one?.jws ?? '', await forge(two, { at: '2026-11-22T09:00:00.000Z' })],
  ],
  [
    'an entry is of another environment',
    1,
    /belongs to the environment staging/,
    async ([one]) => [await forge(one, { environment: 'staging' })],
  ],
  ['it is no entry at all', 1, /not signed/, () => ['nonsense']],
];

// @proves 7.112
test.each(TAMPERED)(
  'names the first entry that does not hold when %s',
  async (_what, seq, reason, change) => {
    const verdict = await verify(await change(await sampleHistory()));
    expect(verdict).toEqual({ ok: false, seq, reason: expect.stringMatching(reason) });
  },
);

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
  expect(await verify(jwsOf(storage.entries))).toMatchObject({ ok: true, entries: 100 });
});
