import { readFile } from 'node:fs/promises';
import { createCompiledCatalog } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';
import type { Locale } from '@portal/shared-contract';
import { inMembersEnglish } from '@portal/shared-contract/pass-name';
import { loadDefaultJapaneseParser } from 'budoux';

/** By the message's id: a text is a list of its parts, and a value is a list of its own. */
export type CompiledCatalog = Record<string, string | ReadonlyArray<unknown>>;

type Catalog = Record<string, { translation?: string; message?: string; obsolete?: boolean }>;

export async function compiledCatalog(file: string): Promise<CompiledCatalog> {
  const locale = file.endsWith('/ja.po') ? 'ja' : 'en';
  const po = await formatter().parse(await readFile(file, 'utf8'), {
    locale,
    sourceLocale: 'en',
    filename: file,
  });
  const messages = Object.fromEntries(
    Object.entries(po as Catalog)
      .filter(([, { obsolete }]) => !obsolete)
      .map(([id, { translation, message }]) => [id, translation || message || id]),
  );
  return compiledMessages(messages, locale);
}

/** The script of compiled texts as members read them: with marks between phrases, and with passes in English. */
export const asShown = (source: string, locale: Locale): string =>
  locale === 'ja' ? withPhraseBreaks(source) : inMembersEnglish(source);

export function compiledMessages(
  messages: Readonly<Record<string, string>>,
  locale: Locale,
): CompiledCatalog {
  const { source } = createCompiledCatalog(locale, messages, { namespace: 'es' });
  return compiledIn(asShown(source, locale));
}

/** A place where a line may break, of no width (U+200B). */
const BREAK = '\u200b';
/** Shorter texts fit on a line of a phone; longer ones are no headings or buttons. */
const HEADING_LENGTH = { min: 12, max: 25 } as const;
/** Stands for a value while the text is split, since the text around it depends on it. A noun as long as a name. */
const VALUE = '名前'.repeat(4);

const parser = loadDefaultJapaneseParser();

/**
 * Marks the ends of phrases in the short texts of a compiled Japanese catalog, where headings and buttons may break.
 * Browsers without `word-break: auto-phrase` break anywhere else only if a phrase is wider than the line (the `heading`
 * and `button` recipes). Sentences stay as they are: they have lines enough, and the marks would cost bytes.
 * @param code the module that Lingui's loader makes of a catalog
 */
export function withPhraseBreaks(code: string): string {
  return code.replace(LITERAL, (literal) => {
    const catalog = parsed(literal);
    const marked = Object.entries(catalog).map(([id, text]) => [id, markText(text)]);
    return JSON.stringify(JSON.stringify(Object.fromEntries(marked)));
  });
}

export const compiledIn = (code: string): CompiledCatalog =>
  parsed(LITERAL.exec(code)?.[0] ?? '""');

const LITERAL = /(?<=JSON\.parse\()"(?:[^"\\]|\\.)*"(?=\))/;
const parsed = (literal: string) => JSON.parse(JSON.parse(literal)) as CompiledCatalog;

function markText(text: CompiledCatalog[string]): CompiledCatalog[string] {
  const parts = typeof text === 'string' ? [text] : text;
  const words = parts.map((part) => (typeof part === 'string' ? part : VALUE)).join('');
  const { length } = words;
  if (length < HEADING_LENGTH.min || length > HEADING_LENGTH.max || /[。<]/.test(words))
    return text;
  const breaks = breaksOf(words);
  let start = 0;
  const marked = parts.map((part, index) => {
    const [from, to] = [start, start + (typeof part === 'string' ? part : VALUE).length];
    start = to;
    if (typeof part !== 'string') return part;
    // Nothing can stand in a value: a break before or behind it is in the text beside it.
    const isIn = (at: number) => (at > from || (at === from && index > 0)) && at <= to;
    return breaks
      .filter(isIn)
      .reduceRight((all, at) => all.slice(0, at - from) + BREAK + all.slice(at - from), part);
  });
  return typeof text === 'string' ? (marked[0] as string) : marked;
}

/** Where phrases end within a text. A space and a line break are places to break already. */
function breaksOf(text: string): number[] {
  let at = 0;
  return text.split(/(\s+)/).flatMap((words) => {
    const ends = parser.parse(words).map((phrase) => (at += phrase.length));
    return ends.slice(0, -1);
  });
}
