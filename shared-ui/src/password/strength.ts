import { PASSWORD_MIN, passwordLength } from '@portal/shared-contract';

export type Strength = 'too_short' | 'weak' | 'fair' | 'strong';

const FAIR_BITS = 45;
const STRONG_BITS = 65;
/** Kinds of character, and how many of each there are about. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 33],
  [/\p{Lo}/u, 2000],
];

/**
 * A hint, no rule (decisions.md «Flows»: no composition rules): how hard to guess a password looks by
 * its length, its kinds of character and how many different ones it has.
 */
export function strengthOf(password: string): Strength {
  if (passwordLength(password) < PASSWORD_MIN) return 'too_short';
  const text = password.normalize('NFKC');
  const alphabet = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(text) ? size : 0), 0);
  const different = new Set(text).size;
  // A repeated character adds little.
  const bits =
    Math.log2(Math.max(2, alphabet)) * (different + (passwordLength(password) - different) / 4);
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}
