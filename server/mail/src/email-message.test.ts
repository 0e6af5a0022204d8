import {
  dataExportEmail,
  emailWelcomeEmail,
  lockedEmail,
  welcomeEmail,
} from '@portal/server-accounts/mails/account-emails';
import { codeEmail } from '@portal/server-accounts/mails/code-messages';
import { securityEmail } from '@portal/server-accounts/mails/security-emails';
import type { CodeType, SecurityNotice, WayOut } from '@portal/server-members/messages';
import {
  movedPassportEmail,
  passportOfferedEmail,
} from '@portal/server-passports/mails/gift-emails';
import {
  orderEmail,
  passportReminderEmail,
  receiptEmail,
} from '@portal/server-passports/mails/passport-emails';
import { translator } from '@portal/server-platform/texts/i18n';
import { ADULT } from '@portal/server-testing/passports';
import { LOCALES, VERIFICATION_TYPES } from '@portal/shared-contract';
import { COLORS } from '@portal/shared-contract/brand-values';
import { renderMail } from './email-message.ts';

const BRAND = { name: { ja: 'つばめメンバーズ', en: 'Tsubame Members' } };
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const UNDO = 'https://portal.example/undo-changes?token=abc';
const NOTICES: Readonly<Record<SecurityNotice, true>> = {
  password_set: true,
  password_changed: true,
  mfa_enabled: true,
  mfa_disabled: true,
  mfa_channel_changed: true,
  mfa_codes_off: true,
  totp_added: true,
  totp_removed: true,
  recovery_codes_made: true,
  recovery_code_used: true,
  recovery_asked: true,
  passkey_added: true,
  passkey_removed: true,
  line_linked: true,
  line_unlinked: true,
  phone_changed: true,
  phone_removed: true,
  email_changed: true,
  account_closed: true,
  account_reopened: true,
  closing_undone: true,
  new_device: true,
  browser_trusted: true,
  browser_trust_copied: true,
  changes_undone: true,
  passport_offered: true,
  passport_given: true,
  passport_photo_changed: true,
  passport_design_changed: true,
  passport_card_ordered: true,
  passport_canceled: true,
  address_changed: true,
};
/** 00:30 of the next day in Japan. */
const AT = new Date('2026-11-21T15:30:00Z');
const DEVICE = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
  country: 'FR',
};
const ASKED = { at: AT, device: DEVICE };
const WAYS_OUT: readonly WayOut[] = [
  { kind: 'undo', url: UNDO, since: new Date('2026-11-20T15:00:00Z'), newPassword: true },
  { kind: 'undo', url: UNDO, since: new Date('2026-11-20T15:00:00Z'), newPassword: false },
  { kind: 'not_me', url: UNDO },
  { kind: 'refuse', url: UNDO },
  { kind: 'new_password', url: UNDO },
  { kind: 'former_address', newPasswordUrl: UNDO },
  { kind: 'former_address', newPasswordUrl: undefined },
  { kind: 'contact' },
];
const noticeOf = (notice: SecurityNotice, wayOut: WayOut, device: object = DEVICE) =>
  ({ kind: 'security_notice', notice, at: AT, device, detail: 'n***w', wayOut }) as const;

const GIFT = {
  other: 'Y***',
  holder: { last_name: 'Yamada', first_name: 'Hanako' },
  from: '2026-12-01',
  until: '2027-11-30',
  heldUntil: null,
};
const LINE = {
  id: '3f2a9c41-d4b1-4c6e-9f00-0123456789ab',
  url: UNDO,
  holder: { last_name: 'Yamada', first_name: 'Hanako' },
  designId: 'waves',
  from: '2026-12-01',
  until: '2027-11-30',
  price: 9800,
  kind: ADULT,
} as const;
const RECEIPT = {
  kind: 'passport_receipt',
  paymentType: 'card',
  paidAt: AT,
  orderNumber: '016956113949',
} as const;
const RECEIPTS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'one, to be cancelled': ['2026-11-30'],
  'one that has begun': [undefined],
  'two, to be cancelled': ['2026-11-30', '2026-11-30'],
  'two that have begun': [undefined, undefined],
  'one that has begun and one to be cancelled': [undefined, '2026-11-30'],
};

