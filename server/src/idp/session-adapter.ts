import { and, eq, gt, isNull, or, type SQL } from 'drizzle-orm';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import Provider from 'oidc-provider';
import type { DomainContext } from '../context.ts';
import { members } from '../db/schema/members.ts';
import { oidcSessions } from '../db/schema/oidc.ts';
import { requestFacts } from './http/request-facts.ts';
import { tokenHash } from './token-hash.ts';

const USER_AGENT_MAX = 300;

/**
 * Sign-in sessions of oidc-provider in the database, one row per session however often its id
 * changes, with what a member needs to recognise the device.
 *
 * oidc-provider gives a session a new id by deleting and writing anew. Here the row stays, so that
 * a token refreshed in between finds its session; only signing out ends it, and for good.
 */
export function createSessionAdapter({ db, clock }: DomainContext): Adapter {
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
          // A member who has left is signed in nowhere.
          or(isNull(oidcSessions.memberId), isNull(members.cancelledAt)),
        ),
      );
    return found?.payload as AdapterPayload | undefined;
  }

  return {
    async upsert(id, payload, expiresIn) {
      if (!payload.uid || expiresIn === undefined) throw new Error('a session without uid or end');
      const { jti: _jti, ...kept } = payload;
      const now = clock.now();
      const values = {
        idHash: tokenHash(id),
        memberId: payload.accountId ?? null,
        payload: kept as Record<string, unknown>,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + expiresIn * 1000),
        ...device(),
      };
      await db
        .insert(oidcSessions)
        .values({ uid: payload.uid, createdAt: now, ...values })
        .onConflictDoUpdate({
          target: oidcSessions.uid,
          set: values,
          setWhere: isNull(oidcSessions.endedAt),
        });
    },

    async find(id) {
      const payload = await find(eq(oidcSessions.idHash, tokenHash(id)));
      return payload && { ...payload, jti: id };
    },

    findByUid: (uid) => find(eq(oidcSessions.uid, uid)),

    async destroy(id) {
      const signedOut = Provider.ctx?.oidc.route === 'end_session_confirm';
      await db
        .update(oidcSessions)
        .set({ idHash: null, ...(signedOut && { endedAt: clock.now() }) })
        .where(eq(oidcSessions.idHash, tokenHash(id)));
    },

    consume: () => notAsked('consume'),
    revokeByGrantId: () => notAsked('revokeByGrantId'),
    findByUserCode: () => notAsked('findByUserCode'),
  };
}

function device(): { userAgent?: string; network?: string } {
  const request = Provider.ctx?.req;
  if (!request) return {};
  const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_MAX);
  const { network } = requestFacts(request);
  return { ...(userAgent && { userAgent }), ...(network && { network }) };
}

async function notAsked(name: string): Promise<undefined> {
  throw new Error(`${name} is not for sessions`);
}
