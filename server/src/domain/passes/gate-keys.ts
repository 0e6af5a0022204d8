import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Config } from '../../config.ts';
import { deriveKey, type Secrets } from '../../secrets.ts';

/** The first signs, all verify (rotation). */
export type GateKeys = { readonly signing: KeyObject; readonly verifying: readonly KeyObject[] };

/** An Ed25519 private key in PKCS #8 (RFC 8410 §7) is this and its 32 bytes. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const made = new WeakMap<Secrets, GateKeys>();

/** The configured keys; without any, one that follows from the server's secret. */
export function gateKeys({ secrets, gateKeys }: Pick<Config, 'secrets' | 'gateKeys'>): GateKeys {
  const known = made.get(secrets);
  if (known) return known;
  const configured = gateKeys?.map((key) => createPrivateKey({ key, format: 'jwk' })) ?? [];
  const signing = configured[0] ?? derivedKey(secrets);
  const verifying = (configured.length > 0 ? configured : [signing]).map((key) =>
    createPublicKey(key),
  );
  const keys = { signing, verifying };
  made.set(secrets, keys);
  return keys;
}

function derivedKey(secrets: Secrets): KeyObject {
  const key = Buffer.concat([PKCS8_ED25519, deriveKey(secrets, 'passport-gate')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
