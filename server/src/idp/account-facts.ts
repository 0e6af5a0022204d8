import { and, eq, isNull } from 'drizzle-orm';
import { members } from '../db/schema/members.ts';
import type { DomainContext } from '../domain/context.ts';
import { isUuid } from '../domain/members.ts';

/** The columns for the claims about a member; a sign-in asks for them at each of its redirects. */
export const ACCOUNT_COLUMNS = {
  id: members.id,
  firstName: members.firstName,
  lastName: members.lastName,
  locale: members.locale,
};

/** The data for the claims about a member. */
export type AccountFacts = {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly locale: 'ja' | 'en';
};

/** The facts of a member; undefined for an unknown id and for a closed account. */
export async function findAccountFacts(
  { db }: DomainContext,
  id: string,
): Promise<AccountFacts | undefined> {
  if (!isUuid(id)) return undefined;
  const [found] = await db
    .select(ACCOUNT_COLUMNS)
    .from(members)
    .where(and(eq(members.id, id), isNull(members.cancelledAt)));
  return found;
}
