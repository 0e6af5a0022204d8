import { createECDH } from 'node:crypto';
import { deriveKeys, forEachKey, type Secrets } from '@portal/shared-process/secrets';
import type { PushSettings } from './settings.ts';

/** A P-256 key pair as browsers and push services take it (RFC 8292 §3.2), base64url. */
type VapidKey = { readonly publicKey: string; readonly privateKey: string };
type VapidKeys = readonly [VapidKey, ...VapidKey[]];

const cache = new WeakMap<Secrets, VapidKeys>();

/**
 * The keys by which push services know this portal: the configured ones, or those derived from the
 * server's secrets. Browsers subscribe with the first. The others sign for browsers that subscribed with
 * them.
 */
export function vapidKeys({
  secrets,
  vapidKeys,
}: Pick<PushSettings, 'secrets' | 'vapidKeys'>): VapidKeys {
  const known = cache.get(secrets);
  if (known) return known;
  const [first, ...older] = (vapidKeys ?? []).map(({ d }) => keyOf(Buffer.from(d, 'base64url')));
  const keys: VapidKeys = first
    ? [first, ...older]
    : forEachKey(deriveKeys(secrets, 'web-push'), (bytes) => keyOf(belowOrder(bytes)));
  cache.set(secrets, keys);
  return keys;
}

/** A private key is a number below the order of the curve, which begins with 32 bits that are 1. */
function belowOrder(bytes: Buffer): Buffer {
  const key = Buffer.from(bytes);
  key[0] = (key[0] ?? 0) & 0x7f;
  return key;
}

function keyOf(privateKey: Buffer): VapidKey {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
