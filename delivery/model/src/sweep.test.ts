import fc from 'fast-check';
import { documentKey, fileKey, type ReleaseDocument } from './document.ts';
import type { EnvironmentState, LivePart } from './state.ts';
import { type SweepInput, type SweptEntry, sweepOf } from './sweep.ts';
import { releasedFile, remoteDocument } from './testing/gate-documents.ts';

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

// @proves 7.785
test('keeps the releases of a preview until the time that it names, also when it has ended before', () => {
  const by = 'blue';
  const previewed = (until: number, live = part(3)): SweptEntry => ({
    ...entry(1, 20, live),
    state: {
      ...stateOf({ account: live }),
      previews: {
        'pr-1': {
          id: 'a'.repeat(43),
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

test('whatever was promoted, nothing goes that a browser of the last 30 days may ask for', () => {
  const build = fc.integer({ min: 0, max: 30 });
  const live = fc
    .record({ stable: build, previous: fc.option(build), canary: fc.option(build) })
    .map(({ stable, previous, canary }) =>
      part(stable, {
        ...(previous !== null && { previous: versionOf(previous) }),
        ...(canary !== null && { canary: { version: versionOf(canary), share: 10, offset: 3 } }),
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
