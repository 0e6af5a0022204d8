import { isDecoratedWord } from '@portal/shared-contract/guessable-password';
import { strengthOf } from '@portal/shared-contract/password-strength';
import { dictionary } from '@zxcvbn-ts/language-common';

test.each([
  ['', 'too_short'],
  ['short', 'too_short'],
  ['aaaaaaaa', 'weak'],
  ['12345678', 'weak'],
  ['password', 'weak'],
  ['password123', 'weak'],
  ['P@ssw0rd123!', 'weak'],
  ['iloveyou2024', 'weak'],
  ['manchester2026!', 'weak'],
  ['1qaz2wsx3edc!', 'weak'],
  ['yuzu-to-kinako', 'fair'],
  ['correct horse battery', 'strong'],
  ['Tr0ub4dor&3xyz', 'strong'],
  ['桜餅と抹茶と番茶', 'strong'],
  // Full-width letters count as their ASCII letters (NFKC).
  ['ａａａａａａａａ', 'weak'],
] as const)('%s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});

const common = (dictionary['passwords-common'] ?? []).map(String);
const set = new Set(common);
/** All of them take ten seconds. */
const sample = common.filter((_, at) => at % 10 === 0);
const lookalikes: Readonly<Record<string, string>> = { a: '@', e: '3', i: '1', o: '0', s: '$' };
const DECORATIONS: readonly (readonly [string, (word: string) => string])[] = [
  ['as they are', (word) => word],
  ['with a year', (word) => `${word}2026`],
  ['between signs', (word) => `!${word.toUpperCase()}123!`],
  ['with lookalikes', (word) => `${word.replace(/[aeios]/g, (one) => lookalikes[one] ?? '')}!1`],
  ['backwards', (word) => `${[...word].reverse().join('')}1234`],
  ['twice', (word) => `${word}${word}1`],
];

// @proves 5.45
test.each(DECORATIONS)(
  'never calls a common password good that the server refuses: %s',
  (_, decorate) => {
    const good = sample.filter((word) => {
      const password = decorate(word);
      // The strength first, because it is the quicker question.
      const isGood = !['too_short', 'weak'].includes(strengthOf(password));
      return isGood && isDecoratedWord(password, (one) => set.has(one));
    });
    // What is found belongs, as its hash, into the contract's password-strength.ts.
    expect(good).toEqual([]);
  },
);
