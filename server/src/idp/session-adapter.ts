import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import Provider from 'oidc-provider';
import { members } from '../db/schema/members.ts';
import { oidcSessions } from '../db/schema/oidc.ts';
import type { DomainContext } from '../domain/context.ts';
import { secretHash } from '../domain/one-time-secrets.ts';
import { requestFacts } from './http/request-facts.ts';

const USER_AGENT_MAX = 300;
/** Before the hash of an id that is being exchanged for a new one. */
const LEFT = 'left:';

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
        idHash: secretHash(id),
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
          set: { ...values, payload: keepingState(values.payload) },
          setWhere: sql`${isNull(oidcSessions.endedAt)} and ${mayWriteAs(values.idHash)}`,
        });
    },

    async find(id) {
      const payload = await find(eq(oidcSessions.idHash, secretHash(id)));
      return payload && { ...payload, jti: id };
    },

    findByUid: (uid) => find(eq(oidcSessions.uid, uid)),

    async destroy(id) {
      const idHash = secretHash(id);
      const signedOut = Provider.ctx?.oidc.route === 'end_session_confirm';
      await db
        .update(oidcSessions)
        .set(signedOut ? { idHash: null, endedAt: clock.now() } : { idHash: LEFT + idHash })
        .where(eq(oidcSessions.idHash, idHash));
    },

    consume: () => notAsked('consume'),
    revokeByGrantId: () => notAsked('revokeByGrantId'),
    findByUserCode: () => notAsked('findByUserCode'),
  };
}

/**
 * oidc-provider reads a session at the beginning of a request and writes all of it at the end. A
 * silent check that began before the sign-out page would forget the secret of that page's form.
 */
function keepingState(payload: Record<string, unknown>): SQL {
  const state = sql`jsonb_strip_nulls(jsonb_build_object('state', ${oidcSessions.payload} -> 'state'))`;
  return sql`${state} || ${JSON.stringify(payload)}::jsonb`;
}

/** …and one that began before the id was exchanged would bring the old id back. */
function mayWriteAs(idHash: string): SQL {
  const { idHash: present } = oidcSessions;
  return sql`(${present} = ${idHash} or (${present} like ${`${LEFT}%`} and ${present} <> ${LEFT + idHash}))`;
}

function device(): { userAgent?: string; network?: string; country?: string } {
  const request = Provider.ctx?.req;
  if (!request) return {};
  const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_MAX);
  const { network, country } = requestFacts(request);
  return {
    ...(userAgent && { userAgent }),
    ...(network && { network }),
    ...(country && { country }),
  };
}

async function notAsked(name: string): Promise<undefined> {
  throw new Error(`${name} is not for sessions`);
}
