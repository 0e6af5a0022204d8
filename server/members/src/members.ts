import { domainToASCII } from 'node:url';
import { toAnswer } from '@portal/server-platform/case';
import { batched } from '@portal/server-platform/database/batched';
import {
  type Database,
  type DomainContext,
  preparedQuery,
  withTransaction,
} from '@portal/server-platform/database/database';
import { hasRow, updateRows } from '@portal/server-platform/database/rows';
import { drawDigits } from '@portal/server-platform/limits/one-time-secrets';
import { err, type Outcome } from '@portal/server-platform/outcome';
import { CLOSED_DAYS, isEmail, plainEmail, type User, UserSchema } from '@portal/shared-contract';
import { eq, type Placeholder, sql } from 'drizzle-orm';
import type { AccountContext } from './account-context.ts';
import { expectActingSession } from './acting-session.ts';
import type { RequestDevice } from './devices.ts';
import { prefectureById } from './prefectures.ts';
import { connections, credentials, type Member, members } from './schema/members.ts';
import { versionInForce } from './terms.ts';

/** A member with the related data of other tables. */
export type MemberRecord = Member & {
  readonly passwordSet: boolean;
  /** Since when the password is one that was set by mail alone, see `sign-in-methods.ts`. */
  readonly passwordMailedAt: Date | null;
  readonly recoveryAskedAt: Date | null;
  readonly lineLinked: boolean;
  /** The version in force now; empty if there is none. */
  readonly termsCurrentVersion: string;
};

/** Finds a member by the id, which must be one. */
export type ReadMember = (id: string) => Promise<MemberRecord | undefined>;

export type NewMember = { readonly email: string } & Partial<
  Omit<typeof members.$inferInsert, 'id' | 'memberCode' | 'email' | 'emailNormalized'>
>;

/** `evenClosed` for what a member can do while the account is closed. */
export type LockOptions = { readonly evenClosed?: boolean };

const EMAIL_MAX_LENGTH = 254;

/** How addresses are compared: NFKC, lower case, the domain as in DNS; `undefined` for what can be none. */
export function normalizeEmail(typed: string): string | undefined {
  const text = plainEmail(typed).toLowerCase();
  if (!isEmail(text)) return undefined;
  const at = text.lastIndexOf('@');
  const domain = domainToASCII(text.slice(at + 1));
  if (!domain) return undefined;
  const address = `${text.slice(0, at)}@${domain}`;
  return address.length <= EMAIL_MAX_LENGTH ? address : undefined;
}

/**
 * Creates a member. `email_taken` if another member has the address, even one whose account is closed.
 * @throws for an address that {@link normalizeEmail} refuses; callers must check it first.
 */
export async function createMember(
  context: DomainContext,
  { email, ...profile }: NewMember,
): Promise<MemberRecord | 'email_taken'> {
  const { db, clock } = context;
  const emailNormalized = normalizeEmail(email);
  if (!emailNormalized) throw new Error('createMember needs a valid email address');
  const now = clock.now();

  // A collision of member codes is unlikely; draw another code then.
  for (;;) {
    const [created] = await db
      .insert(members)
      .values({
        createdAt: now,
        updatedAt: now,
        ...profile,
        email: email.trim(),
        emailNormalized,
        memberCode: drawDigits(10),
      })
      .onConflictDoNothing()
      .returning();
    if (created) return reloadMember(context, created.id);
    if (await hasRow(context, members, { emailNormalized })) return 'email_taken';
  }
}

export async function findMemberByEmail(
  context: DomainContext,
  email: string,
): Promise<MemberRecord | undefined> {
  const emailNormalized = normalizeEmail(email);
  if (!emailNormalized) return undefined;
  const [row] = await selectMembers(context.db, context.clock.now()).where(
    eq(members.emailNormalized, emailNormalized),
  );
  return row && recordOf(row);
}

export async function findMemberById(
  context: DomainContext,
  id: string,
): Promise<MemberRecord | undefined> {
  const found = isUuid(id) ? await findMembersByIds(context, [id]) : [];
  return found[0];
}

/** Finds members by their ids, for callers who ask for many in the same moment. */
export function memberReader(context: DomainContext): ReadMember {
  return batched(async (ids: readonly string[]) => {
    const found = await findMembersByIds(context, ids);
    return new Map(found.map((member) => [member.id, member]));
  });
}

