import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Config } from '../../config.ts';
import { deriveEd25519Key, type Secrets } from '../../secrets.ts';

/** The first key signs and all verify, so that keys can be rotated. */
export type GateKeys = { readonly signing: KeyObject; readonly verifying: readonly KeyObject[] };

const cache = new WeakMap<Secrets, GateKeys>();

/** The configured keys, or one derived from the server's secret. */
export function gateKeys({ secrets, gateKeys }: Pick<Config, 'secrets' | 'gateKeys'>): GateKeys {
  const known = cache.get(secrets);
  if (known) return known;
  const configured = gateKeys?.map((key) => createPrivateKey({ key, format: 'jwk' })) ?? [];
  const signing = configured[0] ?? deriveEd25519Key(secrets, 'passport-gate');
  const verifying = (configured.length > 0 ? configured : [signing]).map((key) =>
    createPublicKey(key),
  );
  const keys = { signing, verifying };
  cache.set(secrets, keys);
  return keys;
}
