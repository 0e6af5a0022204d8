import { todayInJapan } from '@portal/shared-contract';
import { and, count, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { members } from '../../db/schema/members.ts';
import { passports, passportTransfers } from '../../db/schema/passports.ts';
import type { DomainContext } from '../context.ts';
import type { MemberRecord } from '../members.ts';
import type { PassportAccess } from './access.ts';
import { memberAsHolder } from './holder.ts';
import { maskMember, maskName } from './mask-name.ts';
import type { PassportRecord } from './passport.ts';

/** A passport as one member sees it. */
export type PassportView = PassportAccess & {
  readonly holder: {
    readonly kind: 'member' | 'child';
    readonly lastName: string;
    readonly firstName: string;
    readonly dateOfBirth: string | null;
  };
  /** The masked name or address of the other side of the open transfer. */
  readonly other: string | null;
  /** The passports of the same order that the member owns, this one included, in their order. */
  readonly order: readonly PassportRecord[];
};

/** One page of a member's passports, and of those offered to them, in the order of {@link inOrderOfUse}. */
export async function listPassports(
  context: DomainContext,
  member: MemberRecord,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly items: readonly PassportView[]; readonly total: number }> {
  const { db } = context;
  const offered = db
    .select({ id: passportTransfers.passportId })
    .from(passportTransfers)
    .where(and(eq(passportTransfers.receiverId, member.id), isNull(passportTransfers.outcome)));
  const theirs = or(eq(passports.ownerId, member.id), inArray(passports.id, offered));

  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(passports)
      .where(theirs)
      .orderBy(...inOrderOfUse(member.id, todayInJapan(context.clock.now())))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(passports).where(theirs),
  ]);
  const ids = rows.map(({ id }) => id);
  const transfers = await db
    .select()
    .from(passportTransfers)
    .where(and(inArray(passportTransfers.passportId, ids), isNull(passportTransfers.outcome)));
  const seen = rows.map((passport): PassportAccess => {
    const transfer = transfers.find(({ passportId }) => passportId === passport.id);
    return { passport, role: passport.ownerId === member.id ? 'owner' : 'receiver', transfer };
  });
  return { items: await viewPassports(context, member, seen), total: counted?.total ?? 0 };
}

/**
 * What the member can use now, then what starts soonest, what waits for the member (offers, then unpaid
 * ones), what is offered to somebody else, and what has ended; the newest first (product §14.76).
 * @param today in Japan, YYYY-MM-DD
 */
function inOrderOfUse(memberId: string, today: string): SQL[] {
  const { canceledAt, extExpirationDate, paymentStatus, transferStatus, usageStartDate } =
    passports;
  const rank = sql`case
    when ${passports.ownerId} <> ${memberId} then 2
    when ${canceledAt} is not null then 6
    when ${extExpirationDate} < ${today} then 5
    when ${paymentStatus} <> 'paid' then 3
    when ${transferStatus} = 'transferring' then 4
    when ${usageStartDate} <= ${today} then 0
    else 1 end`;
  return [
    rank,
    sql`case when ${rank} = 1 then ${usageStartDate} end`,
    desc(passports.createdAt),
    desc(passports.id),
  ];
}

export async function viewPassport(
  context: DomainContext,
  member: MemberRecord,
  seen: PassportAccess,
): Promise<PassportView> {
  const [view] = await viewPassports(context, member, [seen]);
  if (!view) throw new Error('A passport has no view');
  return view;
}

async function viewPassports(
  context: DomainContext,
  member: MemberRecord,
  seen: readonly PassportAccess[],
): Promise<PassportView[]> {
  const { db } = context;
  const senderIds = seen.flatMap(({ role, transfer }) =>
    role === 'receiver' && transfer ? [transfer.senderId] : [],
  );
  const senders =
    senderIds.length > 0
      ? await db.select().from(members).where(inArray(members.id, senderIds))
      : [];
  const orders = await ordersOf(context, member, seen);
  return seen.map((access) => {
    const { passport, role, transfer } = access;
    const sender = senders.find(({ id }) => id === transfer?.senderId);
    const other = role === 'receiver' ? sender && maskMember(sender) : transfer?.receiverMasked;
    const { orderNumber, orderSize } = passport;
    const order =
      orderSize > 1 ? orders.filter((one) => one.orderNumber === orderNumber) : [passport];
    return { ...access, other: other ?? null, holder: shownHolder(access, member), order };
  });
}

/** The member's passports of the orders that have several. */
async function ordersOf(
  { db }: DomainContext,
  { id }: MemberRecord,
  seen: readonly PassportAccess[],
): Promise<PassportRecord[]> {
  const numbers = seen.flatMap(({ passport, role }) =>
    role === 'owner' && passport.orderSize > 1 ? [passport.orderNumber] : [],
  );
  if (numbers.length === 0) return [];
  return db
    .select()
    .from(passports)
    .where(and(eq(passports.ownerId, id), inArray(passports.orderNumber, numbers)))
    .orderBy(passports.orderLine);
}

/** The holder as the member sees it: a receiver sees themselves, or a masked child (product §14.15). */
function shownHolder(
  { passport, role }: PassportAccess,
  member: MemberRecord,
): PassportView['holder'] {
  const own = role === 'receiver' && passport.holderKind === 'member' && memberAsHolder(member);
  const holder = own || passport;
  const masked = role === 'receiver' && !own;
  return {
    kind: holder.holderKind,
    lastName: masked ? maskName(holder.holderLastName) : holder.holderLastName,
    firstName: masked ? maskName(holder.holderFirstName) : holder.holderFirstName,
    dateOfBirth: masked ? null : holder.holderDateOfBirth,
  };
}
