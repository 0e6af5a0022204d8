import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { CodeSchema } from './verification-codes.ts';

/**
 * An authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds). Confirming the app turns second-step
 * verification on.
 */
export const beginTotp = endpoint('POST', '/me/totp', {
  access: 'member',
  protection: { stepUp: 'add_app', begins: true },
  value: 'account',
  summary: 'Makes a secret to scan; nothing changes until it is confirmed.',
  answer: v.object({
    data: v.object({
      /** Base32, to be typed into the app. */
      secret: v.string(),
      /** `otpauth://totp/…`, for a QR code. */
      uri: v.string(),
    }),
  }),
});

export const confirmTotp = endpoint('PUT', '/me/totp', {
  access: 'member',
  protection: { stepUp: 'add_app' },
  value: 'account',
  summary: 'Confirms the app by its first code.',
  body: v.object({ code: CodeSchema }),
  answer: v.object({
    data: v.object({
      /** Ten codes, shown only once; empty if the member still has unused ones. */
      recovery_codes: v.array(v.string()),
    }),
  }),
  errors: ['user.totp.code_invalid', 'too_many_attempts'],
});

export const removeTotp = endpoint('DELETE', '/me/totp', {
  access: 'member',
  protection: { stepUp: 'remove_app' },
  value: 'account',
  summary: 'Removes the authenticator app.',
  errors: ['user.second_step.too_few'],
});

/** Makes the older recovery codes void. */
export const makeRecoveryCodes = endpoint('POST', '/me/recovery-codes', {
  access: 'member',
  protection: { stepUp: 'make_recovery_codes' },
  value: 'account',
  summary: 'Ten new recovery codes, shown once.',
  answer: v.object({ data: v.object({ recovery_codes: v.array(v.string()) }) }),
});
