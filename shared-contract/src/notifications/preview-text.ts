/** What is in these is no text. */
const NO_TEXT = /<(script|style|template|iframe|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** Between these a reader sees a gap. */
const APART = /<\/?(?:p|br|hr|div|h[1-6]|[uod]l|li|d[td]|t[rdh]|caption|blockquote|pre)\b[^>]*>/gi;
const TAG = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^>]*(?:>|$)/gi;
const REFERENCE = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi;

/** References that editors write; others stay as they stand. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  copy: '©',
  gt: '>',
  hellip: '…',
  laquo: '«',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  middot: '·',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  raquo: '»',
  rdquo: '”',
  reg: '®',
  rsquo: '’',
  times: '×',
  trade: '™',
  yen: '¥',
};
const LAST_CODE_POINT = 0x10ffff;

/**
 * The words of a notification's body in one line, without its pictures (spec §3). It is text and must be
 * shown as text: nothing here makes HTML safe.
 */
export function previewText(html: string): string {
  return html
    .replace(NO_TEXT, ' ')
    .replace(APART, ' ')
    .replace(TAG, '')
    .replace(REFERENCE, (written, hex, decimal, name) => {
      if (name) return NAMED[name] ?? written;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : written;
    })
    .replace(/\s+/g, ' ')
    .trim();
}
