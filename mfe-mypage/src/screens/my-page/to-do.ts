import { isProfileComplete, type ProfileFacts, type User } from '@portal/shared-contract';

/** What a member may still have to do (ui.md, home). */
export type ToDo = 'verify-email' | 'complete-profile' | 'turn-on-two-step';

export type ToDoFacts = ProfileFacts & Pick<User, 'email_verified' | 'mfa_enabled'>;

/** What is still to be done, most pressing first; empty when all is well. */
export function toDoOf(member: ToDoFacts): ToDo[] {
  const list: ToDo[] = [];
  if (!member.email_verified) list.push('verify-email');
  if (!isProfileComplete(member)) list.push('complete-profile');
  if (!member.mfa_enabled) list.push('turn-on-two-step');
  return list;
}
