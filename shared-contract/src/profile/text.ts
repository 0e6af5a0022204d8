import * as v from 'valibot';

/** Direction overrides and isolates: they let a text show in another order than it is stored. */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/;
/** Control characters, line and paragraph separators: no field of one line has them. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** So many code points per character at most, so that marks cannot be stacked without end. */
const CODE_POINTS_PER_CHARACTER = 8;

const characters = new Intl.Segmenter('ja', { granularity: 'grapheme' });

/**
 * One line of text as the member typed it, without spaces at its ends; an empty one is `null`, which
 * is how a cleared field is sent. Emoji, combining marks and right-to-left names are kept.
 * @param max characters as a reader counts them (grapheme clusters)
 */
export function lineOfText(max: number) {
  return v.nullable(v.pipe(lineOfTextChecks(max), v.transform(emptyAsNull)));
}

/** The same, still a string: for fields that change the text before it is checked further. */
export function lineOfTextChecks(max: number) {
  return v.pipe(
    v.string(),
    v.transform((text) => text.trim()),
    v.check(isPlainLine, 'format.characters'),
    v.check((text) => isAtMost(text, max), 'length.too_long'),
  );
}

export const emptyAsNull = (text: string): string | null => (text === '' ? null : text);

/** A field that must be filled in: `required(NameSchema, 'required.last_name')`. */
export function required<S extends v.GenericSchema>(schema: S, key: string) {
  return v.pipe(
    schema,
    v.check((value) => value !== null && value !== undefined && value !== '', key),
  );
}

function isPlainLine(text: string): boolean {
  // A lone surrogate is no text: no database stores it.
  return text.isWellFormed() && !CONTROLS.test(text) && !BIDI_CONTROLS.test(text);
}

function isAtMost(text: string, max: number): boolean {
  if (text.length <= max) return true;
  // Looked at first, so that a text of a megabyte is not cut into characters.
  if (text.length > max * CODE_POINTS_PER_CHARACTER * 2) return false;
  if ([...text].length > max * CODE_POINTS_PER_CHARACTER) return false;
  let count = 0;
  for (const _ of characters.segment(text)) count += 1;
  return count <= max;
}
