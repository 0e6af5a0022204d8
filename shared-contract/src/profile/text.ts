import * as v from 'valibot';
import { isWellFormed } from '../typed-text.ts';

/** Direction overrides and isolates, which display a text in another order than it is stored. */
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/;
/** Control characters, line and paragraph separators, which a one-line text must not contain. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Anything but spaces, fillers, joiners, tags and the blank of Braille, which are kept beside what is seen. */
const SEEN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** The maximum number of code points per character, which limits stacked combining marks. */
const CODE_POINTS_PER_CHARACTER = 8;

/**
 * One line of text as typed, without leading and trailing spaces. An empty text becomes `null`,
 * which clears the field. Emoji, combining marks and right-to-left names are kept.
 * @param max the maximum length in characters as a reader counts them (grapheme clusters)
 */
export function lineOfText(max: number) {
  return v.nullable(v.pipe(lineOfTextChecks(max), v.transform(emptyAsNull)));
}

/** The checks of {@link lineOfText} as a schema for a string, for fields that transform the text further. */
export function lineOfTextChecks(max: number) {
  return v.pipe(
    v.string(),
    v.transform(trimmed),
    v.check(isPlainLine, 'format.characters'),
    v.check((text) => isAtMost(text, max), 'length.too_long'),
  );
}

/**
 * A text of several lines as typed, without leading and trailing space. An empty one becomes `null`.
 * @param max as of {@link lineOfText}; a line break is one character
 */
export function linesOfText(max: number) {
  return v.nullable(
    v.pipe(
      v.string(),
      // As a browser sends them (HTML §4.10.22) and as Windows copies them.
      v.transform((text) => trimmed(text.replaceAll(/\r\n?/g, '\n'))),
      v.check((text) => text.split('\n').every(isPlainLine), 'format.characters'),
      v.check((text) => isAtMost(text, max), 'length.too_long'),
      v.transform(emptyAsNull),
    ),
  );
}

/** Without space at its ends; a text in which nothing is to be seen is empty. */
const trimmed = (text: string): string => (SEEN.test(text) ? text.trim() : '');

export const emptyAsNull = (text: string): string | null => (text === '' ? null : text);

/** Makes a field mandatory: `required(NameSchema, 'required.last_name')`. */
export function required<S extends v.GenericSchema>(schema: S, key: string) {
  return v.pipe(
    schema,
    v.check((value) => value !== null && value !== undefined && value !== '', key),
  );
}

function isPlainLine(text: string): boolean {
  return isWellFormed(text) && !CONTROLS.test(text) && !BIDI_CONTROLS.test(text);
}

function isAtMost(text: string, max: number): boolean {
  if (text.length <= max) return true;
  // A cheap check first, so that a very long text is not split into characters.
  if (text.length > max * CODE_POINTS_PER_CHARACTER * 2) return false;
  if ([...text].length > max * CODE_POINTS_PER_CHARACTER) return false;
  // A browser without it, such as Firefox 124, leaves the count to the server.
  if (!('Segmenter' in Intl)) return true;
  const characters = new Intl.Segmenter('ja', { granularity: 'grapheme' });
  let count = 0;
  for (const _ of characters.segment(text)) count += 1;
  return count <= max;
}
