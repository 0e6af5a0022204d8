import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { AccountContext } from '@portal/server-members/account-context';
import { countHit } from '@portal/server-platform/limits/rate-limits';
import type { Work } from '@portal/shared-contract';
import { makeSigned, readSigned } from '../second-step/signed-challenges.ts';

/**
 * Work for a browser before a message leaves, while a share runs short (docs/decisions/0024-messages-cost-money.md).
 * PBKDF2 is native code in browsers too, off the page's own thread: an attacker's program does it little faster than
 * a member's browser. One try takes 0.3 ms, and so does checking.
 */
const ITERATIONS = 2_000;
const LIFE_MS = 5 * 60 * 1000;
const PURPOSE = 'code-work';
const derive = promisify(pbkdf2);

export type PaidWork = {
  readonly id: string;
  /** With how many zeros the derived bits begin: each one more takes twice the tries. */
  readonly bits: number;
};

/** The work for a message to an address, good for no other: so many zero bits must begin what is derived. */
export function workFor(context: AccountContext, address: string, bits: number): Work {
  const challenge = makeSigned(context, { purpose: PURPOSE, lifeMs: LIFE_MS, about: address });
  return { challenge: challenge.toString('base64url'), bits, iterations: ITERATIONS };
}

/**
 * Checks a browser's answer, `challenge.number`.
 * @returns what it took; undefined unless the challenge is ours, for this address and not older than five minutes
 */
export async function checkWork(
  context: AccountContext,
  address: string,
  answer: string | undefined,
): Promise<PaidWork | undefined> {
  const [, challenge, number] = /^([\w-]{1,200})\.(\d{1,12})$/.exec(answer ?? '') ?? [];
  if (challenge === undefined || number === undefined) return undefined;
  const signed = readSigned(context, { purpose: PURPOSE, about: address }, challenge);
  if (!signed) return undefined;
  const derived = await derive(challenge, number, ITERATIONS, 4, 'sha256');
  return { id: signed.signature, bits: Math.clz32(derived.readUInt32BE()) };
}

/** Spends the work in the transaction of its message: true for the first one. */
export async function spendWork(tx: AccountContext, { id }: PaidWork): Promise<boolean> {
  const once = { name: PURPOSE, limit: 1, windowMs: LIFE_MS };
  return (await countHit(tx, once, id)).allowed;
}
