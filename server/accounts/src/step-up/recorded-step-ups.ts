import type {
  AccountContext,
  ProvingSession,
  RecordedStepUps,
  TakenStepUp,
} from '@portal/server-members/account-context';
import type { MemberRecord } from '@portal/server-members/members';
import type { DomainContext } from '@portal/server-platform/database/database';
import { type Act, type SecondStep, STEP_UP_MS } from '@portal/shared-contract';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import { confirmBrowserOf } from '../browsers/known-devices.ts';
import { stepUps } from '../schema/codes.ts';
import { besidesMailbox, mailboxCounts } from '../second-step/sign-in-methods.ts';

/**
 * Records that the member has confirmed an act. It allows this act once, in this session and browser,
 * within ten minutes, and replaces the session's step-up of another. It confirms the
 * browser.
 * @returns when it expires
 */
export async function recordStepUp(
  context: DomainContext,
  { memberId, sessionUid, keyThumbprint }: ProvingSession,
  act: Act,
): Promise<Date> {
  const { db, clock } = context;
  const expiresAt = new Date(clock.now().getTime() + STEP_UP_MS);
  const values = { memberId, sessionUid, keyThumbprint, act, expiresAt, spentAt: null };
  await db
    .insert(stepUps)
    .values(values)
    .onConflictDoUpdate({ target: stepUps.sessionUid, set: values });
  await confirmBrowserOf(context, sessionUid);
  return expiresAt;
}

async function provenUntil(
  context: DomainContext,
  session: ProvingSession,
  act: Act,
): Promise<Date | undefined> {
  const [found] = await context.db
    .select({ expiresAt: stepUps.expiresAt })
    .from(stepUps)
    .where(holds(context, session, act));
  return found?.expiresAt;
}

/** Spends the recorded step-up of an act: of two calls at once only one has it. */
export async function takeStepUp(
  context: DomainContext,
  session: ProvingSession,
  act: Act,
): Promise<TakenStepUp | undefined> {
  const spentAt = context.clock.now();
  const [taken] = await context.db
    .update(stepUps)
    .set({ spentAt })
    .where(holds(context, session, act))
    .returning({ expiresAt: stepUps.expiresAt });
  if (!taken) return undefined;
  const isTaken = and(
    eq(stepUps.sessionUid, session.sessionUid),
    eq(stepUps.act, act),
    eq(stepUps.spentAt, spentAt),
  );
  return {
    async giveBack() {
      await context.db.update(stepUps).set({ spentAt: null }).where(isTaken);
    },
  };
}

export const recordedStepUps: RecordedStepUps = { until: provenUntil, take: takeStepUp };

function holds({ clock }: DomainContext, session: ProvingSession, act: Act) {
  const { memberId, sessionUid, keyThumbprint } = session;
  return and(
    eq(stepUps.sessionUid, sessionUid),
    eq(stepUps.memberId, memberId),
    eq(stepUps.keyThumbprint, keyThumbprint),
    eq(stepUps.act, act),
    isNull(stepUps.spentAt),
    gt(stepUps.expiresAt, clock.now()),
  );
}

/** Removes the step-ups of a member, because what they were given with has changed. */
export async function removeRecordedStepUps(
  { db }: DomainContext,
  memberId: string,
): Promise<void> {
  await db.delete(stepUps).where(eq(stepUps.memberId, memberId));
}

/** Removes the step-ups of sessions that have ended. */
export async function removeStepUpsOf(
  { db }: DomainContext,
  sessionUids: readonly string[],
): Promise<void> {
  await db.delete(stepUps).where(inArray(stepUps.sessionUid, [...sessionUids]));
}

/** The ways in which the member can prove who they are, the strongest first, and a spent one last. */
export async function stepUpMethods(
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
