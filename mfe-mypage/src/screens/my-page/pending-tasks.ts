import {
  hasEnded,
  isProfileComplete,
  isUnpaid,
  type Passport,
  type ProfileFacts,
  type User,
} from '@portal/shared-contract';

/** A task about the account that the home asks the member to do (design §3.4). */
export type PendingTask = 'verify-email' | 'complete-profile' | 'turn-on-two-step';

export type PendingTaskFacts = ProfileFacts & Pick<User, 'email_verified' | 'mfa_enabled'>;

/** The member's open tasks, most urgent first. */
export function pendingTasksOf(member: PendingTaskFacts): PendingTask[] {
  const list: PendingTask[] = [];
  if (!member.email_verified) list.push('verify-email');
  if (!isProfileComplete(member)) list.push('complete-profile');
  if (!member.mfa_enabled) list.push('turn-on-two-step');
  return list;
}

/** A passport that waits for the member: `answer` an offer, or `pay`. */
export type PassportTask = { readonly kind: 'answer' | 'pay'; readonly passport: Passport };

/** Offers to answer and passports to pay, in the order of the list (product §14.77). */
export function passportTasksOf(passports: readonly Passport[]): PassportTask[] {
  return passports.flatMap((passport): PassportTask[] => {
    if (passport.transfer?.direction === 'incoming') return [{ kind: 'answer', passport }];
    return isUnpaid(passport) && !hasEnded(passport) ? [{ kind: 'pay', passport }] : [];
  });
}
