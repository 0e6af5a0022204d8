import { createHash } from 'node:crypto';
import { type RequestDevice, USER_AGENT_MAX } from '@portal/server-members/devices';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import type { DomainContext } from '@portal/server-platform/database/context';
import { eq } from 'drizzle-orm';
import type { TokenClaims } from './claims.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session that sends no call for so long leaves the list of devices. */
const SESSION_MS = 90 * DAY_MS;
/** A row is written at most this often. */
const SEEN_MS = 60_000;

export type ProviderSessionRequest = {
  readonly issuer: string;
  readonly claims: TokenClaims;
  readonly memberId: string;
  readonly device: RequestDevice | undefined;
};

/**
 * The session of an access token, with a row like that of a session of our own provider, so that the list
 * of devices shows it and signing out ends it. A session is one at the provider (`sid`), else one sign-in
 * (`auth_time`), else all tokens of the account.
 * @returns its id; undefined once it has ended here and the member has not signed in again since
 */
export async function openProviderSession(
  { db, clock }: DomainContext,
  { issuer, claims, memberId, device }: ProviderSessionRequest,
): Promise<string | undefined> {
  const uid = sessionUidOf(issuer, claims);
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  const [known] = await db
    .select({ endedAt: oidcSessions.endedAt, lastSeenAt: oidcSessions.lastSeenAt })
    .from(oidcSessions)
    .where(eq(oidcSessions.uid, uid));
  if (!known) {
    const createdAt = claims.authTime ?? now;
    const { userAgent, country } = device ?? {};
    await db
      .insert(oidcSessions)
      .values({
        uid,
        memberId,
        payload: {},
        userAgent: userAgent?.slice(0, USER_AGENT_MAX) ?? null,
        country: country ?? null,
        createdAt,
        lastSeenAt: now,
        expiresAt,
      })
      .onConflictDoNothing();
    return uid;
  }
  const isOver = known.endedAt !== null && !isLater(claims, known.endedAt);
  if (known.endedAt !== null || now.getTime() - known.lastSeenAt.getTime() >= SEEN_MS) {
    // The row of an ended session stays as long as its tokens are tried.
    await db
      .update(oidcSessions)
      .set(isOver ? { expiresAt } : { endedAt: null, memberId, lastSeenAt: now, expiresAt })
      .where(eq(oidcSessions.uid, uid));
  }
  return isOver ? undefined : uid;
}

/** Whether the member has signed in after a moment, or else, whether the token is newer. */
function isLater({ authTime, issuedAt }: TokenClaims, moment: Date): boolean {
  const signedInAt = authTime ?? issuedAt;
  return signedInAt !== undefined && signedInAt > moment;
}

function sessionUidOf(issuer: string, { subject, sessionId, authTime }: TokenClaims): string {
  const session = sessionId ?? authTime?.toISOString() ?? '';
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject, session]))
    .digest('base64url');
}
