import type { Member } from '@portal/server-members/schema/members';
import type { DomainContext } from '@portal/server-platform/database/database';
import { deleteRows, equals } from '@portal/server-platform/database/rows';
import { oneTimeSecrets } from '@portal/server-platform/limits/one-time-secrets';
import { STEP_UP_MS, type TargetCodeType } from '@portal/shared-contract';
import { stepUpGrants } from '../schema/codes.ts';

/**
 * A step-up allows to confirm one address or number. It is found by its member and type, and its
 * secret is given to nobody. The tickets for a new password (onboarding/tickets.ts) and for a
 * connection (line/link.ts) are in the same table and are found by their secret.
 */
export const grants = oneTimeSecrets(stepUpGrants);

/** The step-up that an action needs: member, type, and the proven address or number that they still have. */
type StepUpClaim = {
  readonly member: Pick<Member, 'id'>;
  readonly type: TargetCodeType;
  readonly target: string;
};

/** Stores a step-up, which allows its one action for ten minutes; it replaces an earlier one. */
export async function grantStepUp(
  tx: DomainContext,
  memberId: string,
  type: TargetCodeType,
  target: string,
): Promise<Date> {
  await deleteRows(tx, stepUpGrants, { memberId, type });
  return (await grants.issue(tx, { memberId, type, target }, STEP_UP_MS)).expiresAt;
}

/** Spends the step-up in the transaction of the action, so that a failed action keeps it. */
export async function spendStepUp(tx: DomainContext, { member, type, target }: StepUpClaim) {
  const isClaimed = equals(stepUpGrants, { memberId: member.id, type, target });
  return (await grants.spendAll(tx, isClaimed)) > 0;
}

/** Removes all step-ups of a member, because those of a changed address prove nothing. */
export const removeStepUps = (tx: DomainContext, memberId: string) =>
  deleteRows(tx, stepUpGrants, { memberId });
