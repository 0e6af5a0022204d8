import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { AccountContext } from '@portal/server-members/account-context';
import { countHit } from '@portal/server-platform/limits/rate-limits';
import type { Work } from '@portal/shared-contract';
import { makeSigned, readSigned } from '../second-step/signed-challenges.ts';

/**
 * Work for a browser before a message leaves, while strangers' messages run short
 * (docs/decisions/0080-reserved-shares.md). PBKDF2 is native code in browsers too, off the page's own
 * thread: an attacker's program does it little faster than a member's browser. On average 2,048 tries
 * of 0.3 ms; checking takes one.
 */
const BITS = 11;
const ITERATIONS = 2_000;
const LIFE_MS = 5 * 60 * 1000;
const PURPOSE = 'code-work';
const derive = promisify(pbkdf2);

/** Work that was checked, for one message. */
export type PaidWork = { readonly id: string };

/** @param address to which the message would go; the work is good for no other */
export function workFor(context: AccountContext, address: string): Work {
  const challenge = makeSigned(context, { purpose: PURPOSE, lifeMs: LIFE_MS, about: address });
  return { challenge: challenge.toString('base64url'), bits: BITS, iterations: ITERATIONS };
}

/**
 * Checks a browser's answer, `challenge.number`.
 * @returns undefined unless it is right, of ours, for this address and not older than five minutes
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
  return derived.readUInt32BE() >>> (32 - BITS) === 0 ? { id: signed.signature } : undefined;
}

/** Spends the work in the transaction of its message: true for the first one. */
export async function spendWork(tx: AccountContext, { id }: PaidWork): Promise<boolean> {
  const once = { name: PURPOSE, limit: 1, windowMs: LIFE_MS };
  return (await countHit(tx, once, id)).allowed;
}
