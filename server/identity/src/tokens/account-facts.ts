import { isUuid } from '@portal/server-members/members';
import { members } from '@portal/server-members/schema/members';
import { acceptedTermsInForce } from '@portal/server-members/terms';
import type { DomainContext } from '@portal/server-platform/database/database';
import { and, eq, isNull } from 'drizzle-orm';

/** The columns for the claims about a member; a sign-in asks for them at each of its redirects. */
export const ACCOUNT_COLUMNS = {
  id: members.id,
  firstName: members.firstName,
  lastName: members.lastName,
  memberCode: members.memberCode,
  locale: members.locale,
};

export type AccountFacts = {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly memberCode: string;
  readonly locale: 'ja' | 'en';
  /** Missing in the exchange of a code or token, which does not ask for it. */
  readonly termsAccepted?: boolean;
};

/** A member's facts, and whether they accepted the terms in force; undefined if unknown or closed. */
export async function findAccountFacts(
  context: DomainContext,
  id: string,
): Promise<AccountFacts | undefined> {
  if (!isUuid(id)) return undefined;
  const [found] = await context.db
    .select({ ...ACCOUNT_COLUMNS, termsAccepted: acceptedTermsInForce(context.clock.now()) })
    .from(members)
    .where(and(eq(members.id, id), isNull(members.closedAt)));
  return found;
}

/** RFC 8176, and `fed`: another service. `otp` is also mailed and recovery codes, `pop` and `user` a passkey. */
export const AMR = ['pwd', 'fed', 'otp', 'sms', 'pop', 'user', 'mfa'] as const;
export type Amr = (typeof AMR)[number];

const ONE_STEP = 'urn:portal:one-step';
const TWO_STEPS = 'urn:portal:two-steps';
export const ACR_VALUES = [ONE_STEP, TWO_STEPS];

/** OpenID Connect Core §2 `acr`: two steps, or a passkey, which counts as two. */
export function acrOf(amr: readonly Amr[]): string {
  return amr.includes('mfa') ? TWO_STEPS : ONE_STEP;
}
