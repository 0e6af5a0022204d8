import { seal, unseal } from '@portal/server-platform/crypto/sealed-response';
import type { DomainContext } from '@portal/server-platform/database/context';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { errors } from 'oidc-provider';
import { endGrantOfRefreshToken } from './grants.ts';
import { commitExchange, readExchange, runInExchange } from './token-exchange.ts';

/** The answer to an exchanged refresh token is repeated for this long. */
export const REPLAY_MS = 10_000;
/** A call that loses a race finds the other call's answer on its second attempt. */
const ATTEMPTS = 3;

/** The token endpoint's answer: plain JSON. */
export type TokenAnswer = Record<string, unknown>;

export type RenewalCall = {
  readonly token: string;
  readonly clientId: string;
  readonly provenKey: string | undefined;
};

/**
 * Exchanges each refresh token once, however many calls use it at the same time on however many
 * replicas, and repeats that one answer for ten seconds, so that no session is lost with a closed tab
 * or a lost connection. An old token that is used after that has been stolen, and the whole grant ends
 * (RFC 9700 §4.14.2). A token that is bound to a browser's key is worth nothing without its proof (RFC 9449 §5), not
 * even for these ten seconds.
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
