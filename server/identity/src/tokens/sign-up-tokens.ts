import { randomUUID } from 'node:crypto';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import type { DomainContext } from '@portal/server-platform/database/database';
import { newSecret, secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { oidcPayloads } from '../schema/oidc.ts';

/** How long the token of a sign-up is accepted. */
const SIGN_UP_TOKEN_MS = 60_000;
/** Distinguishes it from the access tokens that the identity provider issues. */
const SIGN_UP_PAYLOAD = { signUp: true } as const;
const SCOPE = 'openid profile';

/**
 * Issues the access token that `POST /signup` answers. It is valid for the API like any other, in a
 * session that ends with it, and the identity provider accepts it once as evidence of the sign-up. Pass
 * the transaction that creates the member.
 */
export async function issueSignUpToken(
  { db, clock }: DomainContext,
  memberId: string,
): Promise<string> {
  const token = newSecret();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + SIGN_UP_TOKEN_MS);
  const sessionUid = randomUUID();
  const grantId = randomUUID();
  await db.insert(oidcSessions).values({
    uid: sessionUid,
    memberId,
    payload: SIGN_UP_PAYLOAD,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  });
  const shared = { memberId, grantId, sessionUid, expiresAt };
  await db.insert(oidcPayloads).values([
    { ...shared, kind: 'Grant', idHash: secretHash(grantId), payload: SIGN_UP_PAYLOAD },
    {
      ...shared,
      kind: 'AccessToken',
      idHash: secretHash(token),
      payload: { ...SIGN_UP_PAYLOAD, scope: SCOPE },
    },
  ]);
  return token;
}

/** The member who has just signed up. The token is spent: it is not accepted again, here or by the API. */
export async function spendSignUpToken(
  { db, clock }: DomainContext,
  token: string,
): Promise<{ readonly memberId: string } | undefined> {
  const now = clock.now();
  const [spent] = await db
    .delete(oidcPayloads)
    .where(
      and(
        eq(oidcPayloads.kind, 'AccessToken'),
        eq(oidcPayloads.idHash, secretHash(token)),
        gt(oidcPayloads.expiresAt, now),
        sql`${oidcPayloads.payload} @> ${JSON.stringify(SIGN_UP_PAYLOAD)}::jsonb`,
      ),
    )
    .returning({ memberId: oidcPayloads.memberId, sessionUid: oidcPayloads.sessionUid });
  if (!spent?.memberId || !spent.sessionUid) return undefined;
  // The token proves nothing if its session was ended meanwhile.
  const [open] = await db
    .update(oidcSessions)
    .set({ endedAt: now })
    .where(and(eq(oidcSessions.uid, spent.sessionUid), isNull(oidcSessions.endedAt)))
    .returning({ uid: oidcSessions.uid });
  return open && { memberId: spent.memberId };
}
