import { inMembersEnglish, withPassName } from './pass-name.ts';

const NAME = {
  ja: '年パス',
  en: { article: 'an', one: 'island card', many: 'island cards' },
} as const;

// @proves 16.500
test.each([
  ['ja', '年間パスポートをゆずる', '年パスをゆずる'],
  ['ja', '年間\u200bパスポートと\u200bパスポート番号', '年パスと\u200b年パス番号'],
  ['en', 'Buy a passport', 'Buy an island card'],
  ['en', 'A passport of <0>passports</0>', 'An island card of <0>island cards</0>'],
  ['en', 'Passports: your passport’s page', 'Island cards: your island card’s page'],
  ['en', 'Annual passport, an annual passport', 'Island card, an island card'],
  [
    'en',
    'Passes: your pass’s page, an annual pass',
    'Island cards: your island card’s page, an island card',
  ],
  ['en', 'a passkey, the password', 'a passkey, the password'],
] as const)('in %s, %s is %s', (locale, text, renamed) => {
  expect(withPassName(text, locale, NAME)).toBe(renamed);
});

// @proves 16.510
test.each([
  ['Annual passport: your passport’s page, a passport', 'Annual pass: your pass’s page, a pass'],
  ['["Passports of ",["passports"]]', '["Passes of ",["passports"]]'],
  ['JSON.parse("[[\\"passports\\"]]")', 'JSON.parse("[[\\"passports\\"]]")'],
])('members read %s as %s', (text, shown) => {
  expect(inMembersEnglish(text)).toBe(shown);
});
