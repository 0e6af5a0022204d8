import { PASSWORD_MIN, passwordLength } from '@portal/shared-contract';

export type Strength = 'too_short' | 'weak' | 'fair' | 'strong';

const FAIR_BITS = 45;
const STRONG_BITS = 65;
/** Kinds of characters, and roughly how many of each kind exist. */
const KINDS: readonly (readonly [RegExp, number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 33],
  [/\p{Lo}/u, 2000],
];

/**
 * Estimates how hard a password is to guess, by its length, its kinds of characters and how many
 * different ones it has. It is a hint and not a rule (product §5.41 and §5.45).
 */
export function strengthOf(password: string): Strength {
  if (passwordLength(password) < PASSWORD_MIN) return 'too_short';
  const text = password.normalize('NFKC');
  const alphabet = KINDS.reduce((sum, [kind, size]) => sum + (kind.test(text) ? size : 0), 0);
  const different = new Set(text).size;
  // Repeated characters add little.
  const bits =
    Math.log2(Math.max(2, alphabet)) * (different + (passwordLength(password) - different) / 4);
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}