/**
 * Finds a member and locks the row until the transaction ends; undefined for a closed account, unless
 * `evenClosed`. Members are locked before passports, everywhere, or two transactions wait for each other. Both locks let rows that refer to the member be written, which would otherwise be such a lock after the passport. A call of a member is refused here when its session has ended while it waited (`acting-session.ts`).
 * @param lock `no key update`: actions of the member wait for each other; `share`: the account only cannot be changed
 *   meanwhile
 */
export async function findMemberLocked(
  tx: DomainContext,
  id: string,
  lock: 'no key update' | 'share',
  { evenClosed = false }: LockOptions = {},
): Promise<MemberRecord | undefined> {
  await tx.db.select({ id: members.id }).from(members).where(eq(members.id, id)).for(lock);
  await expectActingSession(tx);
  const member = await findMemberById(tx, id);
  return member && (evenClosed || !member.closedAt) ? member : undefined;
}

async function findMembersByIds({ db, clock }: DomainContext, ids: readonly string[]) {
  const now = clock.now();
  const [id, ...others] = ids;
  const isOne = id !== undefined && others.length === 0;
  const rows = await (isOne
    ? findById(db).execute({ id, now })
    : findByIds(db).execute({ ids, now }));
  return rows.map(recordOf);
}

type MemberRow = { readonly member: Member } & Omit<MemberRecord, keyof Member>;

const recordOf = ({ member, ...facts }: MemberRow): MemberRecord => ({ ...member, ...facts });

const selectMembers = (db: Database, now: Date | Placeholder) =>
  db
    .select({
      member: members,
      passwordSet: sql<boolean>`${credentials.memberId} is not null`,
      passwordMailedAt: credentials.mailedAt,
      recoveryAskedAt: credentials.recoveryAskedAt,
      lineLinked: sql<boolean>`exists (select 1 from ${connections}
        where ${connections.memberId} = ${members.id} and ${connections.connection} = 'line')`,
      termsCurrentVersion: versionInForce(now),
    })
    .from(members)
    .leftJoin(credentials, eq(credentials.memberId, members.id));

/** PostgreSQL plans a statement with a list anew at every call, which takes longer than to find one member. */
const findById = preparedQuery((db) =>
  selectMembers(db, sql.placeholder('now'))
    .where(eq(members.id, sql.placeholder('id')))
    .prepare('find_member_by_id'),
);

const findByIds = preparedQuery((db) =>
  selectMembers(db, sql.placeholder('now'))
    .where(sql`${members.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('find_members_by_id'),
);

/** Whether a text is a UUID. Ids also come from requests, and PostgreSQL throws on any other text. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

export function toUser(member: MemberRecord): User {
  const prefecture = prefectureById(member.prefectureId) ?? null;
  const mfaChannel = member.mfaWithoutCodes ? 'none' : member.mfaChannel;
  return toAnswer<User>(UserSchema, { ...member, prefecture, mfaChannel });
}

const CLOSED_MS = CLOSED_DAYS * 24 * 60 * 60 * 1000;

/** Until when an account that was closed at a moment can be brought back. */
export const closedUntil = (closedAt: Date): Date => new Date(closedAt.getTime() + CLOSED_MS);

/** Accounts that were closed at this moment or before are erased now. */
export const erasedIfClosedBy = (now: Date): Date => new Date(now.getTime() - CLOSED_MS);

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

/** Reads the member and locks the row; undefined for a closed account, unless `evenClosed`. */
export const lockMember = (
  tx: AccountContext,
  memberId: string,
  options?: LockOptions,
): Promise<MemberRecord | undefined> => findMemberLocked(tx, memberId, 'no key update', options);

export async function reloadMember(tx: DomainContext, memberId: string): Promise<MemberRecord> {
  const member = await findMemberById(tx, memberId);
  if (!member) throw new Error('The member was deleted during the action');
  return member;
}

export async function changeMember(
  tx: DomainContext,
  id: string,
  changes: Partial<typeof members.$inferInsert>,
): Promise<void> {
  await updateRows(tx, members, { id }, { ...changes, updatedAt: tx.clock.now() });
}
