import { randomUUID } from 'node:crypto';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import type { DomainContext } from '@portal/server-platform/database/database';
import { deleteRows, equals, updateRows } from '@portal/server-platform/database/rows';
import { newSecret, secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { and, gt, sql } from 'drizzle-orm';
import { oidcPayloads } from '../schema/oidc.ts';

const SIGN_UP_TOKEN_MS = 60_000;
/** Distinguishes it from the access tokens that the identity provider issues. */
const SIGN_UP_PAYLOAD = { signUp: true } as const;
const SCOPE = 'openid profile';

/**
 * Issues the access token that `POST /signup` answers. It is valid for the API like any other, in a
 * session that ends with it, and the identity provider accepts it once as evidence of the sign-up. Pass
 * the transaction that creates the member.
 */
export async function issueSignUpToken({ db, clock }: DomainContext, memberId: string) {
  const token = newSecret();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + SIGN_UP_TOKEN_MS);
  const sessionUid = randomUUID();
  const grantId = randomUUID();
  const payload = { ...SIGN_UP_PAYLOAD, scope: SCOPE };
  const session = { memberId, payload, expiresAt, createdAt: now, lastSeenAt: now };
  await db.insert(oidcSessions).values({ ...session, uid: sessionUid });
  const shared = { memberId, grantId, sessionUid, expiresAt, payload };
  await db.insert(oidcPayloads).values([
    { ...shared, kind: 'Grant', idHash: secretHash(grantId) },
    { ...shared, kind: 'AccessToken', idHash: secretHash(token) },
  ]);
  return token;
}

/** The member who has just signed up. The token is spent: it is not accepted again, here or by the API. */
export async function spendSignUpToken(
  context: DomainContext,
  token: string,
): Promise<{ readonly memberId: string } | undefined> {
  const now = context.clock.now();
  const isToken = equals(oidcPayloads, { kind: 'AccessToken', idHash: secretHash(token) });
  const isGood = gt(oidcPayloads.expiresAt, now);
  const isOfSignUp = sql`${oidcPayloads.payload} @> ${JSON.stringify(SIGN_UP_PAYLOAD)}::jsonb`;
  const [spent] = await deleteRows(context, oidcPayloads, and(isToken, isGood, isOfSignUp));
  if (!spent?.memberId || !spent.sessionUid) return undefined;
  // The token proves nothing if its session was ended meanwhile.
  const session = { uid: spent.sessionUid, endedAt: null };
  const [open] = await updateRows(context, oidcSessions, session, { endedAt: now });
  return open && { memberId: spent.memberId };
}
