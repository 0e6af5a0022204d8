import { randomBytes } from 'node:crypto';
import { passkeyChallenges } from '../../db/schema/second-factors.ts';
import { isKeyedHash, keyedHash } from '../../secrets.ts';
import type { AccountContext } from '../account-context.ts';
import { secretHash } from '../one-time-secrets.ts';

const PURPOSE = 'passkey-challenge';
const NONCE_BYTES = 24;
const EXPIRY_BYTES = 6;
const SIGNED_BYTES = NONCE_BYTES + EXPIRY_BYTES;

/**
 * A challenge of a sign-in page, for authenticators to sign. It carries its expiry and our signature,
 * so that a page that a stranger opens writes nothing (docs/decisions/0026-pending-sign-ins-in-the-browser.md).
 * @param lifeMs how long it is good
 */
export function signedChallenge(
  { config, clock }: AccountContext,
  lifeMs: number,
): Uint8Array<ArrayBuffer> {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeUIntBE(clock.now().getTime() + lifeMs, 0, EXPIRY_BYTES);
  const signed = Buffer.concat([randomBytes(NONCE_BYTES), expiry]);
  const signature = Buffer.from(
    keyedHash(config.secrets, PURPOSE, signed.toString('base64url')),
    'base64url',
  );
  return new Uint8Array(Buffer.concat([signed, signature]));
}

/** Spends a signed challenge: true for the first answer to one of ours that has not expired. */
export async function spendSignedChallenge(
  { config, clock, db }: AccountContext,
  challenge: string,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  const signed = bytes.subarray(0, SIGNED_BYTES);
  if (signed.length < SIGNED_BYTES) return false;
  const given = bytes.subarray(SIGNED_BYTES).toString('base64url');
  const expiresAt = new Date(signed.readUIntBE(NONCE_BYTES, EXPIRY_BYTES));
  const now = clock.now();
  if (
    !isKeyedHash(config.secrets, PURPOSE, signed.toString('base64url'), given) ||
    expiresAt <= now
  )
    return false;
  const spent = await db
    .insert(passkeyChallenges)
    .values({
      secretHash: secretHash(given),
      purpose: 'sign-in',
      memberId: null,
      expiresAt,
    })
    .onConflictDoNothing()
    .returning({ secretHash: passkeyChallenges.secretHash });
  return spent.length > 0;
}
