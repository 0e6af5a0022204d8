import { noteSessionOfTrust } from '@portal/server-accounts/browsers/trusted-browsers';
import { members } from '@portal/server-members/schema/members';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import { removePushOfBrowser } from '@portal/server-notifications/push/push-subscriptions';
import type { DomainContext } from '@portal/server-platform/database/database';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider';
import { requestDetails } from '../http/request-details.ts';

const USER_AGENT_MAX = 300;
/** In the result of a sign-in: since when the browser has been known for the member, in milliseconds since 1970. */
export const BROWSER_SINCE_RESULT = 'browser_since';
/** In the result of a sign-in: its browser. */
export const BROWSER_RESULT = 'browser';
/** The columns of a session that a sign-in decides. */
export type SignedInBrowser = Required<
  Pick<typeof oidcSessions.$inferInsert, 'browserHash' | 'unconfirmed' | 'trustId'>
>;
/** Prefix of the hash of an id that is being replaced by a new one. */
const REPLACED = 'left:';

/**
 * Stores the sessions of oidc-provider in the database: one row per session, however often its id
 * changes, with the data by which a member recognises the device.
 *
 * oidc-provider changes the id of a session by deleting the session and writing it again. Here the row
 * stays, so that a token that is renewed in between finds its session. Only signing out ends it.
 */
export function createSessionAdapter(context: DomainContext): Adapter {
  const { db, clock } = context;

  async function find(which: SQL): Promise<AdapterPayload | undefined> {
    const [found] = await db
      .select({ payload: oidcSessions.payload })
      .from(oidcSessions)
      .leftJoin(members, eq(members.id, oidcSessions.memberId))
      .where(
        and(
          which,
          isNull(oidcSessions.endedAt),
          gt(oidcSessions.expiresAt, clock.now()),
          // A member whose account is closed has no session.
          or(isNull(oidcSessions.memberId), isNull(members.closedAt)),
        ),
      );
    return found?.payload as AdapterPayload | undefined;
  }

  return {
    async upsert(id, payload, expiresIn) {
      if (!payload.uid || expiresIn === undefined)
        throw new Error('A session has no uid or no expiry');
      // A silent check that finds nobody has no session to keep (see authorize-request.ts).
      if (!payload.accountId && Provider.ctx?.oidc.params?.prompt === 'none') return;
      const { jti: _jti, ...stored } = payload;
      const now = clock.now();
      const browser = Provider.ctx?.oidc.result?.[BROWSER_RESULT] as SignedInBrowser | undefined;
      const values = {
        idHash: secretHash(id),
        memberId: payload.accountId ?? null,
        payload: stored as Record<string, unknown>,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + expiresIn * 1000),
        ...device(),
        ...browserSince(),
        ...browser,
      };
      await db
        .insert(oidcSessions)
        .values({ uid: payload.uid, createdAt: now, ...values })
        .onConflictDoUpdate({
          target: oidcSessions.uid,
          set: { ...values, payload: withStoredState(values.payload) },
          setWhere: sql`${isNull(oidcSessions.endedAt)} and ${mayWriteAs(values.idHash)}`,
        });
      if (browser?.trustId && payload.accountId) {
        const { trustId: id } = browser;
        const sessionUid = payload.uid;
        await noteSessionOfTrust(context, { id, memberId: payload.accountId, sessionUid });
      }
    },

    async find(id) {
      const payload = await find(eq(oidcSessions.idHash, secretHash(id)));
      return payload && { ...payload, jti: id };
    },

    findByUid: (uid) => find(eq(oidcSessions.uid, uid)),

    async destroy(id) {
      const idHash = secretHash(id);
      const signedOut = Provider.ctx?.oidc.route === 'end_session_confirm';
      const [left] = await db
        .update(oidcSessions)
        .set(signedOut ? { idHash: null, endedAt: clock.now() } : { idHash: REPLACED + idHash })
        .where(eq(oidcSessions.idHash, idHash))
        .returning({ sessionUid: oidcSessions.uid, memberId: oidcSessions.memberId });
      if (signedOut && left?.memberId) {
        await removePushOfBrowser(context, { ...left, memberId: left.memberId });
      }
    },

    consume: () => notSupported('consume'),
    revokeByGrantId: () => notSupported('revokeByGrantId'),
    findByUserCode: () => notSupported('findByUserCode'),
  };
}

/**
 * oidc-provider reads a session at the beginning of a request and writes all of it at the end. A silent check that
 * began before the sign-out page would otherwise remove the secret of that page's form.
 */
function withStoredState(payload: Record<string, unknown>): SQL {
  const state = sql`jsonb_strip_nulls(jsonb_build_object('state', ${oidcSessions.payload} -> 'state'))`;
  return sql`${state} || ${JSON.stringify(payload)}::jsonb`;
}

/** A silent check that began before the id changed would otherwise restore the old id. */
function mayWriteAs(idHash: string): SQL {
  const { idHash: present } = oidcSessions;
  return sql`(${present} = ${idHash} or (${present} like ${`${REPLACED}%`} and ${present} <> ${REPLACED + idHash}))`;
}

function device(): { userAgent?: string; network?: string; country?: string } {
  const request = Provider.ctx?.req;
  if (!request) return {};
  const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_MAX);
  const { network, country } = requestDetails(request);
  return {
    ...(userAgent && { userAgent }),
    ...(network && { network }),
    ...(country && { country }),
  };
}

function browserSince(): { browserSince?: Date } {
  const since = Provider.ctx?.oidc.result?.[BROWSER_SINCE_RESULT];
  return typeof since === 'number' ? { browserSince: new Date(since) } : {};
}

async function notSupported(name: string): Promise<undefined> {
  throw new Error(`${name} is not supported for sessions`);
}
