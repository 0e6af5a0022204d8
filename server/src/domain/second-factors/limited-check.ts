import type { AccountContext } from '../account-context.ts';
import {
  type AttemptBudget,
  budgetSubject,
  countAttempt,
  refundAttempt,
} from '../attempt-limit.ts';
import { sendLockEmail } from '../onboarding/send-lock-email.ts';
import { countHit, type RateLimit } from '../rate-limits.ts';

export type CheckResult = 'right' | 'wrong' | 'too_many';

/** Whose attempts are counted, and by what. */
export type CheckLimits = {
  readonly memberId: string;
  /** Of the browser that asks. */
  readonly budget: AttemptBudget;
  /** The shorter limit of this kind of code, beside the budget of the day. */
  readonly tries: RateLimit;
};

/**
 * Checks a typed code unless too many were tried. A right one is not counted in the budget; with
 * the last wrong one of the day, the member gets the message about the lock.
 */
export async function checkWithinLimits(
  context: AccountContext,
  { memberId, budget, tries }: CheckLimits,
  isRight: () => Promise<boolean>,
): Promise<CheckResult> {
  if (!(await countHit(context, tries, budgetSubject(budget))).allowed) return 'too_many';
  const attempt = await countAttempt(context, budget);
  if (!attempt.allowed) return 'too_many';
  if (await isRight()) {
    await refundAttempt(context, budget);
    return 'right';
  }
  if (attempt.last) await sendLockEmail(context, memberId);
  return 'wrong';
}
