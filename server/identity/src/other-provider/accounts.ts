import { type ConnectedAccount, linkConnection } from '@portal/server-members/connections';
import { createMember, findMemberByEmail, normalizeEmail } from '@portal/server-members/members';
import { connections, members } from '@portal/server-members/schema/members';
import { acceptedTermsInForce } from '@portal/server-members/terms';
import type { DomainContext } from '@portal/server-platform/database/context';
import { inTransaction } from '@portal/server-platform/database/database';
import { and, eq } from 'drizzle-orm';
import type { PersonClaims } from './claims.ts';

export type LinkedMember = {
  readonly memberId: string;
  readonly locale: 'ja' | 'en';
  readonly termsAccepted: boolean;
};

/** Why a person with a valid token is no member yet. */
export type SignInProblem = 'user.link_required' | 'user.email_unconfirmed';

/** The longest name of a profile, in characters. */
const NAME_MAX = 100;

/** The member that an account is linked to; `closed` for one whose account here is closed. */
export async function findLinkedMember(
  context: DomainContext,
  { connection, subject }: ConnectedAccount,
): Promise<LinkedMember | 'closed' | undefined> {
  const [found] = await context.db
    .select({
      memberId: members.id,
      locale: members.locale,
      closedAt: members.closedAt,
      termsAccepted: acceptedTermsInForce(context.clock.now()),
    })
    .from(connections)
    .innerJoin(members, eq(members.id, connections.memberId))
    .where(and(eq(connections.connection, connection), eq(connections.subject, subject)));
  if (!found) return undefined;
  const { closedAt, ...member } = found;
  return closedAt ? 'closed' : member;
}

/**
 * Creates the member of a first sign-in. Of several first calls one creates the member, and all find it.
 * An address that a member has already is never linked here: that takes a code sent to it.
 */
export async function createLinkedMember(
  context: DomainContext,
  account: ConnectedAccount,
  { email, emailVerified, givenName, familyName, locale }: PersonClaims,
): Promise<void> {
  if (email === undefined || normalizeEmail(email) === undefined) return;
  await inTransaction(context.db, async (db) => {
    const tx = { ...context, db };
    const member = await createMember(tx, {
      email,
      emailVerified,
      firstName: givenName?.trim().slice(0, NAME_MAX) || null,
      lastName: familyName?.trim().slice(0, NAME_MAX) || null,
      locale: locale?.startsWith('en') ? 'en' : 'ja',
    });
    if (member !== 'email_taken') await linkConnection(tx, member.id, account);
  });
}

/** Why the person of an account that is not linked could not become a member. */
export async function signInProblem(
  context: DomainContext,
  { email, emailVerified }: PersonClaims,
): Promise<SignInProblem | undefined> {
  const isUsable = email !== undefined && normalizeEmail(email) !== undefined;
  if (!isUsable) return 'user.email_unconfirmed';
  const holder = await findMemberByEmail(context, email);
  if (!holder || holder.closedAt) return undefined;
  return emailVerified ? 'user.link_required' : 'user.email_unconfirmed';
}
