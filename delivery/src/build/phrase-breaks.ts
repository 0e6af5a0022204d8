import { loadDefaultJapaneseParser } from 'budoux';

/** A place where a line may break, of no width (U+200B). */
const BREAK = '\u200b';
/** Shorter texts fit on a line of a phone; longer ones are no headings or buttons. */
const HEADING_LENGTH = { min: 13, max: 40 } as const;
/** The compiled catalog: a text is a list of its parts, and a value is a list of its own. */
type Catalog = Record<string, string | ReadonlyArray<unknown>>;

const parser = loadDefaultJapaneseParser();

/**
 * Marks the ends of phrases in the short texts of a compiled Japanese catalog, where headings and
 * buttons may break. Browsers without `word-break: auto-phrase` break anywhere else only if a phrase
 * is wider than the line (the `heading` and `button` recipes). Sentences stay as they are: they have
 * lines enough, and the marks would cost bytes.
 * @param code the module that Lingui's loader makes of a catalog
 */
export function withPhraseBreaks(code: string): string {
  return code.replace(/(?<=JSON\.parse\()"(?:[^"\\]|\\.)*"(?=\))/, (literal) => {
    const catalog = JSON.parse(JSON.parse(literal)) as Catalog;
    const marked = Object.entries(catalog).map(([id, text]) => [id, markText(text)]);
    return JSON.stringify(JSON.stringify(Object.fromEntries(marked)));
  });
}

function markText(text: Catalog[string]): Catalog[string] {
  const parts = typeof text === 'string' ? [text] : text;
  const words = parts.filter((part) => typeof part === 'string').join('');
  const { length } = words;
  if (length < HEADING_LENGTH.min || length > HEADING_LENGTH.max || /[。<]/.test(words))
    return text;
  const marked = parts.map((part) => (typeof part === 'string' ? markPhrases(part) : part));
  return typeof text === 'string' ? (marked[0] as string) : marked;
}

/** A space and a line break are places to break already. */
function markPhrases(part: string): string {
  return part
    .split(/(\s+)/)
    .map((words) => parser.parse(words).join(BREAK))
    .join('');
}
