import { and, count, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { DomainContext } from '../../context.ts';
import { members } from '../../db/schema/members.ts';
import { passports, passportTransfers } from '../../db/schema/passes.ts';
import type { MemberRecord } from '../members.ts';
import type { SeenPass } from './access.ts';
import { memberAsHolder } from './holder.ts';
import { maskedMember, maskName } from './masked-name.ts';

/** A pass as it is shown to one member. */
export type PassView = SeenPass & {
  readonly holder: {
    readonly kind: 'member' | 'child';
    readonly lastName: string;
    readonly firstName: string;
    readonly dateOfBirth: string | null;
  };
  /** The other side of the transfer under way, masked. */
  readonly other: string | null;
};

/** One page: what is offered to the member first, then their own passes, the newest first. */
export async function listPasses(
  context: DomainContext,
  member: MemberRecord,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly items: readonly PassView[]; readonly total: number }> {
  const { db } = context;
  const offered = db
    .select({ id: passportTransfers.passportId })
    .from(passportTransfers)
    .where(and(eq(passportTransfers.receiverId, member.id), isNull(passportTransfers.outcome)));
  const theirs = or(eq(passports.ownerId, member.id), inArray(passports.id, offered));

  const [passes, [counted]] = await Promise.all([
    db
      .select()
      .from(passports)
      .where(theirs)
      .orderBy(
        sql`${passports.ownerId} = ${member.id}`,
        desc(passports.createdAt),
        desc(passports.id),
      )
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(passports).where(theirs),
  ]);
  const ids = passes.map(({ id }) => id);
  const transfers = await db
    .select()
    .from(passportTransfers)
    .where(and(inArray(passportTransfers.passportId, ids), isNull(passportTransfers.outcome)));
  const seen = passes.map((pass): SeenPass => {
    const transfer = transfers.find(({ passportId }) => passportId === pass.id);
    return { pass, role: pass.ownerId === member.id ? 'owner' : 'receiver', transfer };
  });
  return { items: await viewPasses(context, member, seen), total: counted?.total ?? 0 };
}

export async function viewPass(
  context: DomainContext,
  member: MemberRecord,
  seen: SeenPass,
): Promise<PassView> {
  const [view] = await viewPasses(context, member, [seen]);
  if (!view) throw new Error('One pass gives one view');
  return view;
}

async function viewPasses(
  { db }: DomainContext,
  member: MemberRecord,
  passes: readonly SeenPass[],
): Promise<PassView[]> {
  const senderIds = passes.flatMap(({ role, transfer }) =>
    role === 'receiver' && transfer ? [transfer.senderId] : [],
  );
  const senders =
    senderIds.length > 0
      ? await db.select().from(members).where(inArray(members.id, senderIds))
      : [];
  return passes.map((seen) => {
    const { role, transfer } = seen;
    const sender = senders.find(({ id }) => id === transfer?.senderId);
    const other = role === 'receiver' ? sender && maskedMember(sender) : transfer?.receiverMasked;
    return { ...seen, other: other ?? null, holder: shownHolder(seen, member) };
  });
}

/** To whom a pass is only offered sees no more of its holder than they need to choose. */
function shownHolder({ pass, role }: SeenPass, member: MemberRecord): PassView['holder'] {
  const own = role === 'receiver' && pass.holderKind === 'member' && memberAsHolder(member);
  const holder = own || pass;
  const masked = role === 'receiver' && !own;
  return {
    kind: holder.holderKind,
    lastName: masked ? maskName(holder.holderLastName) : holder.holderLastName,
    firstName: masked ? maskName(holder.holderFirstName) : holder.holderFirstName,
    dateOfBirth: masked ? null : holder.holderDateOfBirth,
  };
}
