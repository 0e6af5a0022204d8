import { type Act, STEP_UP_CODES } from './acts.ts';

/** The types of verification code that a visitor who is not signed in may request. */
export const PUBLIC_CODE_TYPES = ['signup', 'mfa_forgot_password'] as const;
export type PublicCodeType = (typeof PUBLIC_CODE_TYPES)[number];

export type StepUpCodeType = (typeof STEP_UP_CODES)[Act] | 'mfa_change_password';

/** The types whose code, sent to a confirmed address or number, proves one act, and the act. */
export const ACT_OF_CODE = {
  ...(Object.fromEntries(Object.entries(STEP_UP_CODES).map(([act, type]) => [type, act])) as Record<
    (typeof STEP_UP_CODES)[Act],
    Act
  >),
  mfa_change_password: 'set_password',
} satisfies Record<StepUpCodeType, Act>;
export const STEP_UP_CODE_TYPES = Object.keys(ACT_OF_CODE) as [StepUpCodeType, ...StepUpCodeType[]];

/** Their codes may go to what is not confirmed yet, and allow the one action that confirms it. */
export const TARGET_CODE_TYPES = ['verify_email_by_user', 'verify_phone'] as const;
export type TargetCodeType = (typeof TARGET_CODE_TYPES)[number];

/** The types whose code goes to a new address or number and is the change itself. It needs a recent step-up as well. */
export const CHANGE_CODE_TYPES = ['verify_email_change', 'verify_phone_change'] as const;
export type ChangeCodeType = (typeof CHANGE_CODE_TYPES)[number];

/** The types of verification code that a signed-in member may be sent. */
const MEMBER_CODE_TYPES = [
  ...STEP_UP_CODE_TYPES,
  ...TARGET_CODE_TYPES,
  ...CHANGE_CODE_TYPES,
] as const;
export type MemberCodeType = (typeof MEMBER_CODE_TYPES)[number];

/**
 * The acts whose code the API sends and takes: those that the product's calls name. Every other act is confirmed on
 * pages of the identity provider, which no remote's script reads (docs/decisions/0017-step-up.md).
 */
const API_STEP_UP_TYPES = [
  'mfa_setting_password',
  'mfa_change_password',
  'mfa_edit_account',
  'mfa_deactivate_account',
  'verify_pre_change_email',
] as const satisfies readonly StepUpCodeType[];
/** The types of verification code that the API sends to a signed-in member and takes. */
export const API_CODE_TYPES = [
  ...API_STEP_UP_TYPES,
  ...TARGET_CODE_TYPES,
  ...CHANGE_CODE_TYPES,
] as const;
export type ApiCodeType = (typeof API_CODE_TYPES)[number];

export const isStepUpCode = (type: VerificationType): type is StepUpCodeType =>
  (STEP_UP_CODE_TYPES as readonly string[]).includes(type);

export const isChangeCode = (type: MemberCodeType): type is ChangeCodeType =>
  (CHANGE_CODE_TYPES as readonly string[]).includes(type);

/** All types of verification code. */
export const VERIFICATION_TYPES = [
  ...PUBLIC_CODE_TYPES,
  ...MEMBER_CODE_TYPES,
  // Requested by the identity provider, and by the link in a welcome message.
  'mfa_login',
  'verify_email_link',
  // Requested by somebody who has signed in at another identity provider.
  'link_sign_in',
] as const;
export type VerificationType = (typeof VERIFICATION_TYPES)[number];

/** Seconds before another code may be sent. */
export const SHORT_RESEND_S = 10;
export const LONG_RESEND_S = 60;
const LONG_WAITS: readonly VerificationType[] = ['verify_email_by_user', 'verify_email_change'];

/** @param longWait the `long_wait` flag of the v2 call */
export function resendSeconds(type: VerificationType, longWait = false): number {
  return longWait || LONG_WAITS.includes(type) ? LONG_RESEND_S : SHORT_RESEND_S;
}
