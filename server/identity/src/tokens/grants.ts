import { createHash } from 'node:crypto';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import type { DomainContext } from '@portal/server-platform/database/database';
import { deleteRows, findRow, updateRows } from '@portal/server-platform/database/rows';
import { sql } from 'drizzle-orm';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { oidcPayloads } from '../schema/oidc.ts';
import type { IdentityContext } from '../settings.ts';

/** One grant per session and client: two would void each other's tokens where two tabs authorize at once. */
function grantIdOf(sessionUid: string, clientId: string, endedGrants: number): string {
  return createHash('sha256')
    .update(JSON.stringify([sessionUid, clientId, endedGrants]))
    .digest('base64url');
}

/** The number of grants of this session that ended because a refresh token was reused. */
const countEndedGrants = async (context: DomainContext, uid: string): Promise<number> =>
  (await findRow(context, oidcSessions, { uid }))?.endedGrants ?? 0;

/** Ends a refresh token's grant with all its tokens. The session goes on, as its cookie was not stolen. */
export async function endGrantOfRefreshToken(context: DomainContext, idHash: string) {
  const parent = await findRow(context, oidcPayloads, { kind: 'RefreshToken', idHash });
  if (!parent?.grantId) return;
  if (parent.sessionUid) {
    const endedGrants = sql`${oidcSessions.endedGrants} + 1`;
    await updateRows(context, oidcSessions, { uid: parent.sessionUid }, { endedGrants });
  }
  await deleteRows(context, oidcPayloads, { grantId: parent.grantId });
}

/** The grant of the first-party client, created or extended without a consent page. */
export async function loadGrant(context: IdentityContext, ctx: KoaContextWithOIDC) {
  const { session, client, account, provider, requestParamOIDCScopes } = ctx.oidc;
  if (!session?.accountId || !client || !account) return undefined;
  // A session that this request has begun is in no table yet, and has no grant.
  const isNew = 'new' in session && session.new === true;
  const ended = isNew ? 0 : await countEndedGrants(context, session.uid);
  const id = grantIdOf(session.uid, client.clientId, ended);
  const known = isNew ? undefined : await provider.Grant.find(id);
  const now = context.clock.now();
  const sessionEnd = Math.floor(now.getTime() / 1000) + sessionTtl(session.loginTs, now);
  const granted = known?.getOIDCScope().split(' ') ?? [];
  const wanted = [...requestParamOIDCScopes];
  const isEnough = wanted.every((scope) => granted.includes(scope));
  if (known && isEnough && (known.exp ?? 0) >= sessionEnd - 1) return known;
  const grant =
    known ?? new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.jti = id;
  // Signing in again extends the session, and the grant with it.
  grant.exp = sessionEnd;
  grant.addOIDCScope(wanted);
  await grant.save();
  return grant;
}

/** How long an access token lives, in seconds; the other lifetimes follow. */
export const ACCESS_TOKEN_TTL = 5 * 60;
export const AUTHORIZATION_CODE_TTL = 60;
export const ID_TOKEN_TTL = 60 * 60;
/** How long a sign-in page may stay open before the sign-in must start again. */
export const INTERACTION_TTL = 60 * 60;
/** A refresh token expires after a day without use. */
const REFRESH_TOKEN_IDLE_TTL = 24 * 60 * 60;
/** After 14 days the member must sign in again, however often the token was used. */
const SIGN_IN_TTL = 14 * 24 * 60 * 60;
const ANONYMOUS_SESSION_TTL = 60 * 60;
const LEAST_TTL = 1;

/** The seconds until a sign-in of this moment (seconds since 1970) ends; undefined before anyone signed in. */
export function sessionTtl(signedInAt: number | undefined, now: Date): number {
  return signedInAt === undefined ? ANONYMOUS_SESSION_TTL : secondsLeft(signedInAt, now);
}

/** A day from now, but no longer than the sign-in. */
export function refreshTokenTtl(signedInAt: number, now: Date): number {
  return Math.min(REFRESH_TOKEN_IDLE_TTL, secondsLeft(signedInAt, now));
}

function secondsLeft(signedInAt: number, now: Date): number {
  return Math.max(LEAST_TTL, signedInAt + SIGN_IN_TTL - Math.floor(now.getTime() / 1000));
}
