import { oidcSessions } from '@portal/server-members/schema/sessions';
import { type DomainContext, preparedQuery } from '@portal/server-platform/database/database';
import { deleteRows, updateRows } from '@portal/server-platform/database/rows';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { and, eq, gt, sql } from 'drizzle-orm';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { oidcPayloads } from '../schema/oidc.ts';

/** A code or token has been used before, perhaps by a call at the same moment. */
class AlreadyConsumedError extends errors.InvalidGrant {}

const value = (name: keyof PayloadRow) => sql.placeholder(name);
const isRow = and(eq(oidcPayloads.kind, value('kind')), eq(oidcPayloads.idHash, value('idHash')));

const upsertPayload = preparedQuery((db) =>
  db
    .insert(oidcPayloads)
    .values({
      kind: value('kind'),
      idHash: value('idHash'),
      payload: value('payload'),
      memberId: value('memberId'),
      grantId: value('grantId'),
      sessionUid: value('sessionUid'),
      expiresAt: value('expiresAt'),
    })
    .onConflictDoUpdate({
      target: [oidcPayloads.kind, oidcPayloads.idHash],
      set: {
        payload: sql`excluded.payload`,
        memberId: sql`excluded.member_id`,
        grantId: sql`excluded.grant_id`,
        sessionUid: sql`excluded.session_uid`,
        expiresAt: sql`excluded.expires_at`,
      },
    })
    .prepare('upsert_oidc_payload'),
);

const findPayload = preparedQuery((db) =>
  db
    .select({ payload: oidcPayloads.payload, consumedAt: oidcPayloads.consumedAt })
    .from(oidcPayloads)
    .where(and(isRow, gt(oidcPayloads.expiresAt, sql.placeholder('now'))))
    .prepare('find_oidc_payload'),
);

const deletePayload = preparedQuery((db) =>
  db.delete(oidcPayloads).where(isRow).prepare('delete_oidc_payload'),
);

/** Stores codes, tokens, grants and interactions of oidc-provider, with ids as hashes alone. */
export function createPayloadAdapter(kind: string, context: DomainContext): Adapter {
  const { db, clock } = context;
  return {
    async upsert(id, payload, expiresIn) {
      const row = payloadRow(kind, clock.now(), id, payload, expiresIn);
      await upsertPayload(db).execute(row);
      // An open portal requests a new token every few minutes, which shows that the device is in use.
      if (kind === 'AccessToken' && row.sessionUid) {
        const which = { uid: row.sessionUid, endedAt: null };
        await updateRows(context, oidcSessions, which, { lastSeenAt: clock.now() });
      }
    },

    async find(id) {
      const now = clock.now().toISOString();
      const [found] = await findPayload(db).execute({ kind, idHash: secretHash(id), now });
      if (!found) return undefined;
      const payload = { ...found.payload, jti: id } as AdapterPayload;
      if (found.consumedAt) payload.consumed = found.consumedAt;
      return payload;
    },

    /** One statement, because two calls may both have found the payload unconsumed. */
    async consume(id) {
      const which = { kind, idHash: secretHash(id), consumedAt: null };
      const consumed = await updateRows(context, oidcPayloads, which, { consumedAt: clock.now() });
      if (consumed.length === 0) throw new AlreadyConsumedError('already used');
    },

    async destroy(id) {
      await deletePayload(db).execute({ kind, idHash: secretHash(id) });
    },

    async revokeByGrantId(grantId) {
      await deleteRows(context, oidcPayloads, { kind, grantId });
    },

    findByUid: () => notSupported('findByUid'),
    findByUserCode: () => notSupported('findByUserCode'),
  };
}

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
  if (expiresIn === undefined) throw new Error(`${kind} has no expiry`);
  return {
    kind,
    idHash: secretHash(id),
    payload: withoutSessionId(payload),
    memberId: payload.accountId ?? null,
    // The same column finds a grant and everything that belongs to it.
    grantId: kind === 'Grant' ? id : (payload.grantId ?? null),
    sessionUid: payload.sessionUid ?? null,
    expiresAt: new Date(now.getTime() + expiresIn * 1000),
  };
}

/** An interaction holds the session's id, which oidc-provider never reads again. */
export function withoutSessionId(payload: AdapterPayload): Record<string, unknown> {
  if (!payload.session) return payload as Record<string, unknown>;
  const { cookie: _cookie, ...session } = payload.session;
  return { ...payload, session } as Record<string, unknown>;
}

/** Sessions have their own adapter, and the device flow is off. */
async function notSupported(name: string): Promise<undefined> {
  throw new Error(`${name} is not supported for this model`);
}
