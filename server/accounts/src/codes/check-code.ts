import type { AccountContext } from '@portal/server-members/account-context';
import type { DomainContext } from '@portal/server-platform/database/database';
import { findRow, updateRows } from '@portal/server-platform/database/rows';
import {
  type Attempt,
  type AttemptBudget,
  countAttempt,
  refundAttempt,
} from '@portal/server-platform/limits/attempt-limit';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { CODE_LIFETIME_MS, CODE_TRIES, STEP_UP_MS } from '@portal/shared-contract';
import { and, gt, isNull, lt } from 'drizzle-orm';
import { sendLockEmail } from '../mail-links/mail-links.ts';
import { verificationCodes } from '../schema/codes.ts';
import { type CodeBinding, isCode, isCodeHash } from './send-code.ts';

export type CheckOutcome =
  | { readonly kind: 'right'; readonly target: string; readonly expiresAt: Date }
  /** Wrong, used, unknown, tried too often, or sent to what is not the target any more. */
  | { readonly kind: 'wrong' }
  | { readonly kind: 'expired' }
  /** Too many wrong ones today; this one was not looked at. */
  | { readonly kind: 'too_many' };

export type CheckOptions = {
  /** Where the attempt is counted beside the code's own five; by default among the acts of the signed-in member. */
  readonly budget?: AttemptBudget | 'none';
  /** The secret of the browser that asked, from `sendCode`; no other browser opens the code or uses it up. */
  readonly request?: string | undefined;
  /** Whether the last attempt of the day mails the owner how to end the lock. */
  readonly mailsLock?: boolean;
  /** Keeps a right code valid for the next step, and extends its time. */
  readonly keep?: boolean;
};

const UNCOUNTED: Attempt = { allowed: true, last: false };

/**
 * Checks a code and spends it if it is right. Call it inside `inTransaction`, together with the action of the code:
 * the row is locked, so only one of several parallel calls with the right code succeeds.
 * @param isTarget whether an address or number is still one that this code may have been sent to
 */
export async function checkCode(
  tx: AccountContext,
  binding: CodeBinding,
  code: string,
  isTarget: (target: string) => boolean = () => true,
  {
    budget = { kind: 'session', memberId: binding.subject },
    request,
    keep = false,
    mailsLock = true,
  }: CheckOptions = {},
): Promise<CheckOutcome> {
  const which = isCode(binding, request === undefined ? '' : secretHash(request));
  const sent = await findRow(tx, verificationCodes, which, 'update');
  if (!sent || sent.usedAt || sent.failedAttempts >= CODE_TRIES) return { kind: 'wrong' };
  const attempt = budget === 'none' ? UNCOUNTED : await countAttempt(tx, budget);
  if (!attempt.allowed) return { kind: 'too_many' };

  const isRight = isCodeHash(tx, binding, { target: sent.target, code }, sent.codeHash);
  if (!isRight || !isTarget(sent.target)) {
    const failedAttempts = sent.failedAttempts + 1;
    await updateRows(tx, verificationCodes, which, { failedAttempts });
    if (attempt.last && mailsLock) await sendLockEmail(tx, binding.subject);
    return { kind: 'wrong' };
  }
  if (budget !== 'none') await refundAttempt(tx, budget);
  const now = tx.clock.now();
  if (sent.expiresAt <= now) return { kind: 'expired' };
  const expiresAt = keep ? extendedUntil(sent.sentAt, now) : sent.expiresAt;
  await updateRows(tx, verificationCodes, which, keep ? { expiresAt } : { usedAt: now });
  return { kind: 'right', target: sent.target, expiresAt };
}

/** The new expiry of a kept code, from when it was sent, so that checking again does not extend it without end. */
function extendedUntil(sentAt: Date, now: Date): Date {
  const latest = sentAt.getTime() + CODE_LIFETIME_MS + STEP_UP_MS;
  return new Date(Math.min(now.getTime() + STEP_UP_MS, latest));
}

/** The code of a signed-in member that can still be entered; undefined without one. */
export async function findSentCode(context: DomainContext, binding: CodeBinding) {
  const { usedAt, failedAttempts, expiresAt } = verificationCodes;
  const isGood = and(lt(failedAttempts, CODE_TRIES), gt(expiresAt, context.clock.now()));
  const which = and(isCode(binding, ''), isNull(usedAt), isGood);
  return findRow(context, verificationCodes, which);
}
