import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { oidcPayloads, oidcSessions } from '../db/schema/oidc.ts';
import type { DomainContext } from '../domain/context.ts';
import { newSecret, secretHash } from '../domain/one-time-secrets.ts';

/** How long the token of a sign-up is accepted (product §10.26). */
const SIGN_UP_TOKEN_MS = 60_000;
/** What tells it from the access tokens that the identity provider itself hands out. */
const MARK = { signUp: true } as const;
const SCOPE = 'openid profile';

/**
 * The access token that `POST /signup` answers. It opens the API like any other, in a session of its
 * own that ends with it, and the identity provider takes it once as proof of the fresh sign-up.
 * Hand in the transaction that makes the member.
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
    payload: MARK,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  });
  const shared = { memberId, grantId, sessionUid, expiresAt };
  await db.insert(oidcPayloads).values([
    { ...shared, kind: 'Grant', idHash: secretHash(grantId), payload: MARK },
    {
      ...shared,
      kind: 'AccessToken',
      idHash: secretHash(token),
      payload: { ...MARK, scope: SCOPE },
    },
  ]);
  return token;
}

/** Who has just signed up. Once: the token opens nothing afterwards, here or at the API. */
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
        sql`${oidcPayloads.payload} @> ${JSON.stringify(MARK)}::jsonb`,
      ),
    )
    .returning({ memberId: oidcPayloads.memberId, sessionUid: oidcPayloads.sessionUid });
  if (!spent?.memberId || !spent.sessionUid) return undefined;
  // Signed out everywhere meanwhile: then it proves nothing any more.
  const [open] = await db
    .update(oidcSessions)
    .set({ endedAt: now })
    .where(and(eq(oidcSessions.uid, spent.sessionUid), isNull(oidcSessions.endedAt)))
    .returning({ uid: oidcSessions.uid });
  return open && { memberId: spent.memberId };
}
