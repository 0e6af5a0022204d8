import { avatar } from '#styled/recipes/avatar.js';

/** The initials of the name that stands next to it. Decorative. */
export function Avatar({ name }: { readonly name: string }) {
  return (
    <span aria-hidden="true" className={avatar()}>
      {initials(name)}
    </span>
  );
}

/** Returns two initials for a Latin name, and the first character for any other (two kanji are no abbreviation). */
function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const firsts = words.map(firstLetter).filter((letter) => letter !== '');
  const [first = ''] = firsts;
  if (!/^\p{Script=Latin}/u.test(first)) return first;
  return (first + (firsts.length > 1 ? firsts.at(-1) : '')).toLocaleUpperCase();
}

/** Returns the first grapheme, so that combining marks and joined emoji stay whole. */
function firstLetter(word: string): string {
  const characters =
    'Segmenter' in Intl && new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const [first] = characters ? characters.segment(word) : [];
  return first?.segment ?? [...word][0] ?? '';
}
