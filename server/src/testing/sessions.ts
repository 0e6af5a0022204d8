import { randomUUID } from 'node:crypto';
import { oidcPayloads, oidcSessions } from '../db/schema/oidc.ts';
import type { DomainContext } from '../domain/context.ts';
import { newSecret, secretHash } from '../domain/one-time-secrets.ts';

const SESSION_MS = 24 * 60 * 60 * 1000;
const ACCESS_TOKEN_MS = 5 * 60 * 1000;

/**
 * Stores what the identity provider stores when a member signs in: a session, its grant and an
 * access token. It does not load the provider, which would take a while.
 */
export async function signInAs(
  { db, clock }: DomainContext,
  memberId: string,
): Promise<{ accessToken: string }> {
  const now = clock.now();
  const later = (ms: number) => new Date(now.getTime() + ms);
  const accessToken = newSecret();
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
      idHash: secretHash(grantId),
      payload: {},
      expiresAt: later(SESSION_MS),
    },
    {
      ...shared,
      kind: 'AccessToken',
      idHash: secretHash(accessToken),
      payload: { scope },
      expiresAt: later(ACCESS_TOKEN_MS),
    },
  ]);
  return { accessToken };
}
