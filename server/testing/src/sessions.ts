import { randomUUID } from 'node:crypto';
import { oidcPayloads } from '@portal/server-identity/schema/oidc';
import { ACCESS_TOKEN_TTL } from '@portal/server-identity/tokens/grants';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import type { DomainContext } from '@portal/server-platform/database/database';
import { newSecret, secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { and, eq } from 'drizzle-orm';
import { makeBrowserKey, type TestBrowserKey } from './browser-key.ts';

const SESSION_MS = 24 * 60 * 60 * 1000;
/** Of the product, so that its tests show how long a token lives. */
const ACCESS_TOKEN_MS = ACCESS_TOKEN_TTL * 1000;

export type SignInOptions = {
  /** The key of the browser; without one, of a new browser. */
  readonly browserKey?: TestBrowserKey | undefined;
  /** How the member has just signed in (RFC 8176); without it, the sign-in is long ago. */
  readonly amr?: readonly string[] | undefined;
  /** Since when the browser is known for the member; without it, for long. */
  readonly browserSince?: Date | undefined;
  /** A password alone, in a new browser. */
  readonly unconfirmed?: boolean | undefined;
};

type RequestLine = { readonly method: string; readonly url: string };

export type TestSession = {
  readonly accessToken: string;
  readonly sessionUid: string;
  readonly browserKey: TestBrowserKey;
  /** The DPoP proof of this session's browser for a request. */
  prove(request: RequestLine): string;
  /** The headers with which this session's browser sends a request. */
  headers(request: RequestLine): { readonly authorization: string; readonly dpop: string };
};

/** Stores what the provider stores at a sign-in: a session, its grant, and an access token bound to a browser's key. */
export async function signInAs(
  { db, clock }: DomainContext,
  memberId: string,
  {
    browserKey = makeBrowserKey(),
    amr,
    browserSince = new Date(0),
    unconfirmed = false,
  }: SignInOptions = {},
): Promise<TestSession> {
  const now = clock.now();
  const later = (ms: number) => new Date(now.getTime() + ms);
  const accessToken = newSecret();
  const sessionUid = randomUUID();
  const grantId = randomUUID();
  const scope = 'openid offline_access profile';

  await db.insert(oidcSessions).values({
    uid: sessionUid,
    memberId,
    payload: amr ? { loginTs: Math.floor(now.getTime() / 1000), amr } : {},
    keyThumbprint: browserKey.thumbprint,
    unconfirmed,
    browserHash: secretHash(sessionUid),
    keyBoundAt: now,
    browserSince,
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
  const prove = (request: RequestLine) =>
    browserKey.prove({ ...request, accessToken, now: clock.now() });
  return {
    accessToken,
    sessionUid,
    browserKey,
    prove,
    headers: (request) => ({ authorization: `Bearer ${accessToken}`, dpop: prove(request) }),
  };
}

/** Lets the access tokens of a member live for five more minutes, as a browser's renewals do. */
export async function renewSessions({ db, clock }: DomainContext, memberId: string): Promise<void> {
  await db
    .update(oidcPayloads)
    .set({ expiresAt: new Date(clock.now().getTime() + ACCESS_TOKEN_MS) })
    .where(and(eq(oidcPayloads.memberId, memberId), eq(oidcPayloads.kind, 'AccessToken')));
}
