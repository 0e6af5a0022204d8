import { randomUUID } from 'node:crypto';
import { STEP_UP_MS, type StepUpType } from '@portal/shared-contract';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { DomainContext } from '../../context.ts';
import { stepUpGrants } from '../../db/schema/codes.ts';
import type { Member } from '../../db/schema/members.ts';

/** Whom and what a step-up must have proven: an address or number that is still the member's. */
export type StepUpClaim = {
  readonly member: Pick<Member, 'id' | 'email' | 'phone'>;
  readonly type: StepUpType;
  /** Only a code that went to this very target counts. */
  readonly target?: string;
};

/** A verified code allows its one action for ten minutes; a newer one takes the older's place. */
export async function grantStepUp(
  { db, clock }: DomainContext,
  memberId: string,
  type: StepUpType,
  target: string,
): Promise<Date> {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + STEP_UP_MS);
  await db
    .delete(stepUpGrants)
    .where(and(eq(stepUpGrants.memberId, memberId), eq(stepUpGrants.type, type)));
  await db
    .insert(stepUpGrants)
    .values({ id: randomUUID(), memberId, type, target, createdAt, expiresAt });
  return expiresAt;
}

/** Whether the action would be allowed, without spending anything. */
export async function hasStepUp(context: DomainContext, claim: StepUpClaim): Promise<boolean> {
  const found = await context.db
    .select({ id: stepUpGrants.id })
    .from(stepUpGrants)
    .where(liveGrant(context, claim));
  return found.length > 0;
}

/** Spends it, once; inside the transaction of the action, so that a failed action keeps it. */
export async function spendStepUp(context: DomainContext, claim: StepUpClaim): Promise<boolean> {
  const spent = await context.db
    .update(stepUpGrants)
    .set({ spentAt: context.clock.now() })
    .where(liveGrant(context, claim))
    .returning({ id: stepUpGrants.id });
  return spent.length > 0;
}

/** What was proven of an address that has changed proves nothing. */
export async function forgetStepUps({ db }: DomainContext, memberId: string): Promise<void> {
  await db.delete(stepUpGrants).where(eq(stepUpGrants.memberId, memberId));
}

function liveGrant({ clock }: DomainContext, { member, type, target }: StepUpClaim) {
  const targets = target === undefined ? [member.email, member.phone] : [target];
  return and(
    eq(stepUpGrants.memberId, member.id),
    eq(stepUpGrants.type, type),
    inArray(
      stepUpGrants.target,
      targets.filter((one) => one !== null),
    ),
    isNull(stepUpGrants.spentAt),
    gt(stepUpGrants.expiresAt, clock.now()),
  );
}
