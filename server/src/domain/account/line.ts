import { mayRemove } from '@portal/shared-contract';
import { and, eq } from 'drizzle-orm';
import { stepUpGrants } from '../../db/schema/codes.ts';
import { connections } from '../../db/schema/members.ts';
import type { AccountContext } from '../account-context.ts';
import { grants } from '../codes/step-up.ts';
import type { DomainContext } from '../context.ts';
import type { MemberRecord } from '../members.ts';
import { signInMethods } from '../second-factors/sign-in-methods.ts';
import { announceChange } from '../undo/announce-change.ts';
import { readBefore } from '../undo/sign-in-settings.ts';
import { err, type Outcome, ok } from './outcome.ts';
import type { Proofs } from './recent-proof.ts';
import { type ActingMember, reloadMember, withLockedMember } from './with-locked-member.ts';

const LINK_LINE = 'link_line';
/** Long enough to go to the provider. */
const TICKET_MS = 60 * 1000;

/**
 * Issues the ticket with which a browser may link a LINE account at the identity provider. The
 * member has proven who they are, which a navigation to the provider could not.
 */
export async function issueLinkTicket(
  context: AccountContext,
  { memberId, sessionUid: target }: { readonly memberId: string; readonly sessionUid: string },
): Promise<string> {
  const values = { memberId, type: LINK_LINE, target };
  return (await grants.issue(context, values, TICKET_MS)).secret;
}

/** Spends a ticket, which holds for the session that asked for it. */
export async function spendLinkTicket(
  context: DomainContext,
  ticket: string,
  { memberId, sessionUid }: { readonly memberId: string; readonly sessionUid: string },
): Promise<boolean> {
  const isOfSession = and(
    eq(stepUpGrants.type, LINK_LINE),
    eq(stepUpGrants.memberId, memberId),
    eq(stepUpGrants.target, sessionUid),
  );
  return (await grants.spend(context, ticket, isOfSession)) !== undefined;
}

/**
 * Unlinks LINE, unless it is the only sign-in method.
 * @param actingMember.proofs of which the act's own is spent
 */
export function unlinkLine(
  context: AccountContext,
  { memberId, device, proofs }: ActingMember & { readonly proofs: Proofs },
): Promise<Outcome<MemberRecord>> {
  return withLockedMember(context, memberId, async (tx, member) => {
    if (member.lineLinked && !mayRemove(await signInMethods(tx, member), 'line')) {
      return err('user.disconnect_line.not_set_password');
    }
    if (!(await proofs.take(tx, 'unlink_line'))) return err('user.proof_required');
    if (!member.lineLinked) return ok(member);
    const before = await readBefore(tx, member);
    await tx.db
      .delete(connections)
      .where(and(eq(connections.memberId, memberId), eq(connections.connection, 'line')));
    await announceChange(tx, before, { notice: 'line_unlinked', device });
    return ok(await reloadMember(tx, memberId));
  });
}
