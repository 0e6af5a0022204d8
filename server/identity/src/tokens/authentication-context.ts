/** How a member was authenticated, as ID tokens state it. */

/**
 * RFC 8176. `fed` is not in that list: another service has authenticated the member.
 * `otp` also stands for codes by e-mail and recovery codes, `pop` and `user` for a passkey.
 */
export const AMR = ['pwd', 'fed', 'otp', 'sms', 'pop', 'user', 'mfa'] as const;
export type Amr = (typeof AMR)[number];

const ONE_STEP = 'urn:portal:one-step';
const TWO_STEPS = 'urn:portal:two-steps';
export const ACR_VALUES = [ONE_STEP, TWO_STEPS];

/** OpenID Connect Core §2 `acr`: two steps, or a passkey, which counts as two. */
export function acrOf(amr: readonly Amr[]): string {
  return amr.includes('mfa') ? TWO_STEPS : ONE_STEP;
}
