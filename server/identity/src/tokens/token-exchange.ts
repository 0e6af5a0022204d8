import { AsyncLocalStorage } from 'node:async_hooks';
import { members } from '@portal/server-members/schema/members';
import { oidcSessions } from '@portal/server-members/schema/sessions';
import {
  type DomainContext,
  preparedQuery,
  queryRows,
} from '@portal/server-platform/database/database';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { oidcPayloads } from '../schema/oidc.ts';
import { ACCOUNT_COLUMNS, type AccountFacts } from './account-facts.ts';
import { type PayloadRow, payloadRow } from './payload-adapter.ts';

/** The models of oidc-provider that are exchanged for tokens. */
type ExchangedKind = 'AuthorizationCode' | 'RefreshToken';

/**
 * The exchange of a code or a refresh token takes two statements. The first reads everything that
 * oidc-provider will look up. The second consumes the code or old token and writes the new tokens.
 * Nothing is written in between, so a server that dies there has changed nothing.
 */
export type Exchange = {
  readonly kind: ExchangedKind;
  readonly token: string;
  readonly parent: AdapterPayload;
  readonly consumedAt: Date | null;
  /** The first answer to a refresh token, readable with it only; removed when it is not repeated any more. */
  readonly sealedAnswer: string | null;
  readonly grant: AdapterPayload | undefined;
  readonly session: AdapterPayload | undefined;
  readonly account: AccountFacts | undefined;
  /** Of the session, where it has a browser's key: its RFC 7638 thumbprint. */
  readonly sessionKey: string | null;
  /** The key without which the refresh token is worth nothing, and which the next one gets. */
  readonly boundKey: string | undefined;
  readonly newRows: PayloadRow[];
};

const NEW_KINDS: readonly string[] = ['RefreshToken', 'AccessToken'];
/** Stands in the payload of a refresh token, beside what oidc-provider reads. */
const BOUND_KEY = 'boundKey';
const grants = alias(oidcPayloads, 'grants');

const NOW = sql.placeholder('now');

const findExchanged = preparedQuery((db) =>
  db
    .select({
      payload: oidcPayloads.payload,
      consumedAt: oidcPayloads.consumedAt,
      sealedAnswer: oidcPayloads.sealedAnswer,
      grant: grants.payload,
      session: oidcSessions.payload,
      sessionKey: oidcSessions.keyThumbprint,
      account: ACCOUNT_COLUMNS,
    })
    .from(oidcPayloads)
    .leftJoin(
      grants,
      and(
        eq(grants.kind, 'Grant'),
        eq(grants.grantId, oidcPayloads.grantId),
        gt(grants.expiresAt, NOW),
      ),
    )
    .leftJoin(members, and(eq(members.id, oidcPayloads.memberId), isNull(members.closedAt)))
    .leftJoin(
      oidcSessions,
      and(
        eq(oidcSessions.uid, oidcPayloads.sessionUid),
        // A member whose account is closed has no session.
        eq(oidcSessions.memberId, members.id),
        isNull(oidcSessions.endedAt),
        gt(oidcSessions.expiresAt, NOW),
      ),
    )
    .where(
      and(
        eq(oidcPayloads.kind, sql.placeholder('kind')),
        eq(oidcPayloads.idHash, sql.placeholder('idHash')),
        gt(oidcPayloads.expiresAt, NOW),
      ),
    )
    .prepare('find_exchanged'),
);

/** Reads a code or refresh token with everything that belongs to it; undefined if it is unknown or expired. */
export async function readExchange(
  { db, clock }: DomainContext,
  kind: ExchangedKind,
  token: string,
): Promise<Exchange | undefined> {
  const [found] = await findExchanged(db).execute({
    kind,
    idHash: secretHash(token),
    now: clock.now().toISOString(),
  });
  if (!found) return undefined;
  const { payload, grant, session, account, ...rest } = found;
  const { [BOUND_KEY]: boundKey } = payload;
  return {
    ...rest,
    kind,
    token,
    parent: { ...payload, jti: token, ...(rest.consumedAt && { consumed: rest.consumedAt }) },
    grant: grant ? { ...grant, jti: String(payload.grantId) } : undefined,
    session: (session as AdapterPayload | null) ?? undefined,
    account: account ?? undefined,
    boundKey: typeof boundKey === 'string' ? boundKey : undefined,
    newRows: [],
  };
}

