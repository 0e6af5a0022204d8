import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { CodeChannelSchema } from './codes.ts';

/** Everything that opens the account, as the member reads it before removing something. */
export const WaysInSchema = v.object({
  password: v.boolean(),
  line: v.boolean(),
  passkeys: v.number(),
  second_step: v.object({
    enabled: v.boolean(),
    channel: CodeChannelSchema,
    /** Masked. */
    email: v.string(),
    /** Masked; null where no number is proven. */
    sms: v.nullable(v.string()),
    totp: v.boolean(),
    recovery_codes_left: v.number(),
  }),
});
export type WaysIn = v.InferOutput<typeof WaysInSchema>;

/** How a member begins to sign in. A passkey needs no second step. */
export type FirstStep = 'password' | 'line' | 'passkey';
export type SecondStep = 'email' | 'sms' | 'totp' | 'passkey' | 'recovery_code';
/** What may be taken away; `two_step`: no second step at sign-in any more. */
export type Removal = 'line' | 'passkey' | 'totp' | 'recovery_codes' | 'two_step';

export const getWaysIn = endpoint({
  method: 'GET',
  path: '/me/ways-in',
  access: 'member',
  summary: 'How the member gets in, for the security page.',
  answer: v.object({ data: WaysInSchema }),
});

/** The ways in as they would be after something was removed (one passkey, where there are several). */
export function waysInWithout(ways: WaysIn, removal: Removal): WaysIn {
  const { second_step } = ways;
  switch (removal) {
    case 'line':
      return { ...ways, line: false };
    case 'passkey':
      return { ...ways, passkeys: Math.max(0, ways.passkeys - 1) };
    case 'totp':
      return { ...ways, second_step: { ...second_step, totp: false } };
    case 'recovery_codes':
      return { ...ways, second_step: { ...second_step, recovery_codes_left: 0 } };
    case 'two_step':
      return { ...ways, second_step: { ...second_step, enabled: false } };
  }
}

export function firstSteps(ways: WaysIn): FirstStep[] {
  const steps: FirstStep[] = [];
  if (ways.password) steps.push('password');
  if (ways.line) steps.push('line');
  if (ways.passkeys > 0) steps.push('passkey');
  return steps;
}

/** What is asked after a password or LINE; none while two-step verification is off. */
export function secondSteps({ passkeys, second_step }: WaysIn): SecondStep[] {
  if (!second_step.enabled) return [];
  const steps: SecondStep[] = [second_step.channel];
  if (second_step.channel === 'sms') steps.push('email');
  if (second_step.totp) steps.push('totp');
  if (passkeys > 0) steps.push('passkey');
  if (second_step.recovery_codes_left > 0) steps.push('recovery_code');
  return steps;
}

/** Whether the member could still get in; the last way in cannot be removed. */
export function mayRemove(ways: WaysIn, removal: Removal): boolean {
  return firstSteps(waysInWithout(ways, removal)).length > 0;
}
