import {
  isDecoratedWord,
  plainPassword,
  undecorated,
  withoutLookalikes,
} from './guessable-password.ts';
import { PASSWORD_MIN, passwordLength } from './password.ts';
import { looksStrong } from './strong-looking.ts';

export type Strength = 'too_short' | 'weak' | 'fair' | 'strong';

const FAIR_BITS = 60;
const STRONG_BITS = 70;
/** Digits and signs at the ends are the first that somebody tries; each counts one bit. */
const DECORATION_MAX_BITS = 4;
/** Kinds of characters, and roughly how many of each kind exist. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 33],
  [/\p{Lo}/u, 2000],
];

/**
 * Estimates how hard a password is to guess, by what remains without capitals, decorations and
 * lookalikes (`P@ssw0rd123!` counts as `password`): its length, its kinds of characters and how many
 * different ones it has. It never calls a password good that the server refuses as common:
 * few of those look strong, and these are listed.
 */
export function strengthOf(password: string): Strength {
  if (passwordLength(password) < PASSWORD_MIN) return 'too_short';
  const { core, decoration } = undecorated(plainPassword(password));
  const bits =
    Math.min(...[core, ...withoutLookalikes(core)].map(bitsOf)) +
    Math.min(decoration, DECORATION_MAX_BITS);
  if (bits < FAIR_BITS || isDecoratedWord(password, looksStrong)) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

/** Repeated characters add little. */
function bitsOf(text: string): number {
  const alphabet = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(text) ? size : 0), 0);
  const different = new Set(text).size;
  return Math.log2(Math.max(2, alphabet)) * (different + ([...text].length - different) / 4);
}
