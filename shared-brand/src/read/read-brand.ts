import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  LOCALES,
  type Locale,
  type LocalizedText,
  type Passes,
  type PassName,
  type PortalConfig,
} from '@portal/shared-contract';
import {
  BLACK,
  type ColorName,
  DEFAULT_BRAND_NAME,
  type ThemedColor,
  WHITE,
} from '@portal/shared-contract/brand-values';
import { type LowContrast, lowContrasts } from '@portal/shared-contract/contrast';
import * as v from 'valibot';
import { type BrandLook, ThemedColorSchema } from '../look/look.ts';
import { MenuChangesSchema, MenuLinksSchema } from '../look/menu.ts';
import { svgProblem } from '../look/safe-svg.ts';
import { BrandError } from './brand-error.ts';
import { changedColors, mix, paletteOf, SETTABLE_COLORS, seedsOf } from './colors.ts';
import {
  type BrandDesigns,
  DESIGN_ID,
  DESIGNS_FOLDER,
  offeredDesigns,
  readDesigns,
} from './designs.ts';
import { passesOf, readPasses } from './passes.ts';
import { DEMO_FOLDER, readFile } from './read-file.ts';
import { type BrandPages, type BrandTerms, readPages, readTerms } from './read-terms.ts';
import { ONE_SENDER } from './sender.ts';
import type { BrandTexts } from './texts.ts';

/** What is an operator's own: docs/brand.md. */
export type Brand = {
  readonly name: LocalizedText;
  /** What members call the passport; undefined for the portal's own words. */
  readonly passName?: PassName | undefined;
  /** The sender of email messages, unless `MAIL_FROM` is set; an address alone has the brand's name. */
  readonly mailFrom?: string | undefined;
  /** Undefined for the look of the demo brand. */
  readonly look?: BrandLook | undefined;
  readonly texts?: BrandTexts | undefined;
  /** Below the side menu; undefined for those of the demo brand. */
  readonly links?: PortalConfig['menuLinks'];
  /** Of the side menu. */
  readonly menu?: PortalConfig['menu'];
  /** Undefined for the designs of the demo. */
  readonly designs?: BrandDesigns | undefined;
  /** Undefined for the kinds of passports of the demo. */
  readonly passes?: Passes | undefined;
  /** Undefined for the terms of service of the portal. */
  readonly terms?: BrandTerms | undefined;
  /** Those of the demo for the demo brand. */
  readonly pages?: BrandPages | undefined;
};

type Variables = Readonly<Record<string, string | undefined>>;

const PICTURES = ['logo', 'icon', 'wordmark'] as const;
/** What of the folder is read; pictures of designs are in one of their own. */
const FILES = [
  ...PICTURES.map((name) => `${name}.svg`),
  ...['brand', 'texts.ja', 'texts.en', 'passes', 'terms', 'pages'].map((name) => `${name}.json`),
];

/** They stand in every page, and two languages with all pictures fit into one call of the API. */
const TEXTS_MAX_BYTES = 16_000;
const DESIGNS_MAX = 24;
const REPOSITORY_ROOT = path.resolve(import.meta.dirname, '../../..');

const OneLine = v.pipe(
  v.string('a text'),
  v.trim(),
  v.regex(/^[^\p{Cc}]{1,60}$/u, 'a text of one line with at most 60 characters'),
);

