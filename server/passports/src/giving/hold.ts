import type { AccountContext } from '@portal/server-members/account-context';
import type { MemberRecord } from '@portal/server-members/members';
import { credentials } from '@portal/server-members/schema/members';
import { findRow } from '@portal/server-platform/database/rows';

const HOUR_MS = 60 * 60 * 1000;
/** How long a browser and a password are new. */
const NEW_MS = 24 * HOUR_MS;
/** The browser and the password that came with the account are nobody else's. */
const SIGN_UP_MS = HOUR_MS;

/** Whether something that is there since a moment came with the account. */
export const isFromSignUp = (
  { createdAt }: Pick<MemberRecord, 'createdAt'>,
  since: Date,
): boolean => since.getTime() <= createdAt.getTime() + SIGN_UP_MS;

/** Since when the browser of a session is known; undefined for a session at another identity provider. */
export async function browserSinceOf(
  tx: AccountContext,
  { id: memberId }: Pick<MemberRecord, 'id'>,
  sessionUid: string | undefined,
): Promise<Date | undefined> {
  const sessions = sessionUid ? await tx.sessions.list(tx, memberId) : [];
  return sessions.find(({ id }) => id === sessionUid)?.browserSince;
}

/**
 * Before when nobody may accept what the member offers now: 24 hours after the browser became known or the
 * password was set, whichever is later. In that time the owner has read the mail.
 * @param sessionUid the session of the offer; one at another identity provider tells of no browser
 * @returns null where neither is new
 */
export async function holdOf(
  tx: AccountContext,
  member: MemberRecord,
  sessionUid: string | undefined,
): Promise<Date | null> {
  const browserSince = await browserSinceOf(tx, member, sessionUid);
  const password = await findRow(tx, credentials, { memberId: member.id });
  const ends = [browserSince, password?.changedAt].flatMap((since) =>
    since && !isFromSignUp(member, since) ? [since.getTime() + NEW_MS] : [],
  );
  const end = Math.max(0, ...ends);
  return end > tx.clock.now().getTime() ? new Date(end) : null;
}
