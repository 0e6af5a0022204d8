import { ERROR_STATUS, type ErrorCode, LOCALES } from '@portal/shared-contract';
import { activateLocale, i18n, loadCatalog } from './catalogs.ts';
import { errorText, loadErrorTexts } from './error-text.ts';
import { ERROR_TEXTS } from './error-texts.ts';
import { SUCCESS_TEXTS } from './success-texts.ts';
import { VALIDATION_TEXTS, validationText } from './validation-texts.ts';

const TABLES = { ...SUCCESS_TEXTS, ...VALIDATION_TEXTS, ...ERROR_TEXTS };
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

beforeAll(async () => {
  for (const locale of LOCALES) activateLocale(locale, [await loadCatalog(locale)]);
});

describe.each(LOCALES)('in %s', (locale) => {
  beforeEach(() => activateLocale(locale));

  // @proves 8.2 8.6
  test.each(Object.entries(TABLES))('%s has a text of its language', (_key, descriptor) => {
    const text = i18n._(descriptor);
    expect(text).not.toBe(descriptor.id);
    expect(JAPANESE.test(text)).toBe(locale === 'ja');
    expect(text).toMatch(locale === 'ja' ? /。$/ : /\.$/);
  });

  test('no text shows a code or blames the member', () => {
    for (const descriptor of Object.values(TABLES)) {
      expect(i18n._(descriptor)).not.toMatch(/[a-z]+_[a-z]+|\b[45]\d\d\b|[Ii]nvalid|不正/);
    }
  });

  test('the lang attribute of the page names the active language', () => {
    expect(document.documentElement.lang).toBe(locale);
  });
});

// @proves 2.114
test('a code has the text of the 500 until the texts for codes are there', async () => {
  const before = errorText('user.code_invalid');
  await loadErrorTexts();
  expect(before).toBe(errorText('server.error'));
  expect(errorText('user.code_invalid')).toBe(ERROR_TEXTS['user.code_invalid']);
});

describe('what to say about a failure', () => {
  beforeAll(loadErrorTexts);

  // @proves 8.2
  test('every code of the catalogue has a text', () => {
    const codes = Object.keys(ERROR_STATUS) as ErrorCode[];
    for (const code of codes) expect(errorText(code)).toBe(ERROR_TEXTS[code]);
  });

  // Codes that share one message, and codes that must not.
  test.each([
    ['user.store.email_exists', 'user.change_mail.email_exists', true],
    ['token.not_found', 'user.change_mail.token_expired', true],
    ['user.code_invalid', 'user.change_mail.token_incorrect', true],
    ['mfa_login.code.invalid', 'user.verify_change_email.token_incorrect', true],
    ['mfa_edit_account.code.invalid', 'verify_email_by_user.code.invalid', true],
    ['user.code_invalid', 'mfa_login.code.invalid', false],
    ['user.password_invalid', 'user.user_not_found', false],
    ['user.password_invalid', 'user.current_password_invalid', false],
    ['too_many_attempts', 'user.ip_blocked', false],
  ] as const)('%s and %s share a message: %s', (one, other, same) => {
    expect(errorText(one).id === errorText(other).id).toBe(same);
  });

  // @proves 8.3 8.4 8.5
  test.each([
    [429, 'too_many_attempts'],
    [401, 'auth.unauthorized'],
    [404, 'request.not_found'],
    [500, 'server.error'],
    [418, 'server.error'],
    ['something.unheard_of', 'server.error'],
    ['constructor', 'server.error'],
    ['descriptions', 'request.invalid'],
  ] as const)('%s gets the text of %s', (of, code) => {
    expect(errorText(of)).toBe(ERROR_TEXTS[code]);
  });

  test('an unknown message key gets the text that asks to check the entry', () => {
    expect(i18n._(validationText('Invalid length: expected 3'))).toBe('入力内容をご確認ください。');
  });
});

beforeEach(() => activateLocale('ja'));
