import { isDecoratedWord, isMadeOfOwnWords } from './guessable-password.ts';

const COMMON = new Set([
  'password',
  'iloveyou',
  'letmein',
  'hello',
  'dragon',
  'princess',
  '1q2w3e',
]);
const isCommon = (word: string) => COMMON.has(word);

// @proves 5.42
test.each([
  'password',
  'PASSWORD',
  'ｐａｓｓｗｏｒｄ',
  'P@ssw0rd123!',
  'password1234567',
  'iloveyou2024',
  '2024iloveyou',
  'letmein!23',
  'l3tm31n!!',
  'princes$99',
  'drowssap1',
  'hellohello',
  '!!dr4g0n!!',
  '1q2w3e2026!',
])('%s is a decorated word', (password) => {
  expect(isDecoratedWord(password, isCommon)).toBe(true);
});

// @proves 5.41
test.each([
  'password-and-plum',
  'password123456789',
  'iloveyouandmochi',
  'correct horse battery staple',
  '桜餅と抹茶と番茶',
  '🐤🐤🐤🐤🐤🐤🐤🐤',
  '48151623420815',
])('%s is none', (password) => {
  expect(isDecoratedWord(password, isCommon)).toBe(false);
});

const OWN = ['Tsubame Members', 'Hanako', 'Yamada', '山田', 'hanako.y@example.com', 'Tokyo'];

// @proves 5.48
test.each([
  'Tsubame2026',
  'tsubame-members!',
  'T5ubame99',
  'YamadaHanako',
  'hanako_1990',
  'hanako@example',
  'tokyo-yamada-1',
  'yamadapassword1',
  '山田hanako12',
])('%s is made of own words', (password) => {
  expect(isMadeOfOwnWords(password, OWN, isCommon)).toBe(true);
});

// @proves 5.41
test.each(['hanako-likes-plums', 'tsubame no su wo mita', 'passworddragon', 'moyamadao12'])(
  '%s is not',
  (password) => {
    expect(isMadeOfOwnWords(password, OWN, isCommon)).toBe(false);
  },
);

/** A rule that tries every pair of places would ask a hundred times as often. */
const MOST_LOOKUPS = 1_000;

test('a password of 128 signs is looked up in few words', () => {
  const isNone = jest.fn(() => false);
  const password = `${'1'.repeat(60)}${'a'.repeat(8)}${'!'.repeat(60)}`;
  expect(isDecoratedWord(password, isNone)).toBe(false);
  expect(isMadeOfOwnWords(password, OWN, isNone)).toBe(false);
  expect(isNone.mock.calls.length).toBeLessThan(MOST_LOOKUPS);
});
