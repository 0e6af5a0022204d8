import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Config } from '../../config.ts';
import { deriveKey, type Secrets } from '../../secrets.ts';

/** The first key signs and all verify, so that keys can be rotated. */
export type GateKeys = { readonly signing: KeyObject; readonly verifying: readonly KeyObject[] };

/** The prefix of an Ed25519 private key in PKCS #8 (RFC 8410 §7); the 32 bytes of the key follow. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const cache = new WeakMap<Secrets, GateKeys>();

/** The configured keys, or one derived from the server's secret. */
export function gateKeys({ secrets, gateKeys }: Pick<Config, 'secrets' | 'gateKeys'>): GateKeys {
  const known = cache.get(secrets);
  if (known) return known;
  const configured = gateKeys?.map((key) => createPrivateKey({ key, format: 'jwk' })) ?? [];
  const signing = configured[0] ?? derivedKey(secrets);
  const verifying = (configured.length > 0 ? configured : [signing]).map((key) =>
    createPublicKey(key),
  );
  const keys = { signing, verifying };
  cache.set(secrets, keys);
  return keys;
}

function derivedKey(secrets: Secrets): KeyObject {
  const key = Buffer.concat([PKCS8_ED25519, deriveKey(secrets, 'passport-gate')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
