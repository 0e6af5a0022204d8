import { randomBytes } from 'node:crypto';
import type { AccountContext } from '@portal/server-members/account-context';
import { secretHash } from '@portal/server-platform/limits/one-time-secrets';
import { isKeyedHash, keyedHash, type Purpose } from '@portal/shared-process/secrets';
import { passkeyChallenges } from '../schema/second-step-methods.ts';

const PURPOSE = 'passkey-challenge';
const NONCE_BYTES = 24;
const EXPIRY_BYTES = 6;
const SIGNED_BYTES = NONCE_BYTES + EXPIRY_BYTES;

/** What a signed challenge is for, and for what alone, such as an address. */
type Binding = { readonly purpose: Purpose; readonly about?: string };

/**
 * A challenge of a sign-in page, for authenticators to sign. It carries its expiry and our signature,
 * so that a page that a stranger opens writes nothing (docs/decisions/0006-steps-of-a-sign-in.md).
 * @param lifeMs how long it is good
 */
export const signedChallenge = (context: AccountContext, lifeMs: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(makeSigned(context, { purpose: PURPOSE, lifeMs }));

/** Spends a signed challenge: true for the first answer to one of ours that has not expired. */
export async function spendSignedChallenge(context: AccountContext, challenge: string) {
  const signed = readSigned(context, { purpose: PURPOSE }, challenge);
  if (!signed) return false;
  const spent = await context.db
    .insert(passkeyChallenges)
    .values({
      secretHash: secretHash(signed.signature),
      purpose: 'sign-in',
      memberId: null,
      expiresAt: signed.expiresAt,
    })
    .onConflictDoNothing()
    .returning({ secretHash: passkeyChallenges.secretHash });
  return spent.length > 0;
}

export function makeSigned(
  { config, clock }: AccountContext,
  { lifeMs, ...binding }: Binding & { readonly lifeMs: number },
): Buffer {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(clock.now().getTime() + lifeMs, 0, EXPIRY_BYTES);
  const signed = Buffer.concat([randomBytes(NONCE_BYTES), expiry]);
  const signature = keyedHash(config.secrets, binding.purpose, signedText(signed, binding));
  return Buffer.concat([signed, Buffer.from(signature, 'base64url')]);
}

/** Reads what {@link makeSigned} made; undefined unless it is ours and has not expired. */
export function readSigned(
  { config, clock }: AccountContext,
  binding: Binding,
  challenge: string,
): { readonly signature: string; readonly expiresAt: Date } | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const signed = bytes.subarray(0, SIGNED_BYTES);
  if (signed.length < SIGNED_BYTES) return undefined;
  const signature = bytes.subarray(SIGNED_BYTES).toString('base64url');
  const expiresAt = new Date(signed.readUIntBE(NONCE_BYTES, EXPIRY_BYTES));
  const text = signedText(signed, binding);
  const isOurs = isKeyedHash(config.secrets, binding.purpose, text, signature);
  return isOurs && expiresAt > clock.now() ? { signature, expiresAt } : undefined;
}

const signedText = (signed: Buffer, { about = '' }: Binding): string =>
  `${signed.toString('base64url')}${about && ` ${about}`}`;
