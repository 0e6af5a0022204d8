import { createHash } from 'node:crypto';
import { type ConnectedAccount, linkConnection } from '@portal/server-members/connections';
import { type RequestDevice, USER_AGENT_MAX } from '@portal/server-members/devices';
import { createMember, findMemberByEmail, normalizeEmail } from '@portal/server-members/members';
import { connections, members } from '@portal/server-members/schema/members';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import { acceptedTermsInForce } from '@portal/server-members/terms';
import { type DomainContext, transact } from '@portal/server-platform/database/database';
import { and, eq } from 'drizzle-orm';
import type { PersonClaims, TokenClaims } from './claims.ts';

export type LinkedMember = {
  readonly memberId: string;
  readonly locale: 'ja' | 'en';
  readonly termsAccepted: boolean;
};

export type SignInProblem = 'user.link_required' | 'user.email_unconfirmed';

/** The longest name of a profile, in characters. */
const NAME_MAX = 100;

/** The member that an account is linked to; `closed` for one whose account here is closed. */
export async function findLinkedMember(
  context: DomainContext,
  { connection, subject }: ConnectedAccount,
): Promise<LinkedMember | 'closed' | undefined> {
  const [found] = await context.db
    .select({
      memberId: members.id,
      locale: members.locale,
      closedAt: members.closedAt,
      termsAccepted: acceptedTermsInForce(context.clock.now()),
    })
    .from(connections)
    .innerJoin(members, eq(members.id, connections.memberId))
    .where(and(eq(connections.connection, connection), eq(connections.subject, subject)));
  if (!found) return undefined;
  const { closedAt, ...member } = found;
  return closedAt ? 'closed' : member;
}

/**
 * Creates the member of a first sign-in. Of several first calls one creates the member, and all find it.
 * An address that a member has already is never linked here: that takes a code sent to it.
 */
export async function createLinkedMember(
  context: DomainContext,
  account: ConnectedAccount,
  { email, emailVerified, givenName, familyName, locale }: PersonClaims,
): Promise<void> {
  if (email === undefined || normalizeEmail(email) === undefined) return;
  await transact(context, async (tx) => {
    const member = await createMember(tx, {
      email,
      emailVerified,
      firstName: givenName?.trim().slice(0, NAME_MAX) || null,
      lastName: familyName?.trim().slice(0, NAME_MAX) || null,
      locale: locale?.startsWith('en') ? 'en' : 'ja',
    });
    if (member !== 'email_taken') await linkConnection(tx, member.id, account);
  });
}

/** Why the person of an account that is not linked could not become a member. */
export async function signInProblem(
  context: DomainContext,
  { email, emailVerified }: PersonClaims,
): Promise<SignInProblem | undefined> {
  const isUsable = email !== undefined && normalizeEmail(email) !== undefined;
  if (!isUsable) return 'user.email_unconfirmed';
  const holder = await findMemberByEmail(context, email);
  if (!holder || holder.closedAt) return undefined;
  return emailVerified ? 'user.link_required' : 'user.email_unconfirmed';
}

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
