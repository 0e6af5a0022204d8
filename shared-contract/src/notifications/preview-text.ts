/** Elements whose content is not text. */
const NO_TEXT = /<(script|style|template|iframe|svg)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** Block elements, which separate words. */
const BLOCK = /<\/?(?:p|br|hr|div|h[1-6]|[uod]l|li|d[td]|t[rdh]|caption|blockquote|pre)\b[^>]*>/gi;
const TAG = /<!--[\s\S]*?(?:-->|$)|<\/?[a-z][^>]*(?:>|$)/gi;
const REFERENCE = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi;

/** The named character references that editors write; others are kept as they are. */
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
 * A notification's body as one line of text, without images. The result must be shown
 * as text: this does not make HTML safe.
 */
export function previewText(html: string): string {
  return html
    .replace(NO_TEXT, ' ')
    .replace(BLOCK, ' ')
    .replace(TAG, '')
    .replace(REFERENCE, (written, hex, decimal, name) => {
      if (name) return NAMED[name] ?? written;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : written;
    })
    .replace(/\s+/g, ' ')
    .trim();
}