/** It goes into the JSON of texts, as the replacement of a pattern. */
const PassWords = v.pipe(
  OneLine,
  v.regex(/^[^"\\$<>{}]+$/, 'a text without quotation marks, backslashes, $, <, >, { and }'),
);

const Name = v.strictObject({ ja: OneLine, en: OneLine });

const BrandSchema = v.strictObject({
  name: Name,
  passName: v.exactOptional(
    v.strictObject({
      ja: PassWords,
      en: v.strictObject({
        article: v.picklist(['a', 'an'], '“a” or “an”'),
        one: PassWords,
        many: PassWords,
      }),
    }),
  ),
  mailFrom: v.exactOptional(
    v.pipe(
      v.string('a sender'),
      v.regex(ONE_SENDER, 'a sender such as Swan Club <info@swan.example>'),
    ),
  ),
  colors: v.exactOptional(
    v.strictObject(v.entriesFromList(SETTABLE_COLORS, v.exactOptional(ThemedColorSchema))),
  ),
  links: v.exactOptional(
    v.pipe(
      MenuLinksSchema,
      v.check(
        (links) => !JSON.stringify(links).includes(':"http:'),
        'addresses that begin with https://',
      ),
    ),
  ),
  menu: v.exactOptional(MenuChangesSchema),
  designs: v.exactOptional(
    v.pipe(
      v.array(
        v.strictObject({
          id: v.pipe(
            v.string('a text'),
            v.regex(DESIGN_ID, 'small letters, digits and hyphens, such as river'),
          ),
          name: v.exactOptional(Name),
        }),
        'a list of designs',
      ),
      v.minLength(1, 'at least one design'),
      v.maxLength(DESIGNS_MAX, `at most ${DESIGNS_MAX} designs`),
    ),
  ),
});

const TextsSchema = v.record(
  v.string(),
  v.pipe(v.string('a text'), v.maxLength(2000, 'at most 2000 characters')),
);

/**
 * Reads the brand from the folder `BRAND` ({@link FILES}, and pictures in designs). `BRAND_NAME_JA` and
 * `BRAND_NAME_EN` go before the names in it.
 * @throws BrandError that says what is wrong and what would do
 */
export function readBrand(
  { BRAND, BRAND_NAME_JA, BRAND_NAME_EN }: Variables,
  now = new Date(),
): Brand {
  const names = {
    ...(BRAND_NAME_JA && { ja: BRAND_NAME_JA }),
    ...(BRAND_NAME_EN && { en: BRAND_NAME_EN }),
  };
  if (!BRAND) {
    const name = { ...DEFAULT_BRAND_NAME, ...names };
    return { name, pages: readPages(DEMO_FOLDER, name, passesOf({ brand: {} })) };
  }
  const folder = path.resolve(REPOSITORY_ROOT, BRAND);
  if (!existsSync(path.join(folder, 'brand.json'))) {
    throw new BrandError('Please set BRAND to a folder with a file brand.json (docs/brand.md).');
  }
  const unread = readdirSync(folder).find(
    (file) => !/^\./.test(file) && ![...FILES, DESIGNS_FOLDER].includes(file),
  );
  if (unread !== undefined) {
    throw new BrandError(
      `The brand's folder has ${unread}, which nothing reads. Please take it out. These are read: ${FILES.join(', ')}, and the folder ${DESIGNS_FOLDER}.`,
    );
  }
  const {
    name,
    passName,
    mailFrom,
    colors,
    links,
    menu,
    designs: given,
  } = readFile(folder, 'brand.json', BrandSchema);
  const problem = colors && contrastProblem(colors);
  if (problem)
    throw new BrandError(`The colors of the brand cannot be read on each other. ${problem}`);
  const changed = colors && changedColors(paletteOf(colors));
  const look: BrandLook = {
    ...(changed && Object.keys(changed).length > 0 && { colors: changed }),
    ...Object.assign({}, ...PICTURES.map((picture) => readPicture(folder, picture))),
  };
  const texts = Object.fromEntries(
    LOCALES.flatMap((locale) => textsOf(folder, locale) ?? []),
  ) as BrandTexts;
  const designs = readDesigns(folder, given);
  const passes = readPasses(folder, offeredDesigns({ brand: { designs } }));
  const sold = passesOf({ brand: { passes } });
  const terms = readTerms(folder, now, sold);
  const pages = readPages(folder, { ...name, ...names }, sold);
  return {
    name: { ...name, ...names },
    ...(passName && { passName }),
    ...(mailFrom && { mailFrom }),
    ...(Object.keys(look).length > 0 && { look }),
    ...(Object.keys(texts).length > 0 && { texts }),
    ...(links && { links }),
    ...(menu && { menu }),
    ...(designs && { designs }),
    ...(passes && { passes }),
    ...(terms && { terms }),
    ...(pages && { pages }),
  };
}

function readPicture(folder: string, name: (typeof PICTURES)[number]): BrandLook {
  const file = path.join(folder, `${name}.svg`);
  if (!existsSync(file)) return {};
  const svg = readFileSync(file, 'utf8').trim();
  const problem = svgProblem(svg);
  if (problem) throw new BrandError(`The brand's ${name}.svg cannot be used: ${problem}.`);
  return { [name]: svg };
}

function textsOf(folder: string, locale: Locale): [Locale, Record<string, string>][] | undefined {
  const name = `texts.${locale}.json`;
  if (!existsSync(path.join(folder, name))) return undefined;
  const texts = readFile(folder, name, TextsSchema);
  if (Buffer.byteLength(JSON.stringify(texts)) > TEXTS_MAX_BYTES) {
    throw new BrandError(`The brand's ${name} has more than ${TEXTS_MAX_BYTES} bytes.`);
  }
  return [[locale, texts]];
}

type Given = Partial<Readonly<Record<ColorName, ThemedColor>>>;

/** Steps from a color to black or white in which a better one is looked for. */
const STEPS = 50;
const ENDS = [BLACK, WHITE];

/**
 * Says which colors of a brand cannot be read on each other, and what would do.
 * @returns undefined if every pair has the contrast of WCAG 2.2
 */
function contrastProblem(given: Given): string | undefined {
  const palette = paletteOf(given);
  const problems = lowContrasts(palette);
  const [first] = problems;
  if (!first) return undefined;
  const { front, back, theme, contrast, least } = first;
  const shown = (name: ColorName) => `${name} (${palette[name][theme]})`;
  // Rounded down, so that 4.499 is not called 4.5.
  const found = (Math.floor(contrast * 100) / 100).toFixed(2);
  const others = problems.length > 1 ? ` Too low in all: ${problems.length} pairs.` : '';
  return `In the ${theme} theme ${shown(front)} on ${shown(back)} has a contrast of ${found} : 1 and needs ${least} : 1; ${betterColor(given, first)}${others}`;
}

/** The nearest shade of a color that the brand sets with which all pairs of the color are fine. */
function betterColor(given: Given, { front, back, theme }: LowContrast): string {
  const seeds = [...seedsOf(front, given), ...seedsOf(back, given)];
  for (const seed of seeds) {
    const color = given[seed];
    if (!color) continue;
    for (let step = 1; step <= STEPS; step += 1) {
      for (const end of ENDS) {
        const shade = mix(color[theme], end, step / STEPS);
        const changed = { ...given, [seed]: { ...color, [theme]: shade } };
        const stillLow = lowContrasts(paletteOf(changed)).some(
          (pair) => pair.theme === theme && (pair.front === front || pair.back === seed),
        );
        if (!stillLow) return `with ${seed}.${theme} ${shade} it would do.`;
      }
    }
  }
  return `no shade of ${seeds[0] ?? front} would do, so please choose another ${seeds.at(-1) ?? back}.`;
}
