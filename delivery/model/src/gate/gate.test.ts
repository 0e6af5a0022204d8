import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { type ReleaseDocument, ReleaseDocumentSchema, type RemoteDocument } from '../document.ts';
import type { Team } from '../state.ts';
import {
  releasedFile,
  remoteDocument,
  resized,
  shellDocument,
  version,
} from '../testing/gate-documents.ts';
import { extentProblems, type LiveReleases, problemsOf, readLiveReleases } from './index.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

const live = (changes: Partial<LiveReleases> = {}): LiveReleases => ({
  shells: [shellDocument()],
  remotes: { account: [remoteDocument({ version: version('f') })] },
  teams: {},
  ...changes,
});

const team = (parts: string[], segments: string[]): Team => ({ keys: [], parts, segments });
const codesOf = (candidate: ReleaseDocument, state = live()) =>
  problemsOf(candidate, state).map(({ code }) => code);
const reasonsOf = (candidate: ReleaseDocument, state = live()) =>
  problemsOf(candidate, state).map(({ reason }) => reason);
const offers = (changes: Partial<RemoteDocument> = {}) =>
  remoteDocument({
    name: 'offers',
    federationName: 'mfe_offers',
    owns: ['/offers'],
    rows: { '/offers': { files: [], guard: 'session', layout: 'default' } },
    ...changes,
  });
const range = (count: number) => [...Array(count).keys()];
const row: RemoteDocument['rows'][string] = { files: [], guard: 'session', layout: 'default' };

test('the documents of these tests are documents of releases', () => {
  for (const document of [remoteDocument(), shellDocument(), offers()]) {
    expect(v.parse(ReleaseDocumentSchema, document)).toEqual(document);
  }
});

const rowsOf = (count: number, more: Partial<typeof row> = {}) =>
  Object.fromEntries(range(count).map((n) => [`/offers/${n}`, { ...row, ...more }]));
/** A list of one thing that has so many bytes as JSON. */
const ofBytes = <List>(bytes: number, listOf: (name: string) => List): List =>
  listOf('x'.repeat(bytes - Buffer.byteLength(JSON.stringify(listOf('')))));
const { styles, catalogs, files, requires } = offers();
const [file = ''] = Object.keys(files);
const firstView = { visitor: 'member', ja: file, en: file } as const;
const sized = (size: number) => ({ ...releasedFile(1), size });

// @proves 7.572
test('refuses a release that takes more of the page than its share', () => {
  expect(codesOf(offers({ rows: rowsOf(200) }))).toEqual([]);
  expect(codesOf(offers({ rows: rowsOf(201) }))).toEqual(['extent.screens']);
});

