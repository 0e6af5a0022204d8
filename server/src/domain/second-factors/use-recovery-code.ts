import { inTransaction } from '../../db/database.ts';
import type { AccountContext } from '../account-context.ts';
import type { AttemptBudget } from '../attempt-limit.ts';
import type { RequestDevice } from '../devices.ts';
import { recordEvent } from '../events.ts';
import type { MemberRecord } from '../members.ts';
import { mailSignIn } from '../undo/not-me.ts';
import type { CheckResult } from './limited-check.ts';
import { spendRecoveryCode } from './recovery-codes.ts';

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
