import { type DomainContext, inTransaction } from '@portal/server-platform/database/database';
import { findRow } from '@portal/server-platform/database/rows';
import { eq } from 'drizzle-orm';
import { isUuid } from './members.ts';
import { connections, members } from './schema/members.ts';

/** An account at another provider; `subject` is that provider's id of the person. */
export type ConnectedAccount = { readonly connection: string; readonly subject: string };

/** An account at another identity provider, and the member whose address it has. */
export type LinkableAccount = { readonly account: ConnectedAccount; readonly memberId: string };

export type LinkOutcome =
  | 'linked'
  /** This very account was linked to this member before; nothing has changed. */
  | 'linked_before'
  /** The account belongs to another member. */
  | 'taken'
  /** The member has linked another account of that provider. */
  | 'has_another'
  | 'no_such_member';

/**
 * Links an account at another provider to a member. An account is linked to one member, and a member has one account
 * per connection; the second of two parallel calls sees the result of the first.
 * @param onLinked runs in the same transaction, only if something changed
 */
export async function linkConnection(
  context: DomainContext,
  memberId: string,
  { connection, subject }: ConnectedAccount,
  onLinked: (tx: DomainContext) => Promise<void> = async () => {},
): Promise<LinkOutcome> {
  if (!isUuid(memberId)) return 'no_such_member';
  return inTransaction(context.db, async (db) => {
    const [member] = await db
      .select()
      .from(members)
      .where(eq(members.id, memberId))
      .for('no key update');
    if (!member || member.closedAt) return 'no_such_member';

    const present = await findRow({ db }, connections, { memberId, connection });
    if (present) return present.subject === subject ? 'linked_before' : 'has_another';

    const added = await db
      .insert(connections)
      .values({ connection, subject, memberId, createdAt: context.clock.now() })
      .onConflictDoNothing()
      .returning({ memberId: connections.memberId });
    if (added.length === 0) return 'taken';
    await onLinked({ ...context, db });
    return 'linked';
  });
}

export const findConnectedMember = (
  context: DomainContext,
  { connection, subject }: ConnectedAccount,
): Promise<{ readonly memberId: string } | undefined> =>
  findRow(context, connections, { connection, subject });
