import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  isCalendarDate,
  LOCALES,
  type Locale,
  type LocalizedText,
  type PageText,
  type Passes,
  SITE_LINKS,
  type SiteLink,
  type TermsText,
  todayInJapan,
} from '@portal/shared-contract';
import * as v from 'valibot';
import { BrandError } from './brand-error.ts';
import { passTexts } from './passes.ts';
import { readFile } from './read-file.ts';

/** The operator's own terms of service. */
export type BrandTerms = {
  /** The date on which it comes into force, in Japan. */
  readonly version: string;
  /** What is new since the version before, one sentence each. */
  readonly changes: LocalizedText[];
  readonly texts: Readonly<Record<Locale, TermsText>>;
};

/** Pages of the operator's own, for questions, the law and so on. */
export type BrandPages = Partial<Readonly<Record<SiteLink, Readonly<Record<Locale, PageText>>>>>;

const FILE = 'terms.json';
const PAGES_FILE = 'pages.json';
const LAW = 'commerce-law';

const Text = (maxLength: number) =>
  v.pipe(
    v.string('a text'),
    v.trim(),
    v.minLength(1, 'a text'),
    v.maxLength(maxLength, `at most ${maxLength} characters`),
  );
const List = <Schema extends v.GenericSchema>(schema: Schema, maxLength: number) =>
  v.pipe(
    v.array(schema, 'a list'),
    v.minLength(1, 'at least one'),
    v.maxLength(maxLength, `at most ${maxLength}`),
  );

const TextsSchema = v.strictObject({
  opening: Text(4000),
  articles: List(v.strictObject({ title: Text(200), paragraphs: List(Text(4000), 50) }), 100),
});
const PagesSchema = v.strictObject(
  v.entriesFromList(
    SITE_LINKS,
    v.exactOptional(v.strictObject({ ja: TextsSchema, en: TextsSchema })),
  ),
);
const TermsSchema = v.strictObject({
  version: v.pipe(v.string('a date'), v.check(isCalendarDate, 'a date such as 2026-12-01')),
  changes: v.exactOptional(
    v.pipe(
      v.array(v.strictObject({ ja: Text(500), en: Text(500) }), 'a list'),
      v.maxLength(50, 'at most 50'),
    ),
    [],
  ),
  ja: TextsSchema,
  en: TextsSchema,
});

/**
 * The terms of a brand, from terms.json, with what follows from the kinds of passports for `{cancel}` and `{prices}`.
 * @returns undefined for a brand that has the portal's
 * @throws BrandError for a file that is not right, or not in force yet
 */
export function readTerms(folder: string, now: Date, passes: Passes): BrandTerms | undefined {
  if (!existsSync(path.join(folder, FILE))) return undefined;
  const { version, changes, ...texts } = readFile(folder, FILE, TermsSchema);
  if (version > todayInJapan(now)) {
    throw new BrandError(
      `The brand's ${FILE} has the version ${version}, which is in the future. Please put the file there on that day, since members agree to what they can read.`,
    );
  }
  refuseFewerArticles(FILE, texts);
  const [ja, en] = LOCALES.map((locale) => {
    const text = texts[locale];
    refuseOwnRule(FILE, locale, text, passes);
    return { version, ...filledIn(text, passTexts(passes, locale)) };
  });
  return { version, changes, texts: { ja, en } as Record<Locale, TermsText> };
}

/**
 * The pages of a brand, from pages.json, with the brand's name for `{brand}`, and what follows from the kinds of
 * passports for `{cancel}` and `{prices}`.
 * @returns undefined for a brand that has none
 * @throws BrandError for a file that is not right
 */
export function readPages(
  folder: string,
  brand: LocalizedText,
  passes: Passes,
): BrandPages | undefined {
  if (!existsSync(path.join(folder, PAGES_FILE))) return undefined;
  const pages = Object.entries(readFile(folder, PAGES_FILE, PagesSchema));
  return Object.fromEntries(
    pages.map(([name, texts]) => {
      refuseFewerArticles(`${PAGES_FILE}, ${name}`, texts);
      const filled = LOCALES.map((locale) => {
        if (name === LAW) refuseOwnRule(`${PAGES_FILE}, ${LAW}`, locale, texts[locale], passes);
        const values = { brand: brand[locale], ...passTexts(passes, locale) };
        return [locale, filledIn(texts[locale], values)];
      });
      return [name, Object.fromEntries(filled)];
    }),
  );
}

/** @throws BrandError for a text of which readers of one language get less than those of the other */
function refuseFewerArticles(where: string, texts: Readonly<Record<Locale, PageText>>): void {
  const [ja, en] = LOCALES.map((locale) => texts[locale].articles.length);
  if (ja === en) return;
  throw new BrandError(
    `The brand's ${where} has ${ja} articles in Japanese and ${en} in English. Please give both languages the same articles.`,
  );
}

/** Has words about giving back what is bought. */
const GIVING_BACK = /キャンセル|取消|取り消|返金|払い?戻|\b(cancel|refund)/i;

/**
 * What binds a company must not promise anything else than the portal does.
 * @throws BrandError for a text that speaks of giving back without the portal's own sentence
 */
function refuseOwnRule(where: string, locale: Locale, text: PageText, passes: Passes): void {
  const paragraphs = text.articles.flatMap((article) => article.paragraphs);
  const own = [text.opening, ...paragraphs].find((one) => GIVING_BACK.test(one));
  if (own === undefined || paragraphs.some((one) => one.includes('{cancel}'))) return;
  throw new BrandError(
    `The brand's ${where} (${locale}) promises something about giving passports back in words of its own (“${own.slice(0, 40)}…”). Please write {cancel} there. It stands for what passes.json sets: “${passTexts(passes, locale).cancel}”`,
  );
}

function filledIn(
  { opening, articles }: PageText,
  values: Readonly<Record<string, string>>,
): PageText {
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (sign, name) => values[name] ?? sign);
  return {
    opening: filled(opening),
    articles: articles.map(({ title, paragraphs }) => ({
      title: filled(title),
      paragraphs: paragraphs.map(filled),
    })),
  };
}