/**
 * Consumes the code or token and stores the new rows, all or nothing. False if another call was faster
 * or the sign-in has ended meanwhile; the new tokens are then discarded.
 * @param sealedAnswer the answer, if it is to be repeated
 */
export async function commitExchange(
  { db, clock }: DomainContext,
  { kind, token, parent, newRows }: Exchange,
  sealedAnswer: string | null,
): Promise<boolean> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const rows = newRows.map(({ expiresAt, ...row }) => ({
    ...row,
    expiresAt: expiresAt.toISOString(),
  }));
  const committed = await queryRows(
    db,
    sql`with used as (
        update oidc_payloads set consumed_at = ${now}, sealed_answer = ${sealedAnswer}
        where ${isExchanged(kind, token)} and consumed_at is null
        returning id_hash
      ), made as (
        insert into oidc_payloads
          (kind, id_hash, payload, member_id, grant_id, session_uid, expires_at)
        select "kind", "idHash", "payload", "memberId", "grantId", "sessionUid", "expiresAt"
        from used, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made("kind" text,
          "idHash" text, "payload" jsonb, "memberId" uuid, "grantId" text, "sessionUid" text,
          "expiresAt" timestamptz)
      ), seen as (
        update oidc_sessions set last_seen_at = ${now} from used
        where uid = ${parent.sessionUid ?? null} and ended_at is null
      )
      select id_hash from used`,
  );
  return committed.length > 0;
}

const currentExchange = new AsyncLocalStorage<Exchange>();

/** Runs oidc-provider's part of an exchange on the data that was read for it. */
export function runInExchange<T>(exchange: Exchange, work: () => Promise<T>): Promise<T> {
  return currentExchange.run(exchange, work);
}

export function accountInExchange(memberId: string): AccountFacts | undefined {
  const account = currentExchange.getStore()?.account;
  return account?.id === memberId ? account : undefined;
}

/** Wraps an adapter: during an exchange it reads from the exchange and collects the new rows. */
export function exchangeAdapter(kind: string, adapter: Adapter, { clock }: DomainContext): Adapter {
  return {
    ...adapter,
    async find(id) {
      const exchange = currentExchange.getStore();
      if (kind === exchange?.kind && id === exchange.token) return exchange.parent;
      if (exchange && kind === 'Grant' && id === exchange.grant?.jti) return exchange.grant;
      return adapter.find(id);
    },
    async findByUid(uid) {
      const exchange = currentExchange.getStore();
      const known = exchange && kind === 'Session' && uid === exchange.parent.sessionUid;
      return known ? exchange.session : adapter.findByUid(uid);
    },
    async upsert(id, payload, expiresIn) {
      const exchange = currentExchange.getStore();
      if (!exchange || !NEW_KINDS.includes(kind)) return adapter.upsert(id, payload, expiresIn);
      const { boundKey } = exchange;
      const bound =
        kind === 'RefreshToken' && boundKey ? { ...payload, [BOUND_KEY]: boundKey } : payload;
      exchange.newRows.push(payloadRow(kind, clock.now(), id, bound, expiresIn));
    },
    async consume(id) {
      // `commitExchange` consumes the code or token of the exchange.
      if (currentExchange.getStore()?.token !== id) await adapter.consume(id);
    },
  };
}

const isExchanged = (kind: ExchangedKind, token: string) =>
  and(eq(oidcPayloads.kind, kind), eq(oidcPayloads.idHash, secretHash(token)));
