import { ERROR_STATUS, type ErrorCode, LOCALES } from '@portal/shared-contract';
import { activateLocale, i18n, loadCatalog } from './catalogs.ts';
import { ERROR_TEXTS, errorText } from './error-texts.ts';
import { SUCCESS_TEXTS } from './success-texts.ts';
import { VALIDATION_TEXTS, validationText } from './validation-texts.ts';

const TABLES = { ...SUCCESS_TEXTS, ...VALIDATION_TEXTS, ...ERROR_TEXTS };
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

beforeAll(async () => {
  for (const locale of LOCALES) activateLocale(locale, [await loadCatalog(locale)]);
});

describe.each(LOCALES)('in %s', (locale) => {
  beforeEach(() => activateLocale(locale));

  test.each(Object.entries(TABLES))('%s has a text of its language', (_key, descriptor) => {
    const text = i18n._(descriptor);
    expect(text).not.toBe(descriptor.id);
    expect(JAPANESE.test(text)).toBe(locale === 'ja');
    expect(text).toMatch(locale === 'ja' ? /。$/ : /\.$/);
  });

  test('no text shows a code or blames anyone', () => {
    for (const descriptor of Object.values(TABLES)) {
      expect(i18n._(descriptor)).not.toMatch(/[a-z]+_[a-z]+|\b[45]\d\d\b|[Ii]nvalid|不正/);
    }
  });

  test('the page says which language it is in', () => {
    expect(document.documentElement.lang).toBe(locale);
  });
});

describe('what to say about a failure', () => {
  test('every code of the catalogue has its row', () => {
    const codes = Object.keys(ERROR_STATUS) as ErrorCode[];
    for (const code of codes) expect(errorText(code)).toBe(ERROR_TEXTS[code]);
  });

  // Spec §8: rows that share one message, and rows that must not.
  test.each([
    ['user.store.email_exists', 'user.change_mail.email_exists', true],
    ['token.not_found', 'user.change_mail.token_expired', true],
    ['user.code_invalid', 'user.change_mail.token_incorrect', true],
    ['mfa_login.code.invalid', 'user.verify_change_email.token_incorrect', true],
    ['user.edit_account.mfa_invalid', 'user.deactivate_account.mfa_invalid', true],
    ['user.code_invalid', 'mfa_login.code.invalid', false],
    ['user.password_invalid', 'user.user_not_found', false],
    ['user.password_invalid', 'user.current_password_invalid', false],
    ['too_many_attempts', 'user.ip_blocked', false],
  ] as const)('%s and %s share a message: %s', (one, other, same) => {
    expect(errorText(one).id === errorText(other).id).toBe(same);
  });

  test.each([
    [429, 'too_many_attempts'],
    [401, 'auth.unauthorized'],
    [404, 'request.not_found'],
    [500, 'server.error'],
    [418, 'server.error'],
    ['something.unheard_of', 'server.error'],
    ['constructor', 'server.error'],
    ['descriptions', 'request.invalid'],
  ] as const)('%s is said as %s', (of, code) => {
    expect(errorText(of)).toBe(ERROR_TEXTS[code]);
  });

  test('an unknown message key asks to check the entry', () => {
    expect(i18n._(validationText('Invalid length: expected 3'))).toBe('入力内容をご確認ください。');
  });
});

beforeEach(() => activateLocale('ja'));