// @proves 1.22 1.31
describe.each(LOCALES)('emails in %s', (locale) => {
  const locked = lockedEmail(locale, { kind: 'account_locked', at: AT, unblockUrl: UNDO });
  const messages = [
    ...VERIFICATION_TYPES.filter((type) => type !== 'verify_email_link').map(
      (type) =>
        [type, codeEmail(locale, { type: type as CodeType, code: '123456', ...ASKED })] as const,
    ),
    ...(Object.keys(NOTICES) as SecurityNotice[]).flatMap((notice) =>
      WAYS_OUT.map(
        (wayOut) =>
          [`${notice}, ${wayOut.kind}`, securityEmail(locale, noticeOf(notice, wayOut))] as const,
      ),
    ),
    [
      'email welcome',
      emailWelcomeEmail(locale, { kind: 'new_email_welcome', at: AT, device: DEVICE }),
    ] as const,
    ...(['signup', 'mfa_forgot_password'] as const).map((type) => {
      const closed = { until: AT, signInUrl: UNDO };
      const message = { type, code: '123456', ...ASKED, url: UNDO, closed };
      return [`${type} of a closed account`, codeEmail(locale, message)] as const;
    }),
    [
      'data',
      dataExportEmail(locale, { kind: 'data_export', url: UNDO, at: AT, device: DEVICE }),
    ] as const,
    ['welcome', welcomeEmail(locale, { ...ASKED, homeUrl: UNDO })] as const,
    [
      'welcome by LINE',
      welcomeEmail(locale, { ...ASKED, homeUrl: 'x', setPasswordUrl: UNDO }),
    ] as const,
    ['locked', locked] as const,
  ];

  /** They tell of a passport, and of no request of a browser. */
  const aboutPassports = [
    ...Object.entries(RECEIPTS).map(
      ([name, lastDays]) =>
        [
          `receipt for ${name}`,
          receiptEmail(locale, {
            ...RECEIPT,
            passports: lastDays.map((lastDayToCancel) => ({ ...LINE, lastDayToCancel })),
          }),
        ] as const,
    ),
    ...[[LINE], [LINE, LINE]].map((passports) => {
      const order = {
        kind: 'passport_order',
        orderNumber: RECEIPT.orderNumber,
        passports,
      } as const;
      return [`order of ${passports.length}`, orderEmail(locale, order)] as const;
    }),
    [
      'offer',
      passportOfferedEmail(locale, {
        kind: 'passport_offered',
        url: UNDO,
        gift: { ...GIFT, heldUntil: AT },
        at: AT,
        until: AT,
        designId: 'waves',
        giverName: 'Yumi',
        message: 'Yay!\nSee you.',
      }),
    ] as const,
    ...(['received', 'returned', 'taken_back'] as const).map((how) => {
      const moved = { kind: 'passport_moved', how, at: AT, takeBackUntil: AT, url: UNDO } as const;
      return [`passport ${how}`, movedPassportEmail(locale, { ...GIFT, ...moved })] as const;
    }),
    ...(['first', 'last'] as const).map((day) => {
      const period = { from: LINE.from, until: LINE.until, holder: LINE.holder };
      const reminder = { kind: 'passport_reminder', url: UNDO, needsPhoto: true, day } as const;
      return [`${day} day`, passportReminderEmail(locale, { ...reminder, ...period })] as const;
    }),
  ];

  test.each([...messages, ...aboutPassports])(
    '%s is in this language, in text and in HTML, and loads nothing',
    (_, message) => {
      const { subject, text, html } = renderMail(BRAND, locale, message);
      expect(subject).toContain(BRAND.name[locale]);
      for (const part of [subject, text, html]) expect(JAPANESE.test(part)).toBe(locale === 'ja');
      const { paragraphs, facts = [], advice = [], notes = [] } = message;
      const t = translator(locale);
      // The plain text says all that is to be said.
      for (const line of [...paragraphs, ...facts, ...advice, ...notes]) {
        if (line) expect(text).toContain(typeof line === 'string' ? line : t(line));
      }
      if (!aboutPassports.some(([, one]) => one === message)) {
        // What happened is followed by when, and on what device where one request caused it.
        expect(facts[0]).toMatch(/^(日時：|When: )/);
        if (message !== locked) expect(facts).toHaveLength(3);
      }
      if (message.code) for (const part of [text, html]) expect(part).toContain(message.code);
      if (message.button) for (const part of [text, html]) expect(part).toContain(UNDO);
      expect(html).toContain(`<html lang="${locale}">`);
      // Japanese breaks between phrases in the clients that know how.
      expect(html).toMatch(/<h1 [^>]*word-break:auto-phrase/);
      expect(html).not.toMatch(/<body [^>]*word-break/);
      expect(text).not.toMatch(/button|ボタン/);
      expect(html).not.toMatch(
        /<script|<img(?! src="cid:)|<link|src=(?!"cid:)|url\(|\[object|undefined/,
      );
    },
  );
});

// @proves 1.32
test('a message has the colours of the portal, light and dark', () => {
  const message = codeEmail('ja', { type: 'signup', code: '123456', ...ASKED, url: UNDO });
  const { html } = renderMail(BRAND, 'ja', message);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  const [, dark = ''] = html.split('@media (prefers-color-scheme:dark)');
  const { accent, surface } = COLORS;
  expect(html).toContain(`background:${accent.light};color:${COLORS['accent.on'].light}`);
  expect(dark).toContain(`.button{background:${accent.dark}!important`);
  expect(dark).toContain(`.card{background:${surface.dark}!important`);
});

// @proves 14.402
test('has what a member wrote in both parts, with its line breaks and without links', () => {
  const quote = 'See https://evil.example/a.b?c\nor a@evil.example. <b>x</b>';
  const { text, html } = renderMail(BRAND, 'en', { subject: 'Hello', paragraphs: [], quote });
  const shown = 'https:\u200B//evil.\u200Bexample/\u200Ba.\u200Bb?c';
  expect(text).toContain(`> See ${shown}\n> or a@\u200Bevil.\u200Bexample. <b>x</b>`);
  expect(html).toContain(`white-space:pre-line`);
  expect(html).toContain(`See ${shown}\nor a@\u200Bevil.\u200Bexample. &lt;b&gt;x&lt;/b&gt;`);
  expect(html).not.toContain('<a ');
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
