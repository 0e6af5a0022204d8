import { createECDH } from 'node:crypto';
import type { PlatformSettings } from '@portal/server-platform/settings';
import { deriveKeys, forEachKey, type Secrets } from '@portal/shared-process/secrets';
import {
  bytes32,
  isSafeAddress,
  keysOf,
  listed,
  type Read,
} from '@portal/shared-process/setting-values';
import * as v from 'valibot';

/** A P-256 private key as JSON Web Key (RFC 7518 §6.2). */
type VapidJwk = { readonly kty: 'EC'; readonly crv: 'P-256'; readonly d: string };

export type PushSettings = PlatformSettings & {
  /** The portal's keys for push services, the first for new browsers; undefined: derived from `secrets`. */
  readonly vapidKeys: readonly VapidJwk[] | undefined;
  /** The hosts of the push services that may be called: see {@link isPushService}. */
  readonly pushServices: readonly string[];
};

/**
 * The push services of Chrome and Edge on Android, of Chromium as Linux distributions build it and of Chrome
 * before its release, of Firefox, of Edge on Windows, and of Safari.
 */
export const PUSH_SERVICES: readonly string[] = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
];

const VAPID_EXAMPLE = 'one or more private P-256 keys, as JSON Web Keys in a list';

export const PUSH_VARIABLES = {
  VAPID_KEYS: v.optional(
    keysOf(
      v.object(
        {
          kty: v.literal('EC', VAPID_EXAMPLE),
          crv: v.literal('P-256', VAPID_EXAMPLE),
          d: bytes32(VAPID_EXAMPLE),
        },
        VAPID_EXAMPLE,
      ),
      VAPID_EXAMPLE,
    ),
  ),
  PUSH_SERVICES: v.optional(
    v.pipe(
      listed,
      v.check(
        (list) => list.length > 0 && list.every((host) => /^(\*\.)?[a-z0-9.-]+(:\d+)?$/.test(host)),
        'hosts such as fcm.googleapis.com,*.push.apple.com',
      ),
    ),
  ),
};

/** Those that a file can hold. */
export const PUSH_SECRETS = ['VAPID_KEYS'] as const;

export const readPushSettings = (env: Read<typeof PUSH_VARIABLES>) => ({
  vapidKeys: env.VAPID_KEYS,
  pushServices: env.PUSH_SERVICES ?? PUSH_SERVICES,
});

/**
 * Whether the server may send push messages to an address that a browser has named. Only known services
 * are called: otherwise a member could have the server call a host of its own network.
 * @param services hosts; `*.` stands for any subdomain
 */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (!url || !isSafeAddress(endpoint) || url.username || url.password) return false;
  return services.some((service) =>
    service.startsWith('*.') ? url.host.endsWith(service.slice(1)) : url.host === service,
  );
}

/** A P-256 key pair as browsers and push services take it (RFC 8292 §3.2), base64url. */
type VapidKey = { readonly publicKey: string; readonly privateKey: string };
type VapidKeys = readonly [VapidKey, ...VapidKey[]];

const cache = new WeakMap<Secrets, VapidKeys>();

/** The portal's keys for push services, configured or derived: the first for new browsers, others for older ones. */
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
