import { STEP_UP_MS, type StepUpMethod } from '@portal/shared-contract';
import { and, eq, gt, lte, ne } from 'drizzle-orm';
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

/**
 * Records that the member has shown who they are. It allows every sensitive change in this session
 * and browser for ten minutes (product §11.10), and confirms the browser (product §10.432).
 * @returns when it expires
 */
export async function recordProof(
  context: DomainContext,
  { memberId, sessionUid, keyThumbprint }: ProvingSession,
): Promise<Date> {
  const { db, clock } = context;
  const expiresAt = new Date(clock.now().getTime() + STEP_UP_MS);
  const values = { memberId, sessionUid, keyThumbprint, expiresAt };
  await db
    .insert(stepUpProofs)
    .values(values)
    .onConflictDoUpdate({ target: stepUpProofs.sessionUid, set: values });
  await confirmBrowserOf(context, sessionUid);
  return expiresAt;
}

/** Until when the recorded proof holds; undefined without one. */
export async function provenUntil(
  { db, clock }: DomainContext,
  { memberId, sessionUid, keyThumbprint }: ProvingSession,
): Promise<Date | undefined> {
  const [found] = await db
    .select({ expiresAt: stepUpProofs.expiresAt })
    .from(stepUpProofs)
    .where(
      and(
        eq(stepUpProofs.sessionUid, sessionUid),
        eq(stepUpProofs.memberId, memberId),
        eq(stepUpProofs.keyThumbprint, keyThumbprint),
        gt(stepUpProofs.expiresAt, clock.now()),
      ),
    );
  return found?.expiresAt;
}

/**
 * Removes the proofs of a member, because what they were given with has changed.
 * @param exceptSession the session that has made the change with its own proof
 */
export async function removeProofs(
  { db }: DomainContext,
  memberId: string,
  exceptSession?: string,
): Promise<void> {
  await db
    .delete(stepUpProofs)
    .where(
      and(
        eq(stepUpProofs.memberId, memberId),
        exceptSession === undefined ? undefined : ne(stepUpProofs.sessionUid, exceptSession),
      ),
    );
}

export async function purgeProofs({ db, clock }: DomainContext): Promise<void> {
  await db.delete(stepUpProofs).where(lte(stepUpProofs.expiresAt, clock.now()));
}

/** The ways in which the member can prove who they are, the strongest first, and a spent one last. */
export async function proofMethods(
  context: AccountContext,
  member: MemberRecord,
): Promise<StepUpMethod[]> {
  const methods: StepUpMethod[] = [];
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
