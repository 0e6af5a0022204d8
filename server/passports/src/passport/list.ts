import type { MemberRecord } from '@portal/server-members/members';
import { members } from '@portal/server-members/schema/members';
import {
  type Database,
  type DomainContext,
  preparedQuery,
} from '@portal/server-platform/database/database';
import { equals } from '@portal/server-platform/database/rows';
import { TAKE_BACK_MS, todayInJapan } from '@portal/shared-contract';
import { and, count, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { passports, passportTransfers } from '../schema/passports.ts';
import { accessOf, canBeTakenBack, type PassportAccess } from './access.ts';
import { maskMember, maskName, memberAsHolder } from './holder.ts';
import type { PassportRecord, TransferRecord } from './passport.ts';
import { renewalsOf } from './renewal.ts';
import { type Use, usesSince, wasUsed } from './turnstile-uses.ts';

export type PassportView = PassportAccess & {
  /** For a giver who can take it back: its uses at turnstiles since it was given. */
  readonly uses: readonly Use[];
  readonly holder: ReturnType<typeof shownHolder>;
  readonly viewerId: string;
  /** Whether it has opened a turnstile; asked only where that decides about giving it back. */
  readonly used: boolean;
  /** The masked name or address of the other side of the transfer. */
  readonly other: string | null;
  /** How the passport has come to its owner, if it was given, with the giver's name as they gave it, or masked. */
  readonly gift: { readonly transfer: TransferRecord; readonly giver: string } | undefined;
  /** By which the member has renewed it. */
  readonly renewedBy: PassportRecord | undefined;
  /** The passports of the same order that the member owns, this one included, in their order. */
  readonly order: readonly PassportRecord[];
};

const MEMBER_ID = sql.placeholder('memberId');

/** A member's passports, those offered to them, and those that they have given and can take back. */
function theirs(db: Database): SQL | undefined {
  const { passportId, receiverId, senderId, outcome, undoneAt, decidedAt } = passportTransfers;
  const ofTransfers = (those: SQL | undefined) =>
    db.select({ id: passportId }).from(passportTransfers).where(those);
  const offered = ofTransfers(and(eq(receiverId, MEMBER_ID), isNull(outcome)));
  const justGiven = ofTransfers(
    and(
      eq(senderId, MEMBER_ID),
      eq(outcome, 'accepted'),
      isNull(undoneAt),
      gt(decidedAt, sql.placeholder('canTakeBackSince')),
    ),
  );
  return or(
    eq(passports.ownerId, MEMBER_ID),
    eq(passports.purchaserId, MEMBER_ID),
    inArray(passports.id, offered),
    inArray(passports.id, justGiven),
  );
}

/**
 * What the member can use now, then what starts soonest, what waits for the member (offers, then unpaid
 * ones), what is offered to somebody else, what has ended, and what they have given; the newest first.
 */
function inOrderOfUse(): SQL[] {
  const today = sql.placeholder('today');
  const offered = sql`exists (select 1 from ${passportTransfers} offer
    where offer.passport_id = ${passports.id} and offer.outcome is null and offer.receiver_id = ${MEMBER_ID})`;
  const { canceledAt, extExpirationDate, paymentStatus, transferStatus, usageStartDate } =
    passports;
  const rank = sql`case
    when ${passports.ownerId} <> ${MEMBER_ID} then case when ${offered} then 2 else 7 end
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

/** With the number of all, which an empty page does not tell. */
const findPage = preparedQuery((db) =>
  db
    .select({ passport: passports, total: sql<number>`(count(*) over ())::int` })
    .from(passports)
    .where(theirs(db))
    .orderBy(...inOrderOfUse())
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('find_passports'),
);

const countAll = preparedQuery((db) =>
  db.select({ total: count() }).from(passports).where(theirs(db)).prepare('count_passports'),
);

const findTransfers = preparedQuery((db) =>
  db
    .select()
    .from(passportTransfers)
    .where(sql`${passportTransfers.passportId} = any(${sql.placeholder('ids')}::uuid[])`)
    .orderBy(desc(passportTransfers.decidedAt))
    .prepare('find_transfers'),
);

/** One page of a member's passports, those offered to them and those they gave, by {@link inOrderOfUse}. */
export async function listPassports(
  context: DomainContext,
  member: MemberRecord,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly items: readonly PassportView[]; readonly total: number }> {
  const { db, clock } = context;
  const now = clock.now();
  const asked = {
    memberId: member.id,
    today: todayInJapan(now),
    canTakeBackSince: new Date(now.getTime() - TAKE_BACK_MS),
  };
  const offset = (page - 1) * limit;
  const rows = await findPage(db).execute({ ...asked, limit, offset });
  const [counted] = rows.length > 0 || page === 1 ? rows : await countAll(db).execute(asked);
  const total = counted?.total ?? 0;
  if (rows.length === 0) return { items: [], total };
  const ids = rows.map(({ passport }) => passport.id);
  const transfers = await findTransfers(db).execute({ ids });
  const seen = rows.map(({ passport }) => {
    const all = transfers.filter(({ passportId }) => passportId === passport.id);
    return accessOf(member.id, passport, all);
  });
  return { items: await viewPassports(context, member, seen), total };
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
  const gifts = await giftsTo(context, member, seen);
  const senderIds = [
    ...seen.flatMap(({ role, transfer }) =>
      role === 'receiver' && transfer ? [transfer.senderId] : [],
    ),
    ...gifts.map(({ senderId }) => senderId),
  ];
  const senders =
    senderIds.length > 0
      ? await db.select().from(members).where(inArray(members.id, senderIds))
      : [];
  const orders = await ordersOf(context, member, seen);
  const uses = await usesOfGiven(context, seen);
  const owned = seen.flatMap(({ passport, role }) => (role === 'owner' ? [passport.id] : []));
  const renewals = await renewalsOf(context, member.id, owned);
  const used = new Set<string>();
  for (const { passport, role } of seen) {
    const decides = role === 'owner' && typeof passport.soldAs.cancel === 'object';
    if (decides && (await wasUsed(context, passport.id))) used.add(passport.id);
  }
  return seen.map((access) => {
    const { passport, role, transfer } = access;
    const sender = senders.find(({ id }) => id === transfer?.senderId);
    const other = role === 'receiver' ? sender && maskMember(sender) : transfer?.receiverMasked;
    const { orderNumber, orderSize } = passport;
    const order =
      orderSize > 1 ? orders.filter((one) => one.orderNumber === orderNumber) : [passport];
    const transferred = gifts.find(({ passportId }) => passportId === passport.id);
    const giver = senders.find(({ id }) => id === transferred?.senderId);
    return {
      ...access,
      viewerId: member.id,
      used: used.has(passport.id),
      uses: uses.get(passport.id) ?? [],
      other: other ?? null,
      gift: transferred && {
        transfer: transferred,
        giver: transferred.giverName ?? (giver ? maskMember(giver) : ''),
      },
      holder: shownHolder(access, member),
      renewedBy: renewals.find(({ renews }) => renews === passport.id),
      order,
    };
  });
}

async function usesOfGiven(context: DomainContext, seen: readonly PassportAccess[]) {
  const uses = new Map<string, Use[]>();
  for (const { passport, role, transfer } of seen) {
    if (role !== 'giver' || !transfer?.decidedAt) continue;
    if (!canBeTakenBack(transfer, context.clock.now())) continue;
    uses.set(passport.id, await usesSince(context, passport.id, transfer.decidedAt));
  }
  return uses;
}

/** The gifts by which passports have become the member's, the latest first. */
async function giftsTo(
  { db }: DomainContext,
  { id }: MemberRecord,
  seen: readonly PassportAccess[],
): Promise<TransferRecord[]> {
  const ids = seen.flatMap(({ passport, role }) =>
    role === 'owner' && passport.purchaserId !== id ? [passport.id] : [],
  );
  if (ids.length === 0) return [];
  const accepted = { receiverId: id, outcome: 'accepted', undoneAt: null } as const;
  const theirs = equals(passportTransfers, accepted);
  return db
    .select()
    .from(passportTransfers)
    .where(and(inArray(passportTransfers.passportId, ids), theirs))
    .orderBy(desc(passportTransfers.decidedAt));
}

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

/** The holder as the member sees it: themselves, a masked child, or of a gift the name that was given away. */
export function shownHolder({ passport, role, transfer }: PassportAccess, member: MemberRecord) {
  const own =
    role === 'receiver' &&
    passport.holderKind !== 'child' &&
    memberAsHolder(member, passport.soldAs);
  const given = role === 'giver' && passport.holderKind === 'child' && transfer?.before;
  const holder = own || given || passport;
  const masked = role !== 'owner' && holder === passport;
  return {
    kind: holder.holderKind,
    lastName: masked ? maskName(holder.holderLastName) : holder.holderLastName,
    firstName: masked ? maskName(holder.holderFirstName) : holder.holderFirstName,
    dateOfBirth: masked || given ? null : holder.holderDateOfBirth,
  };
}
