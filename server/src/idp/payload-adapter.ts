import { and, eq, gt, isNull } from 'drizzle-orm';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { oidcPayloads, oidcSessions } from '../db/schema/oidc.ts';
import type { DomainContext } from '../domain/context.ts';
import { secretHash } from '../domain/one-time-secrets.ts';

/** A code or token was exchanged before, perhaps in this very moment by someone else. */
class AlreadyConsumedError extends errors.InvalidGrant {}

/**
 * Codes, tokens, grants and interactions of oidc-provider in the database.
 * Ids are stored as hashes and are taken out of what is stored beside them.
 */
export function createPayloadAdapter(kind: string, { db, clock }: DomainContext): Adapter {
  const row = (id: string) =>
    and(eq(oidcPayloads.kind, kind), eq(oidcPayloads.idHash, secretHash(id)));

  const noteUse = (sessionUid: string) =>
    db
      .update(oidcSessions)
      .set({ lastSeenAt: clock.now() })
      .where(and(eq(oidcSessions.uid, sessionUid), isNull(oidcSessions.endedAt)));

  return {
    async upsert(id, payload, expiresIn) {
      const row = payloadRow(kind, clock.now(), id, payload, expiresIn);
      const { kind: _kind, idHash: _idHash, ...values } = row;
      await db
        .insert(oidcPayloads)
        .values(row)
        .onConflictDoUpdate({ target: [oidcPayloads.kind, oidcPayloads.idHash], set: values });
      // A portal that is open asks for a new one every few minutes: so long the device is in use.
      if (kind === 'AccessToken' && row.sessionUid) await noteUse(row.sessionUid);
    },

    async find(id) {
      const [found] = await db
        .select()
        .from(oidcPayloads)
        .where(and(row(id), gt(oidcPayloads.expiresAt, clock.now())));
      if (!found) return undefined;
      const payload = { ...found.payload, jti: id } as AdapterPayload;
      if (found.consumedAt) payload.consumed = found.consumedAt;
      return payload;
    },

    /** One statement: oidc-provider looks and then consumes, and two calls may both have looked. */
    async consume(id) {
      const consumed = await db
        .update(oidcPayloads)
        .set({ consumedAt: clock.now() })
        .where(and(row(id), isNull(oidcPayloads.consumedAt)))
        .returning({ kind: oidcPayloads.kind });
      if (consumed.length === 0) throw new AlreadyConsumedError('already used');
    },

    async destroy(id) {
      await db.delete(oidcPayloads).where(row(id));
    },

    async revokeByGrantId(grantId) {
      await db
        .delete(oidcPayloads)
        .where(and(eq(oidcPayloads.kind, kind), eq(oidcPayloads.grantId, grantId)));
    },

    findByUid: () => notAsked('findByUid'),
    findByUserCode: () => notAsked('findByUserCode'),
  };
}

/** What is stored of a model; its id only as a hash. */
export type PayloadRow = {
  readonly kind: string;
  readonly idHash: string;
  readonly payload: Record<string, unknown>;
  readonly memberId: string | null;
  readonly grantId: string | null;
  readonly sessionUid: string | null;
  readonly expiresAt: Date;
};

/** @param expiresIn seconds */
export function payloadRow(
  kind: string,
  now: Date,
  id: string,
  { jti: _jti, ...payload }: AdapterPayload,
  expiresIn: number | undefined,
): PayloadRow {
  if (expiresIn === undefined) throw new Error(`${kind} without an end`);
  return {
    kind,
    idHash: secretHash(id),
    payload: withoutSessionId(payload),
    memberId: payload.accountId ?? null,
    // A grant is found by the same column as what hangs on it.
    grantId: kind === 'Grant' ? id : (payload.grantId ?? null),
    sessionUid: payload.sessionUid ?? null,
    expiresAt: new Date(now.getTime() + expiresIn * 1000),
  };
}

/** An interaction remembers the session's id; it never reads it again. */
function withoutSessionId(payload: AdapterPayload): Record<string, unknown> {
  if (!payload.session) return payload as Record<string, unknown>;
  const { cookie: _cookie, ...session } = payload.session;
  return { ...payload, session } as Record<string, unknown>;
}

/** Sessions have an adapter of their own, and the device flow is off. */
async function notAsked(name: string): Promise<undefined> {
  throw new Error(`${name} is not for this model`);
}
