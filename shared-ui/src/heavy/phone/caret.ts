/** Digits and plus signs, of any width: what a number means. The rest is how it is written. */
const MEANT = /[\d\uFF10-\uFF19+\uFF0B]/;

/** How many meant characters stand before a place in a text. */
export function meantBefore(text: string, place: number): number {
  return [...text.slice(0, place)].filter((character) => MEANT.test(character)).length;
}

/**
 * Where the caret belongs after a number was formatted anew: behind as many meant characters as
 * before, so that typing, deleting and pasting in the middle of a number do not throw it to the end.
 */
export function placeAfter(text: string, meant: number): number {
  if (meant === 0) return 0;
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (MEANT.test(text[place] ?? '')) seen += 1;
    if (seen === meant) return place + 1;
  }
  return text.length;
}
