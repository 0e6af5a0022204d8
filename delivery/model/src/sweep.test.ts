import fc from 'fast-check';
import { documentKey, fileKey, type ReleaseDocument } from './document.ts';
import { hashList } from './page/hash-list.ts';
import type { EnvironmentState, LivePart } from './state.ts';
import { type SweepInput, type SweptEntry, sweepOf } from './sweep.ts';
import { releasedFile, remoteDocument, shellDocument } from './testing/gate-documents.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const ago = (days: number) => NOW - days * DAY;

const versionOf = (build: number) => `0.1.0+${build.toString(16).padStart(12, '0')}`;
const file = (stem: string, build: number) => `${stem}.${build.toString(16).padStart(10, '0')}.js`;

/** A release with a file of its own and one that it shares with the builds of the same ten. */
function account(build: number): ReleaseDocument {
  const names = [file('own', build), file('shared', Math.floor(build / 10))];
  return remoteDocument({
    version: versionOf(build),
    files: Object.fromEntries(names.map((name) => [name, releasedFile(1)])),
  });
}
const keysOf = (document: ReleaseDocument) => [
  documentKey(document.name, document.version),
  ...Object.keys(document.files).map((name) => fileKey(document.name, name)),
];
const documentsOf = (documents: readonly ReleaseDocument[]) =>
  new Map(documents.map((document) => [documentKey(document.name, document.version), document]));

const part = (stable: number, changes: Partial<LivePart> = {}): LivePart => ({
  stable: versionOf(stable),
  since: '2026-11-01T00:00:00Z',
  ...changes,
});
const stateOf = (remotes: EnvironmentState['remotes']): EnvironmentState => ({
  remotes,
  teams: {},
});
const entry = (seq: number, days: number, live: LivePart): SweptEntry => ({
  environment: 'production',
  seq,
  at: ago(days),
  state: stateOf({ account: live }),
});

const sweep = (
  builds: readonly number[],
  entries: readonly SweptEntry[],
  changes: Partial<SweepInput> = {},
) => {
  const documents = builds.map(account);
  const keys = [...new Set(documents.flatMap(keysOf))];
  return sweepOf({
    stored: keys.map((key) => ({ key, at: ago(90) })),
    entries,
    documents: documentsOf(documents),
    now: NOW,
    ...changes,
  });
};

test('keeps the list of hashes of a release that it keeps', () => {
  const [kept, gone] = [account(2), account(1)];
  const listOf = (document: ReleaseDocument) => fileKey('account', hashList(document).file);
  const stored = [...keysOf(kept), ...keysOf(gone), listOf(kept), listOf(gone)];
  const { remove } = sweep([1, 2], [entry(1, 3, part(2))], {
    stored: [...new Set(stored)].map((key) => ({ key, at: ago(90) })),
  });
  expect(remove).toContain(listOf(gone));
  expect(remove).not.toContain(listOf(kept));
});

// @proves 7.785
test('keeps the releases of a preview until the time that it names, also when it has ended before', () => {
  const by = { team: 'blue', kid: 'b' };
  const previewed = (until: number, live = part(3)): SweptEntry => ({
    ...entry(1, 20, live),
    state: {
      ...stateOf({ account: live }),
      previews: {
        'pr-1': {
          began: 1,
          until: new Date(until).toISOString(),
          parts: { account: { version: versionOf(1), by } },
        },
      },
    },
  });
  const gone = [documentKey('account', versionOf(1)), fileKey('account', file('own', 1))];
  expect(sweep([1, 3], [previewed(NOW + DAY)]).remove).toEqual([]);
  expect(sweep([1, 3], [previewed(NOW + DAY), entry(2, 19, part(3))]).remove).toEqual([]);
  expect(sweep([1, 3], [previewed(NOW)]).remove).toEqual(gone);
});

test('deletes a release that no entry names, and of its files those that no other release has', () => {
  expect(sweep([1, 2], [entry(1, 3, part(2))])).toEqual({
    remove: [documentKey('account', versionOf(1)), fileKey('account', file('own', 1))],
    unread: [],
  });
});

test('keeps stable, previous and canary, and a part that was switched off', () => {
  const live = part(1, {
    previous: versionOf(2),
    canary: { version: versionOf(3), share: 26, offset: 0 },
    killed: { at: '2026-11-20T00:00:00Z', reason: 'throws' },
  });
  expect(sweep([1, 2, 3], [entry(1, 3, live)]).remove).toEqual([]);
});

test('keeps what was live at any time of the last 30 days', () => {
  const entries = [
    entry(1, 50, part(10)),
    entry(2, 40, part(20)),
    entry(3, 10, part(30)),
    entry(4, 5, part(40)),
  ];
  // The second entry was in force until 10 days ago.
  expect(new Set(sweep([10, 20, 30, 40], entries).remove)).toEqual(new Set(keysOf(account(10))));
});

