import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { deriveEd25519Keys, type Secrets } from '@portal/shared-process/secrets';
import type { PassportSettings } from '../settings.ts';

/** The first key signs and all verify, so that keys can be rotated. */
export type TurnstileKeys = {
  readonly signing: KeyObject;
  readonly verifying: readonly KeyObject[];
};

const cache = new WeakMap<Secrets, TurnstileKeys>();

/** The configured keys, or those derived from the server's secrets. */
export function turnstileKeys({
  secrets,
  turnstileKeys,
}: Pick<PassportSettings, 'secrets' | 'turnstileKeys'>): TurnstileKeys {
  const known = cache.get(secrets);
  if (known) return known;
  const configured = turnstileKeys?.map((key) => createPrivateKey({ key, format: 'jwk' })) ?? [];
  const derived = deriveEd25519Keys(secrets, 'passport-gate');
  const signing = configured[0] ?? derived[0];
  const verifying = (configured.length > 0 ? configured : derived).map((key) =>
    createPublicKey(key),
  );
  const keys = { signing, verifying };
  cache.set(secrets, keys);
  return keys;
}
