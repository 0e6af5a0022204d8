import { oidcSessions } from '@portal/server-members/schema/sessions';
import { REVOCATIONS_MS } from '@portal/server-passports/turnstile/revocation-list';
import { seal, unseal } from '@portal/server-platform/crypto/sealed-text';
import type { DomainContext } from '@portal/server-platform/database/database';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { and, isNotNull, lte } from 'drizzle-orm';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { oidcPayloads } from '../schema/oidc.ts';
import { endGrantOfRefreshToken } from './grants.ts';
import { commitExchange, readExchange, runInExchange } from './token-exchange.ts';

/** The answer to an exchanged refresh token is repeated for this long. */
export const REPLAY_MS = 10_000;
/** A call that loses a race finds the other call's answer on its second attempt. */
const ATTEMPTS = 3;

/** The token endpoint's answer: plain JSON. */
export type TokenAnswer = Record<string, unknown>;

type RenewalCall = {
  readonly token: string;
  readonly clientId: string;
  readonly provenKey: string | undefined;
};

/**
 * Exchanges each refresh token once, however many calls use it at the same time on however many replicas, and repeats
 * that one answer for ten seconds, so that no session is lost with a closed tab or a lost connection. An old token
 * that is used after that has been stolen, and the whole grant ends (RFC 9700 §4.14.2). A token that is bound to a
 * browser's key is worth nothing without its proof (RFC 9449 §5), not even for these ten seconds.
 */
export function createRefreshRotation(context: DomainContext) {
  /**
   * @param call.provenKey thumbprint of the key whose proof came with the token
   * @param exchange issues the new tokens; of parallel calls, only the first result counts
   * @throws errors.InvalidGrant for a token that is unknown, expired, bound to another key, or used again too late
   */
  return async function exchangeOnce(
    { token, clientId, provenKey }: RenewalCall,
    exchange: () => Promise<TokenAnswer>,
  ): Promise<TokenAnswer> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const found = await readExchange(context, 'RefreshToken', token);
      if (!found || found.parent.clientId !== clientId) {
        throw new errors.InvalidGrant('refresh token not found');
      }
      const { sessionKey, boundKey = provenKey === sessionKey ? provenKey : undefined } = found;
      if (boundKey !== undefined && boundKey !== provenKey) {
        throw new errors.InvalidGrant("refresh token without the proof of its browser's key");
      }
      if (found.consumedAt) {
        const repeated = context.clock.now().getTime() - found.consumedAt.getTime() < REPLAY_MS;
        if (repeated && found.sealedAnswer) {
          return JSON.parse(unseal(found.sealedAnswer, token)) as TokenAnswer;
        }
        await endGrantOfRefreshToken(context, secretHash(token));
        throw new errors.InvalidGrant('refresh token used again');
      }
      const answer = await runInExchange({ ...found, boundKey }, exchange);
      if (await commitExchange(context, found, seal(JSON.stringify(answer), token))) return answer;
    }
    throw new errors.TemporarilyUnavailable('the refresh token is being exchanged');
  };
}

/**
 * Runs oidc-provider's exchange of a code for tokens with one read before it and one write after it.
 * Of parallel calls with one code only the first to write gets tokens. A code that was used before
 * ends its tokens, which oidc-provider does itself (RFC 6749 §4.1.2).
 */
export function exchangesCode<Ctx extends KoaContextWithOIDC>(
  context: DomainContext,
  handler: (ctx: Ctx) => unknown,
) {
  /** @param boundKey to which the refresh token is bound: the thumbprint of the browser's key */
  return async (ctx: Ctx, boundKey: string | undefined): Promise<void> => {
    const { code } = ctx.oidc.params as { code?: unknown };
    const isCode = typeof code === 'string' && code !== '';
    const found = isCode ? await readExchange(context, 'AuthorizationCode', code) : undefined;
    // oidc-provider refuses a request without a code that it knows.
    if (!found) return void (await handler(ctx));
    await runInExchange({ ...found, boundKey }, async () => handler(ctx));
    if (!(await commitExchange(context, found, null))) {
      throw new errors.InvalidGrant('authorization code already used');
    }
  };
}

/**
 * Removes what has expired. A used refresh token is kept until it expires, because that is how a
 * second use is detected; its sealed answer is removed here. A session is kept for as long as turnstiles without a
 * connection must know that it is over. Safe to run on every replica at any time.
 */
export async function purgeIdp({ db, clock }: DomainContext): Promise<void> {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  await db.delete(oidcSessions).where(lte(oidcSessions.expiresAt, ago(REVOCATIONS_MS)));
  const { sealedAnswer, consumedAt } = oidcPayloads;
  const isOver = and(isNotNull(sealedAnswer), lte(consumedAt, ago(REPLAY_MS)));
  await db.update(oidcPayloads).set({ sealedAnswer: null }).where(isOver);
}
