import type { AccountContext } from '@portal/server-members/account-context';
import type { RequestDevice } from '@portal/server-members/devices';
import { recordEvent } from '@portal/server-members/events';
import type { MemberRecord } from '@portal/server-members/members';
import { inTransaction } from '@portal/server-platform/database/database';
import type { AttemptBudget } from '@portal/server-platform/limits/attempt-limit';
import type { CheckResult } from '../second-step/limited-check.ts';
import { spendRecoveryCode } from '../second-step/recovery-codes.ts';
import { mailSignIn } from './not-me.ts';

/**
 * Takes a recovery code as a second step. A right one is recorded, and the member told by e-mail.
 * @param budget of the browser that asks
 */
export async function useRecoveryCode(
  context: AccountContext,
  member: MemberRecord,
  typed: string,
  { budget, device }: { readonly budget: AttemptBudget; readonly device: RequestDevice },
): Promise<CheckResult> {
  const outcome = await spendRecoveryCode(context, member.id, typed, budget);
  if (outcome === 'right') {
    await recordEvent(context, member.id, 'recovery_code_used', device);
    await inTransaction(context.db, (db) =>
      mailSignIn({ ...context, db }, member, 'recovery_code_used', device),
    );
  }
  return outcome;
}
