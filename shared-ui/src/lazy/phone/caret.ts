/** Digits and plus signs, of any width. All other characters are formatting. */
const MEANT = /[\d\uFF10-\uFF19+\uFF0B]/;

/** Returns the number of digits and plus signs before an index of a text. */
export function significantBefore(text: string, place: number): number {
  return [...text.slice(0, place)].filter((character) => MEANT.test(character)).length;
}

/**
 * Returns the caret's index after a number was formatted again: after as many digits and plus signs
 * as before, so that editing in the middle of a number does not move the caret to the end.
 */
export function caretAfter(text: string, meant: number): number {
  if (meant === 0) return 0;
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (MEANT.test(text[place] ?? '')) seen += 1;
    if (seen === meant) return place + 1;
  }
  return text.length;
}
