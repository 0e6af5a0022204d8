import { LOCALES, VERIFICATION_TYPES } from '@portal/shared-contract';
import type { CodeType, SecurityNotice } from '../domain/messages.ts';
import {
  accountClosedEmail,
  emailChangedEmail,
  emailWelcomeEmail,
  noticeEmail,
} from './account-emails.ts';
import { codeEmail, codeSms } from './code-messages.ts';
import { renderMail } from './email-message.ts';
import { lockedEmail, welcomeEmail } from './onboarding-emails.ts';

const BRAND = { name: { ja: 'つばめメンバーズ', en: 'Tsubame Members' } };
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const UNDO = 'https://portal.example/undo-email-change?token=abc';
const NOTICES: Readonly<Record<SecurityNotice, true>> = {
  password_set: true,
  password_changed: true,
  mfa_enabled: true,
  mfa_disabled: true,
  mfa_channel_changed: true,
  totp_added: true,
  totp_removed: true,
  recovery_codes_made: true,
  recovery_code_used: true,
  passkey_added: true,
  passkey_removed: true,
  line_linked: true,
  line_unlinked: true,
  email_change_undone: true,
};

// @proves 1.22
describe.each(LOCALES)('e-mails in %s', (locale) => {
  const messages = [
    ...VERIFICATION_TYPES.filter((type) => type !== 'verify_email_link').map(
      (type) => [type, codeEmail(locale, type as CodeType, '123456')] as const,
    ),
    ...(Object.keys(NOTICES) as SecurityNotice[]).map(
      (notice) => [notice, noticeEmail(locale, notice)] as const,
    ),
    ['email changed', emailChangedEmail(locale, 'n***w@example.com', UNDO)] as const,
    ['email welcome', emailWelcomeEmail(locale)] as const,
    ['account closed', accountClosedEmail(locale)] as const,
    ['welcome', welcomeEmail(locale, { homeUrl: UNDO })] as const,
    ['welcome by LINE', welcomeEmail(locale, { homeUrl: 'x', setPasswordUrl: UNDO })] as const,
    ['locked', lockedEmail(locale, UNDO)] as const,
  ];

  test.each(messages)(
    '%s is in this language, in text and in HTML, and loads nothing',
    (_, message) => {
      const { subject, text, html } = renderMail(BRAND, locale, message);
      expect(subject).toContain(BRAND.name[locale]);
      for (const part of [subject, text, html]) expect(JAPANESE.test(part)).toBe(locale === 'ja');
      for (const line of message.paragraphs) expect(text).toContain(line);
      if (message.code) for (const part of [text, html]) expect(part).toContain(message.code);
      if (message.button) for (const part of [text, html]) expect(part).toContain(UNDO);
      expect(html).toContain(`<html lang="${locale}">`);
      expect(html).not.toMatch(/<script|<img|<link|src=|url\(|\[object|undefined/);
    },
  );

  test('a text message has the code and fits into 160 characters', () => {
    const text = codeSms(BRAND.name[locale], locale, 'mfa_login', '123456');
    expect(text).toContain('123456');
    expect(text.length).toBeLessThan(160);
  });
});

test('escapes every value, and keeps the subject on one line', () => {
  const message = {
    subject: 'a\r\nBcc: x@example.com',
    paragraphs: ['<script>alert(1)</script> & "quoted"'],
  };
  const { subject, html } = renderMail({ name: { ja: '<b>', en: '<b>' } }, 'en', message);
  expect(subject).toBe('a Bcc: x@example.com – <b>');
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot;');
});
