import { withTransaction } from '@portal/server-platform/database/with-transaction';
import { err, type Outcome } from '@portal/server-platform/outcome';
import type { AccountContext } from './account-context.ts';
import type { RequestDevice } from './devices.ts';
import {
  findMemberById,
  findMemberLocked,
  type LockOptions,
  type MemberRecord,
} from './members.ts';

/** The member who acts, and the device and session they act from. */
export type ActingMember = {
  readonly memberId: string;
  /** The session that continues when the member's other sessions end. */
  readonly sessionUid?: string | undefined;
  readonly device?: RequestDevice | undefined;
};

/**
 * Runs an action of a member in one transaction with the member's row locked, so that two actions
 * of one member run one after the other. An error result rolls everything back.
 * @param work may run more than once, so it must do nothing but query
 */
export function withLockedMember<T>(
  context: AccountContext,
  memberId: string,
  work: (tx: AccountContext, member: MemberRecord) => Promise<Outcome<T>>,
  options?: LockOptions,
): Promise<Outcome<T>> {
  return withTransaction(context, async (tx) => {
    const member = await lockMember(tx, memberId, options);
    return member ? work(tx, member) : err('auth.unauthorized');
  });
}

/**
 * Reads the member and locks the row until the transaction ends; undefined for a closed account, unless
 * `evenClosed`.
 */
export const lockMember = (
  tx: AccountContext,
  memberId: string,
  options?: LockOptions,
): Promise<MemberRecord | undefined> => findMemberLocked(tx, memberId, 'no key update', options);

/** Reads the member again, after an action. */
export async function reloadMember(tx: AccountContext, memberId: string): Promise<MemberRecord> {
  const member = await findMemberById(tx, memberId);
  if (!member) throw new Error('The member was deleted during the action');
  return member;
}
