import { isProfileComplete, type ProfileFacts, type User } from '@portal/shared-contract';

/** A task that the home asks the member to do (design §3.4). */
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
