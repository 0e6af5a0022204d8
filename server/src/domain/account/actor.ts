import type { AccountContext } from '../account-context.ts';
import { allOrNothing } from '../all-or-nothing.ts';
import type { RequestDevice } from '../devices.ts';
import { findMemberById, findMemberLocked, type MemberRecord } from '../members.ts';
import { type Outcome, refused } from './outcome.ts';

/** Who acts, and from where. */
export type Actor = {
  readonly memberId: string;
  /** Goes on when all others end. */
  readonly sessionUid?: string | undefined;
  readonly device?: RequestDevice | undefined;
};

/**
 * Runs an action of a member in one transaction, with their row locked: two actions of one member
 * follow each other. A refusal takes everything back, a spent step-up included.
 * @param work may run more than once; it does nothing but query
 */
export function actAs<T>(
  context: AccountContext,
  memberId: string,
  work: (tx: AccountContext, member: MemberRecord) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return allOrNothing(context, async (tx) => {
    const member = await lockMember(tx, memberId);
    return member ? work(tx, member) : refused('auth.unauthorized');
  });
}

/** The member, locked until the transaction ends; undefined for one who has left. */
export const lockMember = (
  tx: AccountContext,
  memberId: string,
): Promise<MemberRecord | undefined> => findMemberLocked(tx, memberId, 'update');

/** The member as they are after an action. */
export async function reread(tx: AccountContext, memberId: string): Promise<MemberRecord> {
  const member = await findMemberById(tx, memberId);
  if (!member) throw new Error('A member has vanished in mid-action');
  return member;
}