/** Each limit with a release that takes so much. */
const EXTENTS: readonly [string, number, (count: number) => ReleaseDocument][] = [
  ['screens', 200, (count) => offers({ rows: rowsOf(count) })],
  [
    'screensBytes',
    50_000,
    (count) => offers({ rows: ofBytes(count, (name) => ({ [`/offers/${name}`]: row })) }),
  ],
  ['firstViews', 10, (count) => offers({ rows: rowsOf(count, { firstView }) })],
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
    'startFiles',
    40,
    (count) => {
      const others = [...styles, ...catalogs.ja, ...catalogs.en];
      return offers({ scripts: range(count - others.length).map(String) });
    },
  ],
  [
    'earlyCalls',
    8,
    (count) =>
      offers({
        rows: rowsOf(1, { early: range(count).map((n): `/${string}` => `/passports?page=${n}`) }),
      }),
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

// @proves 7.572
test('what a release asks the shell for counts among its lists of shared modules', () => {
  const asked = offers({ requires: { react: '1||'.repeat(40_000) } });
  expect(extentProblems(asked).map(({ code }) => code)).toEqual(['extent.sharedBytes']);
});

test('lets a remote and a shell through that fit what is live', () => {
  expect(problemsOf(remoteDocument(), live())).toEqual([]);
  expect(problemsOf(shellDocument({ version: version('2') }), live())).toEqual([]);
});

test('lets the first release of an empty environment through', () => {
  const empty = live({ shells: [], remotes: {} });
  expect(problemsOf(shellDocument(), empty)).toEqual([]);
  expect(problemsOf(remoteDocument(), empty)).toEqual([]);
});

test('each problem says what is wrong and what to do', () => {
  const [problem] = problemsOf(remoteDocument({ styles: ['gone.0123456789.css'] }), live());
  expect(problem).toEqual({
    code: 'files.missing',
    reason: 'gone.0123456789.css is named in styles, but "files" has no hash and size for it.',
    remedy: 'Build the release again and publish the document that the build wrote.',
  });
});

// @proves 7.611
describe('the side menu', () => {
  const words = { ja: 'ご案内', en: 'Guide' };
  const withMenu = (path: string, menu: NonNullable<typeof row.menu>) =>
    offers({ title: words, rows: { [path]: { ...row, menu } } });
  test.each([
    ['in no group', withMenu('/offers', words), []],
    ['in its own group', withMenu('/offers', { ...words, group: 'offers' }), []],
    ['in a group that nobody names', withMenu('/offers', { ...words, group: 'x' }), ['menu.group']],
    [
      'of the monolith, which has the rows of all remotes',
      shellDocument({
        kind: 'monolith',
        version: version('2'),
        owns: ['/offers'],
        rows: { '/offers': { ...row, menu: { ...words, group: 'x' } } },
      }),
      [],
    ],
    ['to a screen with a parameter', withMenu('/offers/:id', words), ['menu.parameter']],
  ])('an entry %s', (_, candidate, codes) => {
    expect(codesOf(candidate)).toEqual(codes);
  });

  test.each([
    ['words in one language', { ja: 'ご案内' }],
    ['a caption in one language', { ...words, caption: { en: 'new' } }],
    ['an unknown icon', { ...words, icon: 'unicorn' }],
    ['an unknown audience', { ...words, audience: 'staff' }],
    ['an order below 0', { ...words, order: -1 }],
  ])('%s is not in the form of a release', (_, menu) => {
    const document = { ...offers(), rows: { '/offers': { ...row, menu } } };
    expect(v.safeParse(ReleaseDocumentSchema, document).success).toBe(false);
  });
});

describe('names', () => {
  test.each([
    ['a remote called shell', remoteDocument({ name: 'shell' })],
    ['a shell of another name', shellDocument({ name: 'account' })],
  ])('refuses %s', (_, candidate) => {
    expect(codesOf(candidate, live({ shells: [], remotes: {} }))).toContain('name.kind');
  });

  test('refuses the federation name of another part, which may be its own before', () => {
    expect(codesOf(offers({ federationName: 'mfe_account' }))).toContain('name.federation');
    expect(codesOf(remoteDocument({ federationName: 'mfe_account' }))).toEqual([]);
  });
});

describe('version', () => {
  test('refuses a version that is live with other content', () => {
    const same = live({ remotes: { account: [remoteDocument()] } });
    expect(codesOf(remoteDocument(), same)).toEqual([]);
    expect(codesOf(remoteDocument({ commit: 'a'.repeat(40) }), same)).toEqual(['version.changed']);
  });
});

describe('files', () => {
  test.each<[string, Partial<RemoteDocument>]>([
    ['a script', { scripts: [...remoteDocument().scripts, 'gone.0123456789.js'] }],
    ['a stylesheet', { styles: ['gone.0123456789.css'] }],
    ['a catalog', { catalogs: { ja: ['gone.0123456789.js'], en: [] } }],
    ['a row', { rows: { '/account': { ...row, files: ['gone.0123456789.js'] } } }],
  ])('refuses %s without hash and size', (_, changes) => {
    expect(codesOf(remoteDocument(changes))).toEqual(['files.missing']);
  });

  test('refuses a shell whose boot script or shared module has no file', () => {
    const { page } = shellDocument();
    const candidate = shellDocument({
      version: version('2'),
      page: { ...page, boot: 'gone.0123456789.js' },
      lazyShared: { 'kit/dialog': ['gone2.0123456789.js'] },
    });
    expect(reasonsOf(candidate)).toEqual([
      'gone2.0123456789.js is named in lazyShared of kit/dialog, but "files" has no hash and size for it.',
      'gone.0123456789.js is named in page.boot, but "files" has no hash and size for it.',
    ]);
  });

  test('refuses a remote whose entry does not start it, and a release that nothing starts', () => {
    const { scripts } = remoteDocument();
    expect(codesOf(remoteDocument({ scripts: scripts.slice(1) }))).toEqual(['files.entry']);
    expect(codesOf(shellDocument({ version: version('2'), scripts: [] }))).toEqual(['files.entry']);
  });

  test('refuses a stylesheet among the scripts', () => {
    const { scripts, styles } = remoteDocument();
    expect(codesOf(remoteDocument({ scripts: [...scripts, ...styles] }))).toEqual(['files.type']);
  });
});

describe('routes', () => {
  const withRows = (...paths: string[]) =>
    offers({
      rows: Object.fromEntries(paths.map((path) => [path, row])),
      owns: [...new Set(paths.map((path) => `/${path.split('/')[1]}`))],
    });

  test.each([
    ['a path that matches every address', withRows('/offers/*'), 'routes.pattern'],
    ['a parameter as the first segment', withRows('/:page'), 'routes.pattern'],
    ['the address of the API', withRows('/api/offers'), 'routes.reserved'],
    ['the prefix of a language', withRows('/en'), 'routes.reserved'],
    ['two rows for the same addresses', withRows('/offers/:id', '/Offers/:name/'), 'routes.twice'],
    ['owned segments that no row has', offers({ owns: ['/offers', '/more'] }), 'routes.owns'],
    ['an address of the shell', withRows('/callback'), 'routes.shell'],
    ['an address of another remote', withRows('/account/offers'), 'routes.clash'],
    ['one in other letters', withRows('/Account'), 'routes.clash'],
  ])('refuses %s', (_, candidate, code) => {
    expect(codesOf(candidate)).toContain(code);
  });

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

  test('refuses an address that a canary or a previous release still has', () => {
    const remotes = {
      account: [
        remoteDocument({ rows: {}, owns: [] }),
        remoteDocument({ rows: { '/old': row }, owns: ['/old'] }),
      ],
    };
    expect(reasonsOf(withRows('/old'), live({ remotes }))).toEqual([
      `/old has screens of account ${version('a')}, which is live.`,
    ]);
  });

  test('refuses a shell that takes an address of a remote', () => {
    const { rows } = shellDocument();
    const candidate = shellDocument({
      version: version('2'),
      rows: { ...rows, '/account': row },
      owns: ['/', '/account', '/callback'],
    });
    expect(codesOf(candidate)).toEqual(['routes.clash']);
  });

  test('lets a team use its own segments and refuses all others', () => {
    const teams = {
      offers: team(['offers'], ['/offers']),
      account: team(['account'], ['/account', '/confirm']),
      operator: team([], []),
    };
    expect(codesOf(offers(), live({ teams }))).toEqual([]);
    expect(codesOf(withRows('/Offers'), live({ teams }))).toEqual([]);
    expect(reasonsOf(withRows('/offers', '/confirm', '/free'), live({ teams }))).toEqual([
      '/confirm belongs to the team account, and offers to the team offers.',
      '/free belongs to no team, and offers to the team offers.',
    ]);
  });

  test('lets a part without a team use what no team has', () => {
    const teams = { account: team(['account'], ['/account']) };
    expect(codesOf(offers(), live({ teams }))).toEqual([]);
    expect(codesOf(withRows('/account'), live({ teams, remotes: {} }))).toEqual(['routes.foreign']);
    const operators = { ...teams, operator: team(['offers'], []) };
    expect(codesOf(offers(), live({ teams: operators }))).toEqual([]);
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

  /** What is known of other shells, and what the refusal says of them. */
  const OTHER_SHELLS: readonly [string, Partial<LiveReleases>, string][] = [
    [
      'one that is published',
      { shells: [without], publishedShells: [without, shellDocument({ version: version('7') })] },
      `shell ${version('7')} has them, and is published but not live: promote it first, and then`,
    ],
    [
      'one that is live while another is not rid of',
      { shells: [shellDocument(), without], publishedShells: [] },
      `shell ${version('1')} has them and is live: promote another shell`,
    ],
    [
      'none of those that are published',
      { shells: [without], publishedShells: [] },
      'No shell that was published lately has them. Publish one and promote it first',
    ],
    [
      'nothing of others where nobody has looked',
      { shells: [without] },
      'Promote a shell that has them first',
    ],
  ];
  // @proves 7.776
  test.each(OTHER_SHELLS)(
    'a missing name is refused with the shell that has it: %s',
    (_, changes, remedy) => {
      const [problem] = problemsOf(remoteDocument(), live(changes));
      expect(problem?.remedy).toMatch(/^[^!]* Or do without them\.$/);
      expect(problem?.remedy).toContain(remedy);
    },
  );

  // @proves 7.776
  test('a missing module and a version that does not fit name the published shell too', () => {
    const { exports, provides } = shellDocument();
    const publishedShells = [
      shellDocument({
        version: version('7'),
        exports: { ...exports, 'kit/chart': ['Chart'] },
        provides: { ...provides, 'kit/chart': '1.0.0', react: '20.0.0' },
      }),
    ];
    const { requires } = remoteDocument();
    const wants = (changes: Partial<RemoteDocument>) =>
      problemsOf(remoteDocument(changes), live({ publishedShells })).map(({ remedy }) => remedy);
    expect(wants({ imports: { 'kit/chart': ['Chart'] } })).toEqual([
      expect.stringContaining(`shell ${version('7')} shares it, and is published but not live`),
    ]);
    expect(wants({ requires: { ...requires, react: '^20.0.0' } })).toEqual([
      expect.stringContaining(`Or promote shell ${version('7')} first, which has 20.0.0.`),
    ]);
  });

  test('refuses a shell that drops what any live remote imports', () => {
    const plain = remoteDocument({ version: version('e'), imports: {} });
    const remotes = { account: [plain, remoteDocument({ version: version('f') })] };
    expect(reasonsOf(without, live({ remotes }))).toEqual([
      `account ${version('f')} imports Button from kit, which shell ${version('9')} does not export.`,
    ]);
    expect(codesOf(without, live({ remotes: { account: [plain] } }))).toEqual([]);
  });

  test('refuses a remote that needs a module which the shell does not share', () => {
    const imports = { 'kit/chart': [] };
    expect(codesOf(remoteDocument({ imports }))).toEqual(['shared-surface.module']);
  });

  test('refuses a version outside of the range, and asks no range for what is not imported', () => {
    const { requires } = remoteDocument();
    const old = remoteDocument({ requires: { ...requires, react: '^18.0.0' } });
    expect(reasonsOf(old)).toEqual([
      `account ${version('a')} needs react ^18.0.0, and shell ${version('1')} has 19.3.1.`,
    ]);
    expect(codesOf(remoteDocument({ requires: { ...requires, unused: '^9.0.0' } }))).toEqual([]);
  });

  test('asks for no names where all of a module is used or its names are unknown', () => {
    const shells = [shellDocument({ exports: { kit: ['*'], 'kit/dialog': ['*'], react: [] } })];
    expect(
      codesOf(remoteDocument({ imports: { kit: ['Any'], react: ['*'] } }), live({ shells })),
    ).toEqual([]);
  });
});

describe('budget', () => {
  const heavy = (bytes: number) => resized(remoteDocument(), { 'home.0123456789.js': bytes });
  /** 106,000 and 6,000 of the shell, 2,000, 1,000 and 5,000 of the remote. */
  const LEFT = 131_500 - 120_000;

  test('lets 131,500 bytes of scripts through on a first route, and no more', () => {
    expect(codesOf(heavy(LEFT))).toEqual([]);
    expect(problemsOf(heavy(LEFT + 1), live())).toEqual([
      {
        code: 'budget.scripts',
        reason: `/account needs 131,501 bytes of scripts as brotli (account ${version('a')} in shell ${version('1')}); 131,500 are allowed of the kind first.`,
        remedy: expect.stringContaining('import()'),
      },
    ]);
  });

  test('counts a lazy shared module with the screens that need it', () => {
    const shells = [resized(shellDocument(), { 'dialog.0123456789.js': 130_000 })];
    expect(codesOf(remoteDocument(), live({ shells }))).toEqual(['budget.withSharedModules']);
  });

  // @proves 16.893
  test('counts the texts of each script, in the language that has more', () => {
    const shellWithTexts = (ja: number) => {
      const { files } = shellDocument();
      return shellDocument({
        catalogs: { ja: [], en: [] },
        files: {
          ...files,
          'main.0123456789.ja.0123456789.json': releasedFile(ja),
          'main.0123456789.en.0123456789.json': releasedFile(1),
          'dialog.0123456789.ja.0123456789.json': releasedFile(119_000),
        },
      });
    };
    const codes = (ja: number) => codesOf(remoteDocument(), live({ shells: [shellWithTexts(ja)] }));
    // What /account leaves of its budget, and the catalog that this shell does not have; its own screen has 2,000.
    const left = LEFT + 6_000 - 2_000;
    expect(codes(left)).toEqual(['budget.withSharedModules']);
    expect(codes(left + 1)).toEqual(['budget.scripts', 'budget.withSharedModules']);
  });

  test('counts stylesheets', () => {
    const candidate = resized(remoteDocument(), { 'styles.0123456789.css': 11_001 });
    expect(codesOf(candidate)).toEqual(['budget.styles']);
  });

  test('refuses a shell that makes routes of live remotes too large, and names the worst', () => {
    const candidate = resized(shellDocument({ version: version('2') }), {
      'main.0123456789.js': 171_500,
    });
    expect(reasonsOf(candidate)[0]).toBe(
      `/account needs 187,500 bytes of scripts as brotli (account ${version('f')} in shell ${version('2')}); 131,500 are allowed of the kind first. 3 more are too large.`,
    );
  });

  // @proves 7.746
  test('refuses a card that is too large, without the shell, which is there', () => {
    const card = 'card.0123456789.js';
    const height = { phone: 74, desktop: 49 };
    const ofSize = (bytes: number) =>
      resized(remoteDocument({ slots: { 'home.cards': { files: [card], height } } }), {
        [card]: bytes,
      });
    // What starts the remote, with its texts, has 8,000.
    expect(reasonsOf(ofSize(7_000))).toEqual([]);
    expect(reasonsOf(ofSize(7_001))).toEqual([
      `The card for home.cards needs 15,001 bytes of scripts as brotli (account ${version('a')} in shell ${version('1')}); 15,000 are allowed of the kind card.`,
    ]);
  });

  // @proves 7.746
  test('refuses a card for a slot that no screen has, with those that there are', () => {
    const height = { phone: 74, desktop: 49 };
    const candidate = remoteDocument({ slots: { 'home.corner': { files: [], height } } });
    expect(codesOf(candidate)).toEqual(['slots.unknown']);
    expect(reasonsOf(candidate)[0]).toContain('home.corner, which no screen has');
    expect(problemsOf(candidate, live())[0]?.remedy).toContain('home.tasks, home.cards');
  });

  // @proves 7.574
  test('a team ships a form below its own segment, as the kind of its row says', () => {
    const [screen = ''] = remoteDocument().rows['/account']?.files ?? [];
    const ofKind = (kind?: 'first' | 'form' | 'gallery') => {
      const rows = { '/account': { ...row, files: [screen], ...(kind && { kind }) } };
      return resized(remoteDocument({ rows }), { [screen]: 35_000 });
    };
    expect(codesOf(ofKind('first'))).toEqual(['budget.scripts']);
    expect(codesOf(ofKind('form'))).toEqual([]);
    expect(codesOf(ofKind('gallery'))).toEqual([]);
    // A release from before there were kinds.
    expect(codesOf(ofKind())).toEqual([]);
  });

  // @proves 7.574
  test("the operator's policy says other budgets, of a part or of all", () => {
    const wide = { budgets: { first: { scripts: 188_000, withSharedModules: 188_000 } } };
    const candidate = resized(remoteDocument(), { 'home.0123456789.js': 38_000 });
    for (const policy of [{ '*': wide }, { account: wide }]) {
      expect(codesOf(candidate, { ...live(), policy })).toEqual([]);
    }
    for (const policy of [{ other: wide }, { '*': wide, account: {} }]) {
      expect(codesOf(candidate, { ...live(), policy })).toEqual(['budget.scripts']);
    }
    const narrow = { '*': { budgets: { form: { styles: 9_000 } } } };
    expect(reasonsOf(remoteDocument(), { ...live(), policy: narrow })).toEqual([
      expect.stringContaining('9,000 are allowed of the kind form.'),
    ]);
  });
});

describe('what is live', () => {
  test('is stable, canary and previous of each part, each version once', async () => {
    const since = '2026-11-22T00:00:00Z';
    const read: string[] = [];
    const state = {
      shell: { stable: version('1'), since, previous: version('1') },
      remotes: {
        account: {
          stable: version('a'),
          since,
          previous: version('b'),
          canary: { version: version('c'), share: 26, offset: 0 },
        },
      },
      teams: {},
    };
    const found = await readLiveReleases(state, async (name, wanted) => {
      read.push(`${name} ${wanted}`);
      return name === 'shell' ? shellDocument() : remoteDocument({ version: wanted });
    });
    expect(read.sort()).toEqual([
      `account ${version('a')}`,
      `account ${version('b')}`,
      `account ${version('c')}`,
      `shell ${version('1')}`,
    ]);
    expect(found.shells).toHaveLength(1);
    expect(found.remotes.account?.map((document) => document.version)).toEqual([
      version('a'),
      version('c'),
      version('b'),
    ]);
    await expect(readLiveReleases(state, async () => undefined)).rejects.toThrow('no document');
  });
});

describe('browsers', () => {
  const shell = (major: number, browsers: Record<string, string>) =>
    shellDocument({ version: `${major}.1.0+${'2'.repeat(12)}`, browsers });
  const runsIn = (ios: string) => live({ shells: [shell(0, { chrome: '109', ios })] });

  // @proves 7.681
  test.each([
    ['a newer one', { chrome: '109', ios: '17.0' }],
    ['fewer of them', { chrome: '109' }],
  ])('refuses a release that needs %s than a live shell', (_, browsers) => {
    for (const candidate of [remoteDocument({ browsers }), shellDocument({ browsers })])
      expect(reasonsOf(candidate, runsIn('16.4'))).toEqual([
        `${candidate.name} ${candidate.version} does not say that it runs in ios 16.4, in which shell 0.1.0+222222222222 runs.`,
      ]);
  });

  test('lets older ones through, and a shell of a new major version', () => {
    expect(
      codesOf(remoteDocument({ browsers: { chrome: '99', ios: '16.4' } }), runsIn('16.10')),
    ).toEqual([]);
    expect(codesOf(shell(1, { chrome: '120' }), runsIn('16.4'))).toEqual([]);
  });
});
