import type {
  AccountContext,
  ProvingSession,
  RecordedStepUps,
} from '@portal/server-members/account-context';
import type { MemberRecord } from '@portal/server-members/members';
import type { DomainContext } from '@portal/server-platform/database/database';
import { deleteRows, equals, findRow, updateRows } from '@portal/server-platform/database/rows';
import { type Act, type SecondStep, STEP_UP_MS } from '@portal/shared-contract';
import { and, gt } from 'drizzle-orm';
import { confirmBrowserOf } from '../browsers/known-devices.ts';
import { stepUps } from '../schema/codes.ts';
import { besidesMailbox, mailboxCounts } from '../second-step/sign-in-methods.ts';

/**
 * Records that the member has confirmed an act. It allows this act once, in this session and browser, within ten
 * minutes, and replaces the session's step-up of another. It confirms the browser.
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

const provenUntil: RecordedStepUps['until'] = async (context, session, act) =>
  (await findRow(context, stepUps, holds(context, session, act)))?.expiresAt;

/** Spends the recorded step-up of an act: of two calls at once only one has it. */
const takeStepUp: RecordedStepUps['take'] = async (context, session, act) => {
  const spentAt = context.clock.now();
  const [taken] = await updateRows(context, stepUps, holds(context, session, act), { spentAt });
  if (!taken) return undefined;
  const { sessionUid } = session;
  return {
    async giveBack() {
      await updateRows(context, stepUps, { sessionUid, act, spentAt }, { spentAt: null });
    },
  };
};

export const recordedStepUps: RecordedStepUps = { until: provenUntil, take: takeStepUp };

function holds({ clock }: DomainContext, session: ProvingSession, act: Act) {
  const { memberId, sessionUid, keyThumbprint } = session;
  const unspent = { memberId, sessionUid, keyThumbprint, act, spentAt: null };
  return and(equals(stepUps, unspent), gt(stepUps.expiresAt, clock.now()));
}

/** Removes the step-ups of a member, because what they were given with has changed. */
export const removeRecordedStepUps = (tx: DomainContext, memberId: string) =>
  deleteRows(tx, stepUps, { memberId });

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

/** Whether a code to this target proves who the member is; `mailbox`: whether a mailbox does (`mailboxCounts`). */
export function provesByCode(member: MemberRecord, target: string, mailbox: boolean): boolean {
  if (member.mfaWithoutCodes || !isConfirmed(member, target)) return false;
  return mailbox || target !== member.email;
}

/** Whether the member has confirmed this address or number earlier. */
export function isConfirmed(member: MemberRecord, target: string): boolean {
  if (target === member.email) return member.emailVerified;
  return target === member.phone && member.phoneConfirmedAt !== null;
}
