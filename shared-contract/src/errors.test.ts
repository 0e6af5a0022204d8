import { ERROR_STATUS, type ErrorCode } from './errors.ts';

// Codes of the catalogue that an identity provider or an older client may still send.
// @proves 8.14 8.18 8.20 8.22
test.each([
  'user.store.email_exists',
  'user.user_not_found',
  'user.change_mail.token_expired',
  'user.code_invalid',
] satisfies ErrorCode[])('%s is answered with 422', (code) => {
  expect(ERROR_STATUS[code]).toBe(422);
});
