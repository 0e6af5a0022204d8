import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { PrivateKey, PublicKey } from '../sign.ts';

/** A new Ed25519 key pair, as the portal and teams have them. */
export function makeKey(kid: string = randomUUID()): {
  readonly privateKey: PrivateKey;
  readonly publicKey: PublicKey;
} {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const publicKey = { kty: 'OKP', crv: 'Ed25519', x, kid } as const;
  return { publicKey, privateKey: { ...publicKey, d } };
}
