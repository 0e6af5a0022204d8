import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { CodeSchema } from './codes.ts';

/**
 * An authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds). Beginning needs a verified
 * `mfa_settings`, confirming spends it. A confirmed app turns two-step verification on.
 */
export const beginTotp = endpoint({
  method: 'POST',
  path: '/me/totp',
  access: 'member',
  summary: 'Makes a secret to scan; nothing changes until it is confirmed.',
  answer: v.object({
    data: v.object({
      /** Base32, for typing in. */
      secret: v.string(),
      /** `otpauth://totp/…`, for a QR code. */
      uri: v.string(),
    }),
  }),
  errors: ['user.mfa_settings.mfa_invalid'],
});

export const confirmTotp = endpoint({
  method: 'PUT',
  path: '/me/totp',
  access: 'member',
  summary: 'Confirms the app by its first code.',
  body: v.object({ code: CodeSchema }),
  answer: v.object({
    data: v.object({
      /** Ten, shown this once; none where unused ones are left. */
      recovery_codes: v.array(v.string()),
    }),
  }),
  errors: ['user.mfa_settings.mfa_invalid', 'user.totp.code_invalid', 'too_many_attempts'],
});

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/me/totp',
  access: 'member',
  summary: 'Removes the authenticator app; spends a verified `mfa_settings`.',
  errors: ['user.mfa_settings.mfa_invalid'],
});

/** Older ones are void from then on. Spends a verified `mfa_settings`. */
export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/me/recovery-codes',
  access: 'member',
  summary: 'Ten new recovery codes, shown once.',
  answer: v.object({ data: v.object({ recovery_codes: v.array(v.string()) }) }),
  errors: ['user.mfa_settings.mfa_invalid'],
});
