import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { type ReleaseDocument, type RemoteDocument, RemoteDocumentSchema } from '../document.ts';
import {
  releasedFile,
  remoteDocument,
  resized,
  shellDocument,
  version,
} from '../testing/gate-documents.ts';
import { extentProblems, type LiveReleases, problemsOf } from './index.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

const live = (changes: Partial<LiveReleases> = {}): LiveReleases => ({
  shells: [shellDocument()],
  remotes: { account: [remoteDocument({ version: version('f') })] },
  ...changes,
});

const codesOf = (candidate: ReleaseDocument, state = live()) =>
  problemsOf(candidate, state).map(({ code }) => code);
const reasonsOf = (candidate: ReleaseDocument, state = live()) =>
  problemsOf(candidate, state).map(({ reason }) => reason);
const offers = (changes: Partial<RemoteDocument> = {}) =>
  remoteDocument({
    name: 'offers',
    rows: { '/offers': { files: [], guard: 'session', layout: 'default' } },
    ...changes,
  });
const range = (count: number) => [...Array(count).keys()];
const row: RemoteDocument['rows'][string] = { files: [], guard: 'session', layout: 'default' };

const rowsOf = (count: number, more: Partial<typeof row> = {}) =>
  Object.fromEntries(range(count).map((n) => [`/offers/${n}`, { ...row, ...more }]));
/** A list of one thing that has so many bytes as JSON. */
const ofBytes = <List>(bytes: number, listOf: (name: string) => List): List =>
  listOf('x'.repeat(bytes - Buffer.byteLength(JSON.stringify(listOf('')))));
const { files, requires } = offers();
const [file = ''] = Object.keys(files);
const firstView = { visitor: 'member', ja: file, en: file } as const;
const sized = (size: number) => ({ ...releasedFile(1), size });

/** Each limit with a release that takes so much. */
const EXTENTS: readonly [string, number, (count: number) => ReleaseDocument][] = [
  [
    'screensBytes',
    20_000,
    (count) => offers({ rows: ofBytes(count, (name) => ({ [`/offers/${name}`]: row })) }),
  ],
  [
    'menuEntries',
    10,
    (count) => offers({ rows: rowsOf(count, { menu: { ja: 'ご案内', en: 'Guide' } }) }),
  ],
  [
    'firstViewsBytes',
    150_000,
    (count) =>
      offers({ rows: rowsOf(1, { firstView }), files: { ...files, [file]: sized(count) } }),
  ],
  [
    'pageBytes',
    150_000,
    (count) => {
      const { page, files: ofShell } = shellDocument();
      const empty = Object.fromEntries(Object.values(page).map((name) => [name, sized(0)]));
      return shellDocument({ files: { ...ofShell, ...empty, [page.boot]: sized(count) } });
    },
  ],
  [
    'files',
    1_000,
    (count) =>
      offers({ files: Object.fromEntries(range(count).map((n) => [`${n}`, releasedFile(1)])) }),
  ],
  [
    'sharedBytes',
    100_000,
    (count) =>
      offers({ imports: ofBytes(count, (name) => [{ react: [name] }, requires])[0] as never }),
  ],
];
// @proves 7.572
test.each(EXTENTS)('takes a release with %s up to %i, and no more', (limit, most, withSo) => {
  const codes = (count: number) => extentProblems(withSo(count)).map(({ code }) => code);
  expect(codes(most)).toEqual([]);
  expect(codes(most + 1)).toEqual([`extent.${limit}`]);
});

// @proves 7.611
describe('the side menu', () => {
  const words = { ja: 'ご案内', en: 'Guide' };
  const withMenu = (path: string, menu: NonNullable<typeof row.menu>) =>
    offers({ title: words, rows: { [path]: { ...row, menu } } });
  test.each([
    ['in no group', withMenu('/offers', words), []],
    ['in its own group', withMenu('/offers', { ...words, group: 'offers' }), []],
    [
      'of the account in a group that nobody names',
      { ...withMenu('/account', { ...words, group: 'x' }), name: 'account' },
      ['menu.group'],
    ],
    [
      'of the monolith, which has the rows of all remotes',
      shellDocument({
        kind: 'monolith',
        version: version('2'),
        rows: { '/offers': { ...row, menu: { ...words, group: 'x' } } },
      }),
      [],
    ],
    ['to a screen with a parameter', withMenu('/offers/:id', words), ['menu.parameter']],
  ])('an entry %s', (_, candidate, codes) => {
    expect(codesOf(candidate)).toEqual(codes);
  });
});

// @proves 7.579
describe('the frame', () => {
  const withMenu = (menu: object, more: object = {}) =>
    offers({
      title: { ja: '夏の催し', en: 'Summer' },
      rows: { '/offers': { ...row, menu: { ja: '催し', en: 'Events', ...menu } } },
      ...more,
    });
  test.each([
    ['a place in the navigation', { tab: true }, 'menu.tab'],
    ['the first place', { order: 0 }, 'menu.order'],
    ['the last place before the others', { order: 99 }, 'menu.order'],
    ['the group of another', { group: 'account' }, 'menu.others-group'],
  ])('a release does not take %s', (_, menu, code) => {
    const title = { ja: 'アカウント', en: 'Your account' };
    const account = [remoteDocument({ title })];
    const problems = problemsOf(withMenu(menu), live({ remotes: { account } }));
    expect(problems.map((one) => one.code)).toEqual([code]);
    expect(problems[0]?.remedy).toMatch(/\.$/);
  });
});

