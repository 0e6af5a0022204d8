import { VERIFICATION_TYPES } from '@portal/shared-contract';
import {
  type AccountNotice,
  emailChangedLetter,
  emailWelcomeLetter,
  farewellLetter,
  noticeLetter,
} from './account-letters.ts';
import { type CodeType, codeLetter, codeSms } from './code-messages.ts';
import { lockedLetter, welcomeLetter } from './getting-in-letters.ts';
import { renderMail } from './letter.ts';

const BRAND = { name: { ja: 'つばめメンバーズ', en: 'Tsubame Members' } };
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const UNDO = 'https://portal.example/undo-email-change?token=abc';
const NOTICES: AccountNotice[] = [
  'password_changed',
  'mfa_enabled',
  'passkey_added',
  'line_linked',
];

describe.each(['ja', 'en'] as const)('letters in %s', (locale) => {
  const letters = [
    ...VERIFICATION_TYPES.filter((type) => type !== 'verify_email_link').map(
      (type) => [type, codeLetter(locale, type as CodeType, '123456')] as const,
    ),
    ...NOTICES.map((notice) => [notice, noticeLetter(locale, notice)] as const),
    ['email changed', emailChangedLetter(locale, 'n***w@example.com', UNDO)] as const,
    ['email welcome', emailWelcomeLetter(locale)] as const,
    ['farewell', farewellLetter(locale)] as const,
    ['welcome', welcomeLetter(locale, { homeUrl: UNDO })] as const,
    ['welcome by LINE', welcomeLetter(locale, { homeUrl: 'x', setPasswordUrl: UNDO })] as const,
    ['locked', lockedLetter(locale, UNDO)] as const,
  ];

  test.each(letters)(
    '%s is in its language, in text and in HTML, and loads nothing',
    (_, letter) => {
      const { subject, text, html } = renderMail(BRAND, locale, letter);
      expect(subject).toContain(BRAND.name[locale]);
      for (const part of [subject, text, html]) expect(JAPANESE.test(part)).toBe(locale === 'ja');
      for (const line of letter.paragraphs) expect(text).toContain(line);
      if (letter.code) for (const part of [text, html]) expect(part).toContain(letter.code);
      if (letter.button) for (const part of [text, html]) expect(part).toContain(UNDO);
      expect(html).toContain(`<html lang="${locale}">`);
      expect(html).not.toMatch(/<script|<img|<link|src=|url\(|\[object|undefined/);
    },
  );

  test('a text message holds its code and is short', () => {
    const text = codeSms(BRAND.name[locale], locale, 'mfa_login', '123456');
    expect(text).toContain('123456');
    expect(text.length).toBeLessThan(160);
  });
});

test('whatever a letter holds is escaped, and a subject is one line', () => {
  const letter = {
    subject: 'a\r\nBcc: x@example.com',
    paragraphs: ['<script>alert(1)</script> & "quoted"'],
  };
  const { subject, html } = renderMail({ name: { ja: '<b>', en: '<b>' } }, 'en', letter);
  expect(subject).toBe('a Bcc: x@example.com – <b>');
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot;');
});
