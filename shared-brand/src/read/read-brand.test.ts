import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SITE_LINKS } from '@portal/shared-contract';
import { EXAMPLE_BRAND } from '../testing/example-brand.ts';
import { readBrand } from './read-brand.ts';

const NAME = { ja: 'かわせみクラブ', en: 'Kawasemi Club' };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brand-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const brandOf = (files: Readonly<Record<string, unknown>>, more = {}) => {
  for (const [name, content] of Object.entries({ 'brand.json': { name: NAME }, ...files })) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    mkdirSync(join(folder, 'designs'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return readBrand({ BRAND: folder, ...more });
};
const colored = (colors: object) => () => brandOf({ 'brand.json': { name: NAME, colors } });

// @proves 3.47
test('the brand is the demo brand, unless a folder is configured', () => {
  const { pages, ...demo } = readBrand({});
  expect(demo).toEqual({ name: { ja: 'つばめメンバーズ', en: 'Tsubame Members' } });
  expect(Object.keys(pages ?? {}).sort()).toEqual([...SITE_LINKS].sort());
  expect(readBrand({ BRAND_NAME_EN: 'Swan Club' }).name.en).toBe('Swan Club');
});

// @proves 16.501
test('a brand says what members call the passport, with the forms that English needs', () => {
  const passName = {
    ja: '年パス',
    en: { article: 'an', one: 'island card', many: 'island cards' },
  };
  expect(brandOf({ 'brand.json': { name: NAME, passName } }).passName).toEqual(passName);
});

// @proves 3.47 16.60
test('the folder has the name, the sender, the colors, the pictures and the texts', () => {
  const brand = readBrand({ BRAND: EXAMPLE_BRAND });
  expect(brand).toMatchObject({
    name: NAME,
    mailFrom: 'Kawasemi Club <info@kawasemi.example>',
    look: {
      colors: { accent: { light: '#0b6470', dark: '#7fd6dc' } },
      logo: expect.stringMatching(/^<svg/),
      icon: expect.stringMatching(/^<svg/),
    },
    texts: { ja: expect.anything(), en: expect.anything() },
  });
  expect(brandOf({}, { BRAND_NAME_JA: '白鳥クラブ' }).name).toEqual({ ...NAME, ja: '白鳥クラブ' });
});

// @proves 16.612
test('files whose names begin with a dot are left alone', () => {
  expect(brandOf({ '.DS_Store': 'x', 'designs/.DS_Store': 'x' })).toMatchObject({ name: NAME });
});

// @proves 16.63
test('colors with too little contrast are refused with the pair, the contrast, and what would do', () => {
  const accent = { light: '#4fb3bd', dark: '#7fd6dc' };
  expect(colored({ accent })).toThrow(
    /^The colors of the brand cannot be read on each other\. In the light theme accent \(#4fb3bd\) on paper \(#fbfbfe\) has a contrast of 2\.\d\d : 1 and needs 4\.5 : 1; with accent\.light #[0-9a-f]{6} it would do\. Too low in all: \d+ pairs\.$/,
  );
  expect(colored({ accent: { light: '#0b6470', dark: '#34535a' } })).toThrow(
    /In the dark theme accent \(#34535a\) on paper \(#0a0b17\) has .* with accent\.dark #[0-9a-f]{6} it would do/,
  );
});

// @proves 16.63
test('a ground that is too dark for the ink is what is to change', () => {
  const paper = { light: '#8a8a8a', dark: '#0a0b17' };
  expect(colored({ paper })).toThrow(
    /ink\.muted \(#32334e\) on paper \(#8a8a8a\) has .* with paper\.light #[0-9a-f]{6} it would do/,
  );
});

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 5 7"/>';
const withDesigns = (...designs: object[]) => ({ 'brand.json': { name: NAME, designs } });

// @proves 16.68 16.70
test('a brand has its own designs, and those of the demo by its own names', () => {
  const { designs } = brandOf({
    ...withDesigns({ id: 'river', name: { ja: '川', en: 'River' } }, { id: 'night' }),
    'designs/river.svg': PICTURE,
    'designs/river.wide.svg': PICTURE,
    'designs/lake.svg': PICTURE,
  });
  expect(designs?.offered).toEqual([
    { id: 'river', name: { ja: '川', en: 'River' } },
    { id: 'night', name: { ja: '夜空', en: 'Night sky' } },
  ]);
  expect(designs?.pictures).toMatchObject({
    ...{ lake: PICTURE, river: PICTURE, 'river.wide': PICTURE },
    ...{ night: expect.any(String), 'night.wide': expect.any(String) },
  });
});

const ARTICLES = { opening: 'Terms', articles: [{ title: '1', paragraphs: ['One.'] }] };
const TERMS = { version: '2026-11-20', ja: ARTICLES, en: ARTICLES };

// @proves 16.72
test('a brand has its own terms of service, on and after the day of their version', () => {
  const at = (time: string) => readBrand({ BRAND: folder }, new Date(time));
  brandOf({});
  expect(at('2026-11-20T00:00:00+09:00').terms).toBeUndefined();
  writeFileSync(join(folder, 'terms.json'), JSON.stringify(TERMS));
  expect(at('2026-11-20T00:00:00+09:00').terms).toEqual({
    version: '2026-11-20',
    changes: [],
    texts: {
      ja: { version: '2026-11-20', ...ARTICLES },
      en: { version: '2026-11-20', ...ARTICLES },
    },
  });
  expect(() => at('2026-11-19T23:59:59+09:00')).toThrow(
    "The brand's terms.json has the version 2026-11-20, which is in the future.",
  );
});

const REFUSED: [string, Readonly<Record<string, unknown>>, string][] = [
  [
    'an unfinished file',
    { 'brand.json': '{"name": {"ja": "x' },
    "The brand's brand.json is not valid JSON: it ends too early. Please close what is opened.",
  ],
  [
    'a comma after the last entry',
    { 'brand.json': '{\n  "name": {\n    "ja": "川, ]",\n  }\n}' },
    "The brand's brand.json is not valid JSON at line 4, column 3: please take out the comma before “}”.",
  ],
  [
    'a word without quotes',
    { 'terms.json': '{\n "version": today }' },
    "The brand's terms.json is not valid JSON at line 2, column 14: “o” cannot stand there.",
  ],
  ['no name', { 'brand.json': {} }, "Please set name in the brand's brand.json: it is missing."],
  [
    'a list in place of a group',
    { 'brand.json': { name: 'Kawasemi' } },
    "Please set name in the brand's brand.json: a group of entries, { … }.",
  ],
  [
    'a color of another form',
    { 'brand.json': { name: NAME, colors: { accent: { light: 'teal', dark: '#7fd6dc' } } } },
    "Please set colors.accent.light in the brand's brand.json: a color such as #2c2f8e, in small letters.",
  ],
  [
    'an unknown color',
    {
      'brand.json': {
        name: NAME,
        colors: { 'fixed.white': { light: '#ffffff', dark: '#ffffff' } },
      },
    },
    "The brand's brand.json has colors.fixed.white, which a brand cannot set (docs/brand.md).",
  ],
  [
    'a sender of two lines',
    { 'brand.json': { name: NAME, mailFrom: 'A <a@b.example>\r\nBcc: <x@y.example>' } },
    "Please set mailFrom in the brand's brand.json: a sender such as Swan Club <info@swan.example>.",
  ],
  ...(
    [
      ['javascript:x', 'url', 'an address that begins with https://'],
      ['http://kawasemi.example/', undefined, 'addresses that begin with https://'],
      [
        { ja: 'https://kawasemi.example/', en: 'http://kawasemi.example/en' },
        undefined,
        'addresses that begin with https://',
      ],
      [
        { ja: 'https://kawasemi.example/' },
        'url',
        'an address that begins with https://, or { "ja": …, "en": … } with one for each language',
      ],
    ] as const
  ).map(([url, at, words]): (typeof REFUSED)[number] => [
    `a link to ${JSON.stringify(url)}`,
    { 'brand.json': { name: NAME, links: [{ name: NAME, url }] } },
    `Please set links${at ? `.0.${at}` : ''} in the brand's brand.json: ${words}.`,
  ]),
  ...['logo.png', 'texts.ko.json', 'Terms.json', 'notes.txt'].map(
    (name): (typeof REFUSED)[number] => [
      `the file ${name}`,
      { [name]: '{}' },
      `The brand's folder has ${name}, which nothing reads. Please take it out. These are read: logo.svg, icon.svg, wordmark.svg, brand.json, texts.ja.json, texts.en.json, passes.json, terms.json, pages.json, and the folder designs.`,
    ],
  ),
  [
    'a photo as a design',
    { ...withDesigns({ id: 'waves' }), 'designs/penguin.jpg': 'x' },
    "The brand's designs/penguin.jpg cannot be used: designs are .svg files.",
  ],
  [
    'a logo with letters of a font',
    { 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><text>K</text></svg>' },
    "The brand's logo.svg cannot be used: it has a <text>: turn text into paths, and save it as plain SVG.",
  ],
  [
    'fewer terms in English',
    {
      'terms.json': {
        ...TERMS,
        ja: { ...ARTICLES, articles: [...ARTICLES.articles, ...ARTICLES.articles] },
      },
    },
    "The brand's terms.json has 2 articles in Japanese and 1 in English. Please give both languages the same articles.",
  ],
  [
    'a design without a picture',
    withDesigns({ id: 'river', name: NAME }),
    'has the design “river”, which has no picture. Please add designs/river.svg, or choose one of the demo: mountain, swallows, waves,',
  ],
  [
    'a design without a name',
    { ...withDesigns({ id: 'river' }), 'designs/river.svg': PICTURE },
    'Please set a name for the design “river”',
  ],
  [
    'a design twice',
    withDesigns({ id: 'waves' }, { id: 'waves' }),
    'has the design “waves” twice.',
  ],
  [
    'a design of a strange id',
    withDesigns({ id: '../x' }),
    "Please set designs.0.id in the brand's brand.json: small letters, digits and hyphens",
  ],
  [
    'pictures that nobody can choose',
    { 'designs/river.svg': PICTURE },
    'The brand has pictures in the folder designs, and its brand.json has no designs.',
  ],
  [
    'a picture of a strange name',
    { ...withDesigns({ id: 'waves' }), 'designs/My River.svg': PICTURE },
    "The brand's designs/My River.svg cannot be used: please name it with small letters",
  ],
  [
    "a picture in place of the portal's",
    { ...withDesigns({ id: 'waves' }), 'designs/waves.svg': PICTURE },
    '“waves” is a design of the demo. Please give the picture another name.',
  ],
  [
    'a design with a script',
    {
      ...withDesigns({ id: 'waves' }),
      'designs/river.svg': PICTURE.replace('/>', '><script/></svg>'),
    },
    "The brand's designs/river.svg cannot be used: it has a <script>.",
  ],
  [
    'a name of the passport without its article',
    {
      'brand.json': { name: NAME, passName: { ja: '年パス', en: { one: 'card', many: 'cards' } } },
    },
    "Please set passName.en.article in the brand's brand.json",
  ],
  [
    'a name of the passport that breaks texts',
    {
      'brand.json': {
        name: NAME,
        passName: { ja: '年"パス', en: { article: 'a', one: 'card', many: 'cards' } },
      },
    },
    "Please set passName.ja in the brand's brand.json: a text without quotation marks",
  ],
  [
    'terms without a date',
    { 'terms.json': { ...TERMS, version: '1' } },
    "Please set version in the brand's terms.json: a date such as 2026-12-01.",
  ],
  [
    'terms in one language',
    { 'terms.json': { ...TERMS, en: { ...ARTICLES, articles: [] } } },
    "Please set en.articles in the brand's terms.json: at least one.",
  ],
  [
    'too many texts',
    { 'texts.ja.json': Object.fromEntries([...Array(20)].map((_, at) => [at, 'あ'.repeat(300)])) },
    "The brand's texts.ja.json has more than 16000 bytes.",
  ],
];

const ADULT = {
  id: 'adult',
  name: { ja: 'おとな', en: 'Adult' },
  price: 9800,
  tax: 10,
  valid: { years: 1 },
  photo: true,
  address: true,
  cancel: 'day-before',
};
const passes = (...kinds: object[]) => ({ 'passes.json': { childBelow: 12, kinds } });

// @proves 16.950
test('a brand has its own kinds of passports, also from a file with a byte order mark', () => {
  const season = {
    ...ADULT,
    id: 'winter',
    valid: { from: '2026-12-01', until: '2027-03-31' },
    ages: { from: 3, below: 65 },
    designs: ['waves'],
    cancel: { unused: 14 },
    sold: { from: '2026-11-01' },
  };
  expect(brandOf(passes(ADULT, season)).passes).toEqual({ childBelow: 12, kinds: [ADULT, season] });
  const text = `\uFEFF${JSON.stringify(passes(ADULT)['passes.json'])}`;
  expect(brandOf({ 'passes.json': text }).passes?.kinds).toEqual([ADULT]);
});

const KINDS_REFUSED: [string, Readonly<Record<string, unknown>>, string][] = [
  ['no kind', passes(), "Please set kinds in the brand's passes.json: at least one kind."],
  [
    'no age of children',
    { 'passes.json': { kinds: [ADULT] } },
    "Please set childBelow in the brand's passes.json: it is missing.",
  ],
  [
    'a price as a text',
    passes({ ...ADULT, price: '9,800円' }),
    "Please set kinds.0.price in the brand's passes.json: a number.",
  ],
  [
    'a rate that is none',
    passes({ ...ADULT, tax: 110 }),
    "Please set kinds.0.tax in the brand's passes.json: at most 99.",
  ],
  [
    'a price under another name',
    passes({ ...ADULT, fee: 1 }),
    "The brand's passes.json has kinds.0.fee, which a brand cannot set (docs/brand.md).",
  ],
  [
    'no period',
    passes(ADULT, { ...ADULT, id: 'b', valid: { year: 1 } }),
    'Please set kinds.1.valid in the brand\'s passes.json: one of { "days": 30 }, { "months": 6 }, { "years": 1 } and { "from": …, "until": … }.',
  ],
  [
    'a rule of giving back that is none',
    passes({ ...ADULT, cancel: '14 days' }),
    'Please set kinds.0.cancel in the brand\'s passes.json: "day-before", "never" or { "unused": 14 }.',
  ],
  [
    'more days than uses are kept',
    passes({ ...ADULT, cancel: { unused: 365 } }),
    "Please set kinds.0.cancel.unused in the brand's passes.json: at most 90.",
  ],
  [
    'a day that is none',
    passes({ ...ADULT, sold: { from: '2026-02-30' } }),
    "Please set kinds.0.sold.from in the brand's passes.json: a date such as 2026-12-01.",
  ],
  [
    'a kind twice',
    passes(ADULT, ADULT),
    "The brand's passes.json has the kind “adult” twice. Please give each an id of its own.",
  ],
  [
    'ages that nobody has',
    passes({ ...ADULT, ages: { from: 12, below: 12 } }),
    "The brand's passes.json has the kind “adult” for ages from 12 and below 12, which nobody has. Please set a larger ages.below.",
  ],
  [
    'a season that ends before it begins',
    passes({ ...ADULT, valid: { from: '2026-12-01', until: '2026-03-31' } }),
    "The brand's passes.json has the kind “adult” with valid from 2026-12-01 until 2026-03-31, which is before it. Please set a later valid.until.",
  ],
  [
    'a design that nobody can choose',
    passes({ ...ADULT, designs: ['river'] }),
    "The brand's passes.json has the kind “adult” with the design “river”, which members cannot choose. Please name one of: mountain, swallows,",
  ],
];

// @proves 16.950
test.each(KINDS_REFUSED)('refuses kinds of passports with %s', (_, files, words) => {
  expect(() => brandOf(files)).toThrow(words);
});

// @proves 16.60 16.612 16.613
test.each(REFUSED)('refuses a brand with %s', (_, files, words) => {
  expect(() => brandOf(files)).toThrow(words);
});
