import { hasEnded, isUnpaid, type Passport, type User } from '@portal/kit/contract';

/** A task about the account that the home asks the member to do (design §3.4). */
export type PendingTask = 'verify-email' | 'turn-on-second-step';

export type PendingTaskFacts = Pick<User, 'email_verified' | 'mfa_enabled'>;

/**
 * The member's open tasks, most urgent first. A purchase itself asks for details that are missing.
 * @param signsInElsewhere second steps are another provider's, and unknown here
 */
export function pendingTasksOf(member: PendingTaskFacts, signsInElsewhere: boolean): PendingTask[] {
  const list: PendingTask[] = [];
  if (!member.email_verified) list.push('verify-email');
  if (!member.mfa_enabled && !signsInElsewhere) list.push('turn-on-second-step');
  return list;
}

/** A passport that waits for the member: `answer` an offer, `pay`, or `renew`, perhaps with `others`. */
export type PassportTask = {
  readonly kind: 'answer' | 'pay' | 'renew';
  readonly passport: Passport;
  readonly others?: number;
};

/** Offers to answer and passports to pay, in the order of the list; at last what can be renewed, as one task. */
export function passportTasksOf(passports: readonly Passport[]): PassportTask[] {
  const [renewable, ...others] = passports.filter(({ renewal }) => renewal?.renewed_by === null);
  const waiting = passports.flatMap((passport): PassportTask[] => {
    if (passport.transfer?.direction === 'incoming') return [{ kind: 'answer', passport }];
    return isUnpaid(passport) && !hasEnded(passport) ? [{ kind: 'pay', passport }] : [];
  });
  if (!renewable) return waiting;
  return [...waiting, { kind: 'renew', passport: renewable, others: others.length }];
}
