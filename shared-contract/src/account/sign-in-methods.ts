import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { UserSchema } from '../profile/user.ts';
import { CodeChannelSchema, CodeSchema } from './verification-codes.ts';

/** All sign-in methods of the account, as shown to the member before one is removed. */
export const SignInMethodsSchema = v.object({
  password: v.boolean(),
  line: v.boolean(),
  passkeys: v.number(),
  second_step: v.object({
    enabled: v.boolean(),
    /** Whether codes by email and SMS are second steps; false where only stronger ones are. */
    codes: v.boolean(),
    /**
     * The channels whose codes are second steps now, in the order in which they are offered. After a new
     * password by mail, email is none of them where the member has anything else.
     */
    sent: v.array(CodeChannelSchema),
    channel: CodeChannelSchema,
    /** Masked. */
    email: v.string(),
    /** Masked; null if no number has been proven. */
    sms: v.nullable(v.string()),
    totp: v.boolean(),
    recovery_codes_left: v.number(),
  }),
});
export type SignInMethods = v.InferOutput<typeof SignInMethodsSchema>;

/** The other services with which members sign in, by their names in the database. */
export const CONNECTIONS = ['line'] as const;
export type Connection = (typeof CONNECTIONS)[number];

/** The first step of a sign-in. A passkey needs no second step. */
export type FirstStep = 'password' | Connection | 'passkey';
export type SecondStep = 'email' | 'sms' | 'totp' | 'passkey' | 'recovery_code';
/** The second steps that nobody has who has only the mailbox. */
export const RESET_STEPS = ['totp', 'passkey', 'recovery_code'] as const;
export type ResetStep = (typeof RESET_STEPS)[number];
/** What can be removed. `second_step` turns the second step off. */
export type Removal = Connection | 'passkey' | 'totp' | 'recovery_codes' | 'second_step';

export const getSignInMethods = endpoint('GET', '/me/sign-in-methods', {
  access: 'member',
  summary: 'The member’s sign-in methods, for the security page.',
  answer: v.object({ data: SignInMethodsSchema }),
});

/** The sign-in methods that would remain after a removal. Removing a passkey removes one of them. */
export function signInMethodsWithout(methods: SignInMethods, removal: Removal): SignInMethods {
  const { second_step } = methods;
  switch (removal) {
    case 'line':
      return { ...methods, line: false };
    case 'passkey':
      return { ...methods, passkeys: Math.max(0, methods.passkeys - 1) };
    case 'totp':
      return { ...methods, second_step: { ...second_step, totp: false } };
    case 'recovery_codes':
      return { ...methods, second_step: { ...second_step, recovery_codes_left: 0 } };
    case 'second_step':
      return { ...methods, second_step: { ...second_step, enabled: false, codes: true } };
  }
}

export function firstSteps(methods: SignInMethods): FirstStep[] {
  const steps: FirstStep[] = [];
  if (methods.password) steps.push('password');
  if (methods.line) steps.push('line');
  if (methods.passkeys > 0) steps.push('passkey');
  return steps;
}

/**
 * The second steps that can follow a password or another service, in the order in which they are
 * offered: first what nobody has who has only the mailbox or the phone number, and
 * recovery codes last, because each works once. Empty while the second step is off.
 */
export function secondSteps({ passkeys, second_step }: SignInMethods): SecondStep[] {
  if (!second_step.enabled) return [];
  const steps: SecondStep[] = [];
  if (passkeys > 0) steps.push('passkey');
  if (second_step.totp) steps.push('totp');
  steps.push(...second_step.sent);
  if (second_step.recovery_codes_left > 0) steps.push('recovery_code');
  return steps;
}

/** How many a member needs to do without codes by email and SMS. */
const STRONG_STEPS_NEEDED = 2;

/**
 * Whether the member has enough second steps that nobody gets with the mailbox or the phone number: passkeys and the
 * authenticator app. Recovery codes are what is left when these are lost, so they count for none.
 */
export function hasStrongSteps({ passkeys, second_step }: SignInMethods): boolean {
  return passkeys + (second_step.totp ? 1 : 0) >= STRONG_STEPS_NEEDED;
}

/** Whether a removal leaves enough strong second steps where there are no codes. */
export function keepsStrongSteps(methods: SignInMethods, removal: Removal): boolean {
  return methods.second_step.codes || hasStrongSteps(signInMethodsWithout(methods, removal));
}

/** What a new password takes besides the mailbox: nothing for a member who gets codes by email or SMS. */
export function resetSteps(methods: SignInMethods): ResetStep[] {
  const isReset = (step: SecondStep): step is ResetStep => RESET_STEPS.some((one) => one === step);
  return methods.second_step.codes ? [] : secondSteps(methods).filter(isReset);
}

/** Whether the member could still sign in afterwards: the last sign-in method cannot be removed. */
export function mayRemove(methods: SignInMethods, removal: Removal): boolean {
  return firstSteps(signInMethodsWithout(methods, removal)).length > 0;
}

/**
 * How long a member waits who has set the password by mail and has lost everything else, until a code by
 * email is a second step again. Whoever it was not can refuse it for as long.
 */
export const RECOVERY_WAIT_HOURS = 72;
export const RECOVERY_WAIT_MS = RECOVERY_WAIT_HOURS * 60 * 60 * 1000;

/**
 * An authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds). Confirming the app turns second-step verification on.
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

/** Issues a ticket with which this session may link a LINE account, once and within a minute. */
export const beginLineLink = endpoint('POST', '/me/link-line', {
  access: 'member',
  protection: { stepUp: 'link_line' },
  value: 'account',
  summary: 'A ticket for `/connections/connect/line` of the identity provider.',
  answer: v.object({ data: v.object({ ticket: v.string() }) }),
});

/**
 * If LINE is the only sign-in method, answers `user.disconnect_line.not_set_password` before a step-up is asked for, so
 * that the member can set a password and return. Otherwise needs a step-up. Succeeds if no LINE account is linked.
 */
export const unlinkLine = endpoint('PUT', '/me/unlink-line', {
  access: 'member',
  protection: { depends: ['unlink_line'] },
  value: 'account',
  summary: 'Parts the LINE account from this one.',
  answer: v.object({ data: UserSchema }),
  errors: ['user.step_up_required', 'user.disconnect_line.not_set_password'],
});
