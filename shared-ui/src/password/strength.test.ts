import { strengthOf } from './strength.ts';

test.each([
  ['', 'too_short'],
  ['short', 'too_short'],
  ['aaaaaaaa', 'weak'],
  ['12345678', 'weak'],
  ['password', 'weak'],
  ['yuzu-to-kinako', 'fair'],
  ['correct horse battery', 'strong'],
  ['Tr0ub4dor&3xyz', 'strong'],
  ['桜餅と抹茶と番茶', 'strong'],
  // Full-width letters count as their ASCII letters (NFKC).
  ['ａａａａａａａａ', 'weak'],
] as const)('%s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
