import { randomBytes, randomUUID } from 'node:crypto';
import type { DomainContext } from '../context.ts';
import { oidcPayloads, oidcSessions } from '../db/schema/oidc.ts';
import { tokenHash } from '../idp/token-hash.ts';

const SESSION_MS = 24 * 60 * 60 * 1000;
const ACCESS_TOKEN_MS = 5 * 60 * 1000;

/**
 * What the identity provider leaves in the database when a member has signed in: a session, its grant
 * and an access token, without the provider itself, which takes a while to load.
 */
export async function signInAs(
  { db, clock }: DomainContext,
  memberId: string,
): Promise<{ accessToken: string }> {
  const now = clock.now();
  const later = (ms: number) => new Date(now.getTime() + ms);
  const accessToken = randomBytes(32).toString('base64url');
  const sessionUid = randomUUID();
  const grantId = randomUUID();
  const scope = 'openid offline_access profile';

  await db.insert(oidcSessions).values({
    uid: sessionUid,
    memberId,
    payload: {},
    createdAt: now,
    lastSeenAt: now,
    expiresAt: later(SESSION_MS),
  });
  const shared = { memberId, grantId, sessionUid };
  await db.insert(oidcPayloads).values([
    {
      ...shared,
      kind: 'Grant',
      idHash: tokenHash(grantId),
      payload: {},
      expiresAt: later(SESSION_MS),
    },
    {
      ...shared,
      kind: 'AccessToken',
      idHash: tokenHash(accessToken),
      payload: { scope },
      expiresAt: later(ACCESS_TOKEN_MS),
    },
  ]);
  return { accessToken };
}
