import type { ReactElement } from 'react';
import { avatar } from '#styled/recipes/avatar.js';

export type AvatarProps = {
  /** The name as shown beside it; its first letters stand for it. */
  readonly name: string;
  readonly size?: 'sm' | 'md';
};

/** The member's initials. Decoration: the name itself stands beside it. */
export function Avatar({ name, size }: AvatarProps): ReactElement {
  return (
    <span aria-hidden="true" className={avatar({ size })}>
      {initials(name)}
    </span>
  );
}

/** Latin names: two initials. Others: the first letter, since 山花 would be no abbreviation. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u);
  const firsts = words.map(firstLetter).filter((letter) => letter !== '');
  const [first = ''] = firsts;
  if (!/^\p{Script=Latin}/u.test(first)) return first;
  return (first + (firsts.length > 1 ? firsts.at(-1) : '')).toLocaleUpperCase();
}

/** The first letter as a reader sees it: combining marks and joined emoji stay whole. */
function firstLetter(word: string): string {
  const [first] = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word);
  return first?.segment ?? '';
}
