import { createHash, randomBytes } from 'node:crypto';
import { TICKET_MS } from '@portal/shared-contract';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { DomainContext } from '../../context.ts';
import { stepUpGrants } from '../../db/schema/codes.ts';
import type { Member } from '../../db/schema/members.ts';

/** What opens «set a new password» to who is not signed in. */
export type TicketType = 'mfa_forgot_password' | 'verify_email_link';

const TICKET_BYTES = 32;

/** A ticket for one new password; an older one of the same type is void. */
export async function issueTicket(
  { db, clock }: DomainContext,
  { id: memberId, email }: Pick<Member, 'id' | 'email'>,
  type: TicketType,
): Promise<{ readonly ticket: string; readonly expiresAt: Date }> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + TICKET_MS);
  await db
    .delete(stepUpGrants)
    .where(and(eq(stepUpGrants.memberId, memberId), eq(stepUpGrants.type, type)));
  await db
    .insert(stepUpGrants)
    .values({ id: hashOf(ticket), memberId, type, target: email, createdAt, expiresAt });
  return { ticket, expiresAt };
}

export type TicketClaim = { readonly type: TicketType; readonly ticket: string };
/** Whom it is of, and the address that was proven. */
export type TicketHolder = { readonly memberId: string; readonly target: string };

/** Whose ticket this is, without spending it. */
export async function holderOf(
  context: DomainContext,
  claim: TicketClaim,
): Promise<TicketHolder | undefined> {
  const [found] = await context.db
    .select({ memberId: stepUpGrants.memberId, target: stepUpGrants.target })
    .from(stepUpGrants)
    .where(isGood(context, claim));
  return found;
}

/** Spends it, once; inside the transaction of the action. */
export async function spendTicket(
  context: DomainContext,
  claim: TicketClaim,
): Promise<TicketHolder | undefined> {
  const [spent] = await context.db
    .update(stepUpGrants)
    .set({ spentAt: context.clock.now() })
    .where(isGood(context, claim))
    .returning({ memberId: stepUpGrants.memberId, target: stepUpGrants.target });
  return spent;
}

const isGood = ({ clock }: DomainContext, { type, ticket }: TicketClaim) =>
  and(
    eq(stepUpGrants.id, hashOf(ticket)),
    eq(stepUpGrants.type, type),
    isNull(stepUpGrants.spentAt),
    gt(stepUpGrants.expiresAt, clock.now()),
  );

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url');
