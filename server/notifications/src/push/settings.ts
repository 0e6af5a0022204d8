import type { PlatformSettings } from '@portal/server-platform/settings';
import { bytes32, keysOf, listed, type Read } from '@portal/shared-process/setting-values';
import * as v from 'valibot';
import { PUSH_SERVICES } from './push-services.ts';

/** A P-256 private key as JSON Web Key (RFC 7518 §6.2). */
type VapidJwk = { readonly kty: 'EC'; readonly crv: 'P-256'; readonly d: string };

/** The settings of push messages. */
export type PushSettings = PlatformSettings & {
  /**
   * The keys by which push services know the portal: browsers subscribe with the first. Undefined, in the
   * embedded default alone, means a key derived from `secrets`.
   */
  readonly vapidKeys: readonly VapidJwk[] | undefined;
  /** The hosts of the push services that may be called: see push-services.ts. */
  readonly pushServices: readonly string[];
};

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
