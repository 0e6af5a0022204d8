import { AsyncLocalStorage } from 'node:async_hooks';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { queryRows } from '../db/database.ts';
import { members } from '../db/schema/members.ts';
import { oidcPayloads, oidcSessions } from '../db/schema/oidc.ts';
import type { DomainContext } from '../domain/context.ts';
import { secretHash } from '../domain/one-time-secrets.ts';
import { type PayloadRow, payloadRow } from './payload-adapter.ts';

/**
 * The exchange of a refresh token in two statements: one reads all that oidc-provider will ask for,
 * one uses the old token up and writes all that it makes. In between nothing is written: a server
 * that ends there has done nothing.
 */
export type Exchange = {
  readonly token: string;
  readonly parent: AdapterPayload;
  readonly consumedAt: Date | null;
  /** The answer that was given, for whoever has the token; removed when it is repeated no more. */
  readonly sealedAnswer: string | null;
  readonly grant: AdapterPayload | undefined;
  readonly session: AdapterPayload | undefined;
  readonly account: AccountFacts | undefined;
  /** What the exchange wants to write. */
  readonly made: PayloadRow[];
};

/** What the claims of a member are made from. */
export type AccountFacts = {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly locale: 'ja' | 'en';
};

const KIND = 'RefreshToken';
const MADE_KINDS: readonly string[] = [KIND, 'AccessToken'];
const grants = alias(oidcPayloads, 'grants');

/** All that belongs to a refresh token which is not over; undefined where there is none. */
export async function readExchange(
  { db, clock }: DomainContext,
  token: string,
): Promise<Exchange | undefined> {
  const now = clock.now();
  const [found] = await db
    .select({
      payload: oidcPayloads.payload,
      consumedAt: oidcPayloads.consumedAt,
      sealedAnswer: oidcPayloads.sealedAnswer,
      grant: grants.payload,
      session: oidcSessions.payload,
      account: {
        id: members.id,
        firstName: members.firstName,
        lastName: members.lastName,
        locale: members.locale,
      },
    })
    .from(oidcPayloads)
    .leftJoin(
      grants,
      and(
        eq(grants.kind, 'Grant'),
        eq(grants.grantId, oidcPayloads.grantId),
        gt(grants.expiresAt, now),
      ),
    )
    .leftJoin(members, and(eq(members.id, oidcPayloads.memberId), isNull(members.cancelledAt)))
    .leftJoin(
      oidcSessions,
      and(
        eq(oidcSessions.uid, oidcPayloads.sessionUid),
        // A member who has left is signed in nowhere.
        eq(oidcSessions.memberId, members.id),
        isNull(oidcSessions.endedAt),
        gt(oidcSessions.expiresAt, now),
      ),
    )
    .where(and(isToken(token), gt(oidcPayloads.expiresAt, now)));
  if (!found) return undefined;
  const { payload, grant, session, account, ...rest } = found;
  return {
    ...rest,
    token,
    parent: { ...payload, jti: token },
    grant: grant ? { ...grant, jti: String(payload.grantId) } : undefined,
    session: (session as AdapterPayload | null) ?? undefined,
    account: account ?? undefined,
    made: [],
  };
}

/**
 * Uses the token up and keeps what the exchange has made, all or nothing; false when another call
 * was quicker, or the sign-in has ended meanwhile. Then what was made here is known to nobody.
 */
export async function keepExchange(
  { db, clock }: DomainContext,
  { token, parent, made }: Exchange,
  sealedAnswer: string,
): Promise<boolean> {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  const rows = made.map(({ expiresAt, ...row }) => ({
    ...row,
    expiresAt: expiresAt.toISOString(),
  }));
  const kept = await queryRows(
    db,
    sql`with used as (
        update oidc_payloads set consumed_at = ${now}, sealed_answer = ${sealedAnswer}
        where ${isToken(token)} and consumed_at is null
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
  return kept.length > 0;
}

const underWay = new AsyncLocalStorage<Exchange>();

/** Runs oidc-provider's part of an exchange on what was read for it. */
export function within<T>(exchange: Exchange, work: () => Promise<T>): Promise<T> {
  return underWay.run(exchange, work);
}

/** The member of the exchange that is under way, if there is one. */
export function exchangedAccount(memberId: string): AccountFacts | undefined {
  const account = underWay.getStore()?.account;
  return account?.id === memberId ? account : undefined;
}

/** An adapter that, within an exchange, answers from it and writes into it. */
export function throughExchange(kind: string, adapter: Adapter, { clock }: DomainContext): Adapter {
  return {
    ...adapter,
    async find(id) {
      const exchange = underWay.getStore();
      if (exchange && kind === KIND && id === exchange.token) return exchange.parent;
      if (exchange && kind === 'Grant' && id === exchange.grant?.jti) return exchange.grant;
      return adapter.find(id);
    },
    async findByUid(uid) {
      const exchange = underWay.getStore();
      const known = exchange && kind === 'Session' && uid === exchange.parent.sessionUid;
      return known ? exchange.session : adapter.findByUid(uid);
    },
    async upsert(id, payload, expiresIn) {
      const exchange = underWay.getStore();
      if (!exchange || !MADE_KINDS.includes(kind)) return adapter.upsert(id, payload, expiresIn);
      exchange.made.push(payloadRow(kind, clock.now(), id, payload, expiresIn));
    },
    async consume(id) {
      // `keepExchange` does, at the end.
      if (underWay.getStore()?.token !== id) await adapter.consume(id);
    },
  };
}

const isToken = (token: string) =>
  and(eq(oidcPayloads.kind, KIND), eq(oidcPayloads.idHash, secretHash(token)));