describe('early calls', () => {
  const parse = (address: string) => {
    const { '/offers': only = row } = offers().rows;
    const document = { ...offers(), rows: { '/offers': { ...only, early: [address] } } };
    return v.safeParse(RemoteDocumentSchema, document).success;
  };

  // @proves 7.578
  test.each(['/userinfo', '/passports?page=2&per_page=20', '/v2/me/devices', '/passports/a-b_c.d'])(
    'of a document can be %s',
    (address) => expect(parse(address)).toBe(true),
  );
});

describe('files', () => {
  test.each<[string, Partial<RemoteDocument>]>([
    ['a script', { scripts: [...remoteDocument().scripts, 'gone.0123456789.js'] }],
    ['a stylesheet', { styles: ['gone.0123456789.css'] }],
    ['a row', { rows: { '/account': { ...row, files: ['gone.0123456789.js'] } } }],
  ])('refuses %s without hash and size', (_, changes) => {
    expect(codesOf(remoteDocument(changes))).toEqual(['files.missing']);
  });
});

describe('routes', () => {
  const withRows = (...paths: string[]) =>
    offers({ rows: Object.fromEntries(paths.map((path) => [path, row])) });

  // @proves 7.634
  test('refuses every address that the edges answer themselves', () => {
    const nginx = readFileSync(path.join(ROOT, 'deploy/nginx/edge.conf'), 'utf8');
    const answered = [...nginx.matchAll(/^location (?:=|\^~) (\/\S+)/gm)].map(([, at = '']) => at);
    expect(answered).toEqual(expect.arrayContaining(['/app/', '/api/', '/remotes', '/worker.js']));
    const others = [
      '/app',
      '/APP/offers',
      '/.well-known/offers',
      '/offers.html',
      '/offers/list.json',
    ];
    for (const row of [...answered, ...others]) {
      expect([row, codesOf(withRows(row))]).toEqual([
        row,
        expect.arrayContaining(['routes.reserved']),
      ]);
    }
    expect(codesOf(withRows('/offers/:id', '/apps', '/health'))).toEqual([]);
  });
});

describe('shared surface', () => {
  const without = shellDocument({
    version: version('9'),
    exports: { ...shellDocument().exports, kit: ['Badge'] },
  });

  test('refuses a remote that imports what a live shell does not export', () => {
    for (const shells of [[without], [shellDocument(), without]]) {
      expect(reasonsOf(remoteDocument(), live({ shells }))).toEqual([
        `account ${version('a')} imports Button from kit, which shell ${version('9')} does not export.`,
      ]);
    }
  });

  test('refuses a shell that drops what any live remote imports', () => {
    const plain = remoteDocument({ version: version('e'), imports: {} });
    const remotes = { account: [plain, remoteDocument({ version: version('f') })] };
    expect(reasonsOf(without, live({ remotes }))).toEqual([
      `account ${version('f')} imports Button from kit, which shell ${version('9')} does not export.`,
    ]);
    expect(codesOf(without, live({ remotes: { account: [plain] } }))).toEqual([]);
  });
});

describe('budget', () => {
  /** 106,000 of the shell, 2,000 and 1,000 of the remote. */
  const LEFT = 145_000 - 109_000;

  // @proves 16.893
  test('counts the texts of each script, in the language that has more', () => {
    const shellWithTexts = (ja: number) => {
      const { files } = shellDocument();
      return shellDocument({
        files: {
          ...files,
          'main.0123456789.ja.0123456789.json': releasedFile(ja),
          'main.0123456789.en.0123456789.json': releasedFile(1),
          'dialog.0123456789.ja.0123456789.json': releasedFile(119_000),
        },
      });
    };
    const codes = (ja: number) => codesOf(remoteDocument(), live({ shells: [shellWithTexts(ja)] }));
    // What /account leaves of its budget; its own screen has 2,000.
    const left = LEFT - 2_000;
    expect(codes(left)).toEqual(['budget.scripts']);
    expect(codes(left + 1)).toEqual(['budget.scripts', 'budget.scripts']);
  });

  // @proves 7.574
  test('a team ships a form below its own segment, as the kind of its row says', () => {
    const [screen = ''] = remoteDocument().rows['/account']?.files ?? [];
    const ofKind = (kind?: 'first' | 'form' | 'gallery') => {
      const rows = { '/account': { ...row, files: [screen], ...(kind && { kind }) } };
      return resized(remoteDocument({ rows }), { [screen]: 45_000 });
    };
    expect(codesOf(ofKind('first'))).toEqual(['budget.scripts']);
    expect(codesOf(ofKind('form'))).toEqual([]);
    expect(codesOf(ofKind('gallery'))).toEqual([]);
    // A release from before there were kinds.
    expect(codesOf(ofKind())).toEqual([]);
  });
});
