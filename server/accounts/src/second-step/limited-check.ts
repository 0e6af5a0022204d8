import type { AccountContext } from '@portal/server-members/account-context';
import {
  type AttemptBudget,
  budgetSubject,
  countAttempt,
  refundAttempt,
} from '@portal/server-platform/limits/attempt-limit';
import { countHit, type RateLimit } from '@portal/server-platform/limits/rate-limits';
import { sendLockEmail } from '../mail-links/mail-links.ts';

/** `unreadable`: what the code is compared with was stored under a secret key that is gone. */
export type CheckResult = 'right' | 'wrong' | 'too_many' | 'unreadable';

export type CheckLimits = {
  readonly memberId: string;
  /** Of the browser that asks. */
  readonly budget: AttemptBudget;
  /** The shorter limit of this kind of code, beside the budget of the day. */
  readonly tries: RateLimit;
};

/**
 * Checks a typed code unless too many were tried. A right one, and one that nothing can be compared with, is
 * not counted in the budget; with the last wrong one of the day, the member gets the message about the lock.
 */
export async function checkWithinLimits(
  context: AccountContext,
  { memberId, budget, tries }: CheckLimits,
  isRight: () => Promise<boolean | 'unreadable'>,
): Promise<CheckResult> {
  if (!(await countHit(context, tries, budgetSubject(budget))).allowed) return 'too_many';
  const attempt = await countAttempt(context, budget);
  if (!attempt.allowed) return 'too_many';
  const answer = await isRight();
  if (answer !== false) {
    await refundAttempt(context, budget);
    return answer === true ? 'right' : answer;
  }
  if (attempt.last) await sendLockEmail(context, memberId);
  return 'wrong';
}
