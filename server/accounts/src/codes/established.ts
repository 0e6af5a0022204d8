import type { AccountContext } from '@portal/server-members/account-context';
import type { Member } from '@portal/server-members/schema/members';
import { hasPaid } from '@portal/server-passports/payments/has-paid';

/** Whoever floods can open as many accounts as they like, but seldom plans a week ahead, or pays. */
const NEW_ACCOUNT_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether an account is older than a week or has paid for a passport that it has not been paid back. */
export async function isEstablished(
  context: AccountContext,
  { id, createdAt }: Pick<Member, 'id' | 'createdAt'>,
): Promise<boolean> {
  const age = context.clock.now().getTime() - createdAt.getTime();
  return age >= NEW_ACCOUNT_MS || hasPaid(context, id);
}