test('keeps what is live for a year without a change', () => {
  expect(sweep([1], [entry(1, 365, part(1))]).remove).toEqual([]);
});

test('keeps what any environment that shares the store has', () => {
  const staging = { ...entry(1, 200, part(20)), environment: 'staging' };
  expect(sweep([10, 20], [staging, entry(7, 100, part(10))]).remove).toEqual([]);
});

test('keeps what is younger than a day, with the older files that its document names', () => {
  const documents = [account(1), account(12), account(13)];
  const stored = documents.flatMap(keysOf).map((key) => ({ key, at: ago(90) }));
  const half = fileKey('account', file('half-published', 1));
  const published = documentKey('account', versionOf(12));
  const sweepNow = sweepOf({
    stored: [
      ...stored.map((one) => (one.key === published ? { ...one, at: ago(0.9) } : one)),
      { key: half, at: ago(0.1) },
    ],
    entries: [entry(1, 90, part(1))],
    documents: documentsOf(documents),
    now: NOW,
  });
  expect(sweepNow.remove).toEqual([
    documentKey('account', versionOf(13)),
    fileKey('account', file('own', 13)),
  ]);
});

test('keeps compressed files with their file, and deletes them with it', () => {
  const variants = (build: number) =>
    ['.br', '.zst'].map((ending) => `${fileKey('account', file('own', build))}${ending}`);
  const all = [...keysOf(account(1)), ...keysOf(account(22)), ...variants(1), ...variants(22)];
  const { remove } = sweep([1, 22], [entry(1, 90, part(1))], {
    stored: all.map((key) => ({ key, at: ago(90) })),
  });
  expect(new Set(remove)).toEqual(new Set([...keysOf(account(22)), ...variants(22)]));
});

test('deletes documents before files', () => {
  const { remove } = sweep([11, 22, 33], [entry(1, 90, part(44))], {});
  expect(remove.slice(0, 3).every((key) => key.startsWith('releases/'))).toBe(true);
  expect(remove.slice(3).every((key) => key.startsWith('files/'))).toBe(true);
});

test('deletes neither configurations nor gate reports, nor what it does not know', () => {
  const keys = [
    'README',
    'configurations/c0.json',
    'dictionaries/account/a',
    'files/account/a/b.js',
    'proofs/p0.json',
    'releases/account',
  ];
  const stored = keys.map((key) => ({ key, at: 0 }));
  expect(sweep([], [entry(1, 90, part(1))], { stored }).remove).toEqual([]);
});

test('deletes nothing where the log has no entry', () => {
  expect(sweep([1, 2], []).remove).toEqual([]);
});

test('deletes no file of a part whose document cannot be read, and names the document', () => {
  const { remove, unread } = sweep([10, 20], [entry(1, 90, part(10))], {
    documents: documentsOf([account(20)]),
  });
  expect(unread).toEqual([documentKey('account', versionOf(10))]);
  expect(remove).toEqual([documentKey('account', versionOf(20))]);
});

test('the shell counts like a remote', () => {
  const shell = shellDocument();
  const state = { ...stateOf({}), shell: part(1, { stable: shell.version }) };
  const { remove } = sweepOf({
    stored: keysOf(shell).map((key) => ({ key, at: ago(90) })),
    entries: [{ ...entry(1, 90, part(1)), state }],
    documents: documentsOf([shell]),
    now: NOW,
  });
  expect(remove).toEqual([]);
});

test('whatever was promoted, nothing goes that a browser of the last 30 days may ask for', () => {
  const build = fc.integer({ min: 0, max: 30 });
  const live = fc
    .record({ stable: build, previous: fc.option(build), canary: fc.option(build) })
    .map(({ stable, previous, canary }) =>
      part(stable, {
        ...(previous !== null && { previous: versionOf(previous) }),
        ...(canary !== null && { canary: { version: versionOf(canary), share: 26, offset: 3 } }),
      }),
    );
  const history = fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), live), { minLength: 1 });
  fc.assert(
    fc.property(history, (steps) => {
      const entries = steps
        .toSorted(([a], [b]) => b - a)
        .map(([days, state], at) => entry(at + 1, days, state));
      const builds = Array.from({ length: 31 }, (_, at) => at);
      const removed = new Set(sweep(builds, entries).remove);
      for (const [at, one] of entries.entries()) {
        const until = entries[at + 1]?.at ?? NOW;
        if (until < ago(30)) continue;
        const { account: live } = one.state.remotes;
        for (const name of [live?.stable, live?.previous, live?.canary?.version]) {
          const document = builds.map(account).find(({ version }) => version === name);
          for (const key of document ? keysOf(document) : []) expect(removed).not.toContain(key);
        }
      }
    }),
  );
});
