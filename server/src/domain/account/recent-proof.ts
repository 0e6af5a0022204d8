import { type Act, type SecondStep, STEP_UP_MS } from '@portal/shared-contract';
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import { stepUpProofs } from '../../db/schema/codes.ts';
import type { AccountContext } from '../account-context.ts';
import { confirmBrowserOf } from '../confirmed-browsers.ts';
import type { DomainContext } from '../context.ts';
import type { MemberRecord } from '../members.ts';
import { besidesMailbox, mailboxCounts } from '../second-factors/mailbox.ts';

/** Who gives or needs a proof: a member, in one session of one browser. */
export type ProvingSession = {
  readonly memberId: string;
  readonly sessionUid: string;
  /** The thumbprint of the browser's key. */
  readonly keyThumbprint: string;
};

/** What a call asks of the proofs of its session. */
export type Proofs = {
  /** Until when the act is allowed; undefined without a proof of it. */
  until(act: Act): Promise<Date | undefined>;
  /** Spends the proof of an act; undefined without one. Pass the transaction of the act. */
  take(tx: DomainContext, act: Act): Promise<TakenProof | undefined>;
};
export type TakenProof = { giveBack(): Promise<void> };

/**
 * Records that the member has confirmed an act. It allows this act once, in this session and browser,
 * within ten minutes (product §11.10), and replaces the session's proof of another. It confirms the
 * browser (product §10.432).
 * @returns when it expires
 */
export async function recordProof(
  context: DomainContext,
  { memberId, sessionUid, keyThumbprint }: ProvingSession,
  act: Act,
): Promise<Date> {
  const { db, clock } = context;
  const expiresAt = new Date(clock.now().getTime() + STEP_UP_MS);
  const values = { memberId, sessionUid, keyThumbprint, act, expiresAt, spentAt: null };
  await db
    .insert(stepUpProofs)
    .values(values)
    .onConflictDoUpdate({ target: stepUpProofs.sessionUid, set: values });
  await confirmBrowserOf(context, sessionUid);
  return expiresAt;
}

/** Until when the recorded proof of an act holds; undefined without one. */
export async function provenUntil(
  context: DomainContext,
  session: ProvingSession,
  act: Act,
): Promise<Date | undefined> {
  const [found] = await context.db
    .select({ expiresAt: stepUpProofs.expiresAt })
    .from(stepUpProofs)
    .where(holds(context, session, act));
  return found?.expiresAt;
}

/** Spends the recorded proof of an act: of two calls at once only one has it. */
export async function takeProof(
  context: DomainContext,
  session: ProvingSession,
  act: Act,
): Promise<TakenProof | undefined> {
  const spentAt = context.clock.now();
  const [taken] = await context.db
    .update(stepUpProofs)
    .set({ spentAt })
    .where(holds(context, session, act))
    .returning({ expiresAt: stepUpProofs.expiresAt });
  if (!taken) return undefined;
  const isTaken = and(
    eq(stepUpProofs.sessionUid, session.sessionUid),
    eq(stepUpProofs.act, act),
    eq(stepUpProofs.spentAt, spentAt),
  );
  return {
    async giveBack() {
      await context.db.update(stepUpProofs).set({ spentAt: null }).where(isTaken);
    },
  };
}

function holds({ clock }: DomainContext, session: ProvingSession, act: Act) {
  const { memberId, sessionUid, keyThumbprint } = session;
  return and(
    eq(stepUpProofs.sessionUid, sessionUid),
    eq(stepUpProofs.memberId, memberId),
    eq(stepUpProofs.keyThumbprint, keyThumbprint),
    eq(stepUpProofs.act, act),
    isNull(stepUpProofs.spentAt),
    gt(stepUpProofs.expiresAt, clock.now()),
  );
}

/** Removes the proofs of a member, because what they were given with has changed. */
export async function removeProofs({ db }: DomainContext, memberId: string): Promise<void> {
  await db.delete(stepUpProofs).where(eq(stepUpProofs.memberId, memberId));
}

export async function purgeProofs({ db, clock }: DomainContext): Promise<void> {
  await db.delete(stepUpProofs).where(lte(stepUpProofs.expiresAt, clock.now()));
}

/** The ways in which the member can prove who they are, the strongest first, and a spent one last. */
export async function proofMethods(
  context: AccountContext,
  member: MemberRecord,
): Promise<SecondStep[]> {
  const methods: SecondStep[] = [];
  const besides = await besidesMailbox(context, member.id);
  if (besides.passkeys > 0) methods.push('passkey');
  if (besides.totp) methods.push('totp');
  if (!member.mfaWithoutCodes) {
    if (member.phone && member.phoneConfirmedAt) methods.push('sms');
    if (member.emailVerified && mailboxCounts(context, member, besides)) methods.push('email');
  }
  if (besides.recoveryCodes > 0) methods.push('recovery_code');
  return methods;
}

/**
 * Whether a code to this address or number proves who the member is.
 * @param mailbox whether the mailbox proves anything, see `mailboxCounts`
 */
export function provesByCode(member: MemberRecord, target: string, mailbox: boolean): boolean {
  if (member.mfaWithoutCodes || !isConfirmed(member, target)) return false;
  return mailbox || target !== member.email;
}

/** Whether the member has confirmed this address or number earlier. */
export function isConfirmed(member: MemberRecord, target: string): boolean {
  if (target === member.email) return member.emailVerified;
  return target === member.phone && member.phoneConfirmedAt !== null;
}
