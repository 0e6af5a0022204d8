import type { FindAccessToken } from '@portal/server-endpoint/api';
import { members } from '@portal/server-members/schema/members';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import { acceptedTermsInForce } from '@portal/server-members/terms';
import { batched } from '@portal/server-platform/database/batched';
import {
  type Database,
  type DomainContext,
  preparedQuery,
} from '@portal/server-platform/database/database';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { oidcPayloads } from '../schema/oidc.ts';

const grants = alias(oidcPayloads, 'grants');

const NOW = sql.placeholder('now');

/** @param isAsked the condition on the hash of a token's id */
const selectHolders = (db: Database, isAsked: SQL) =>
  db
    .select({
      idHash: oidcPayloads.idHash,
      memberId: oidcPayloads.memberId,
      grantId: oidcPayloads.grantId,
      sessionUid: oidcSessions.uid,
      payload: oidcPayloads.payload,
      locale: members.locale,
      termsAccepted: acceptedTermsInForce(NOW),
      keyThumbprint: oidcSessions.keyThumbprint,
      unconfirmed: oidcSessions.unconfirmed,
      // oidc-provider's own: seconds since 1970, and RFC 8176.
      loginTs: sql<number | null>`(${oidcSessions.payload} -> 'loginTs')::float8`,
      amr: sql<string[] | null>`${oidcSessions.payload} -> 'amr'`,
    })
    .from(oidcPayloads)
    .innerJoin(grants, and(eq(grants.kind, 'Grant'), eq(grants.grantId, oidcPayloads.grantId)))
    .innerJoin(oidcSessions, eq(oidcSessions.uid, oidcPayloads.sessionUid))
    .innerJoin(members, eq(members.id, oidcPayloads.memberId))
    .where(
      and(
        eq(oidcPayloads.kind, 'AccessToken'),
        isAsked,
        gt(oidcPayloads.expiresAt, NOW),
        gt(grants.expiresAt, NOW),
        isNull(oidcSessions.endedAt),
        gt(oidcSessions.expiresAt, NOW),
        isNull(members.closedAt),
      ),
    );

/** PostgreSQL plans a statement with a list anew at every call, which takes longer than to find one holder. */
const findHolder = preparedQuery((db) =>
  selectHolders(db, eq(oidcPayloads.idHash, sql.placeholder('hash'))).prepare(
    'find_access_token_holder',
  ),
);

const findHolders = preparedQuery((db) =>
  selectHolders(
    db,
    sql`${oidcPayloads.idHash} = any(${sql.placeholder('hashes')}::text[])`,
  ).prepare('find_access_token_holders'),
);

/** Who an access token stands for. It ends with its grant and session, also while it is being made. */
export function accessTokenLookUp({ db, clock }: DomainContext): FindAccessToken {
  const holderOf = batched(async (hashes: readonly string[]) => {
    const now = clock.now();
    const [hash, ...others] = hashes;
    const isOne = hash !== undefined && others.length === 0;
    const found = await (isOne
      ? findHolder(db).execute({ hash, now })
      : findHolders(db).execute({ hashes, now }));
    return new Map(found.map((holder) => [holder.idHash, holder]));
  });
  return async (token) => {
    const found = await holderOf(secretHash(token));
    if (!found?.memberId || !found.grantId) return undefined;
    const { loginTs, amr } = found;
    const { scope } = found.payload;
    return {
      memberId: found.memberId,
      grantId: found.grantId,
      sessionUid: found.sessionUid,
      locale: found.locale,
      termsAccepted: found.termsAccepted,
      scope: typeof scope === 'string' ? scope : '',
      keyThumbprint: found.keyThumbprint,
      unconfirmed: found.unconfirmed,
      signedInAt: loginTs === null ? undefined : new Date(loginTs * 1000),
      amr: amr ?? [],
      provedBy: 'browser_key',
    };
  };
}
