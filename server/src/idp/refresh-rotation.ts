import { setTimeout as delay } from 'node:timers/promises';
import { errors } from 'oidc-provider';
import type { DomainContext } from '../context.ts';
import { endGrantOfRefreshToken } from './grants.ts';
import { AlreadyConsumedError } from './payload-adapter.ts';
import { answerClaim, claim, releaseClaim } from './refresh-claims.ts';
import { seal, unseal } from './sealed-answer.ts';
import { tokenHash } from './token-hash.ts';

/** How often another replica's answer is looked for, and for how long in all. */
const LOOK_EVERY_MS = 50;
const LOOKS = 200;

/** The token endpoint's answer: plain JSON. */
export type TokenAnswer = Record<string, unknown>;

/**
 * Exchanges each refresh token once, however many ask at the same time and on however many
 * replicas, and repeats that one answer for ten seconds: a tab that was closed in the middle, or a
 * lost connection, costs nobody the session. After that, an old token used again means that two
 * have it, and the whole grant ends (RFC 9700 §4.14.2).
 */
export function createRefreshRotation(context: DomainContext) {
  /** Exchanges of this process, so that its own callers wait without asking the database. */
  const underWay = new Map<string, Promise<unknown>>();

  /**
   * @param exchange does the work; called at most once at a time for a token
   * @throws errors.InvalidGrant for a token that is unknown, over, or used again too late
   */
  return async function exchangeOnce(
    token: string,
    clientId: string,
    exchange: () => Promise<TokenAnswer>,
  ): Promise<TokenAnswer> {
    const parentHash = tokenHash(token);
    for (let look = 0; look < LOOKS; look += 1) {
      const state = await claim(context, parentHash, clientId);
      switch (state.is) {
        case 'unknown-token':
          throw new errors.InvalidGrant('refresh token not found');
        case 'answered':
          return JSON.parse(unseal(state.sealedAnswer, token)) as TokenAnswer;
        case 'spent':
          await endGrantOfRefreshToken(context, parentHash);
          throw new errors.InvalidGrant('refresh token used again');
        case 'running':
          await (underWay.get(parentHash) ?? delay(LOOK_EVERY_MS));
          break;
        case 'mine': {
          const run = exchangeClaimed(token, parentHash, state.runner, exchange);
          const settled = run.then(noAnswer, noAnswer);
          underWay.set(parentHash, settled);
          const answer = await run.finally(() => {
            if (underWay.get(parentHash) === settled) underWay.delete(parentHash);
          });
          if (answer) return answer;
        }
      }
    }
    throw new errors.TemporarilyUnavailable('the refresh token is being exchanged');
  };

  /** Undefined when the claim was lost on the way: the tokens made here are known to nobody. */
  async function exchangeClaimed(
    token: string,
    parentHash: string,
    runner: string,
    exchange: () => Promise<TokenAnswer>,
  ): Promise<TokenAnswer | undefined> {
    let answer: TokenAnswer;
    try {
      answer = await exchange();
    } catch (error) {
      // Reuse is told by the claim. Here it means that a call which had been taken for dead came
      // back to life and was quicker: start over, so that one of the two answers.
      const raced = error instanceof AlreadyConsumedError;
      const refused = error instanceof errors.OIDCProviderError && error.expose;
      const mine = await releaseClaim(context, parentHash, runner, { unused: raced || !refused });
      if (!mine || raced) return undefined;
      throw error;
    }
    const kept = await answerClaim(
      context,
      parentHash,
      runner,
      seal(JSON.stringify(answer), token),
    );
    return kept ? answer : undefined;
  }
}

const noAnswer = () => undefined;
