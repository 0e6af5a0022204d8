import type { MemberSettings } from '@portal/server-members/settings';
import type { PlatformSettings } from '@portal/server-platform/settings';
import { ConfigError } from '@portal/shared-process/command-line';
import { deriveKeys } from '@portal/shared-process/secrets';
import {
  type PrivateEd25519Jwk,
  type Read,
  signingKeys,
  urlOf,
  withoutSlash,
} from '@portal/shared-process/setting-values';
import * as v from 'valibot';
import { WALLET_SECRETS, WALLET_VARIABLES, type Wallets, walletsOf } from './wallets/settings.ts';

/** The provider on whose pages members pay by card: see payments/provider.ts. */
export type PaymentConfig = {
  /** Base URL of the provider's API, without a trailing slash. */
  readonly url: string;
  /** Shared with the provider: the server's calls carry it, and the provider signs its callbacks with it. */
  readonly secret: string;
  /** The URL to which the provider reports the result of a payment. */
  readonly callbackUrl: string;
  /** The embedded default's own provider: see payment-sandbox/. */
  readonly sandbox: boolean;
};

export type PassportSettings = MemberSettings & {
  /** Undefined if passports can be paid for only at the counter. */
  readonly payment: PaymentConfig | undefined;
  readonly wallets: Wallets;
  /** The keys for turnstile codes: the first signs, all verify; undefined: one is derived from `secrets`. */
  readonly turnstileKeys: readonly PrivateEd25519Jwk[] | undefined;
  /** For how long a passport that went in cannot go in again, in milliseconds; 0 allows it. */
  readonly turnstileReentryMs: number;
};

const MINUTE_MS = 60_000;
/** Above the port offsets of the portal, its remotes and its shell (delivery/serve/src/start/addresses.ts). */
const PAYMENT_PORT_OFFSET = 9;
const PAYMENT_SECRET_MIN = 32;
const CALLBACK_PATH = '/payments/callback';

export const PASSPORT_VARIABLES = {
  PAYMENT_URL: v.optional(
    v.pipe(
      urlOf(['http:', 'https:'], 'an address such as https://payments.example/v1'),
      withoutSlash,
    ),
  ),
  PAYMENT_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(PAYMENT_SECRET_MIN, 'a random text of at least 32 characters')),
  ),
  ...WALLET_VARIABLES,
  TURNSTILE_KEYS: v.optional(signingKeys),
  TURNSTILE_REENTRY_MINUTES: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, 'a number of minutes, 0 for none'),
      v.transform(Number),
    ),
    '0',
  ),
};

/** Those that a file can hold. */
export const PASSPORT_SECRETS = ['TURNSTILE_KEYS', 'PAYMENT_SECRET', ...WALLET_SECRETS] as const;

export const paymentSandboxPort = (portBase: number): number => portBase + PAYMENT_PORT_OFFSET;

/** @throws ConfigError */
export function readPassportSettings(
  env: Read<typeof PASSPORT_VARIABLES>,
  platform: PlatformSettings,
  ports: { readonly payment: number; readonly api: number },
) {
  const wallets = walletsOf(env);
  if (typeof wallets === 'string') throw new ConfigError(wallets);
  return {
    payment: paymentOf(env, platform, ports),
    wallets,
    turnstileKeys: env.TURNSTILE_KEYS,
    turnstileReentryMs: env.TURNSTILE_REENTRY_MINUTES * MINUTE_MS,
  };
}

/** The configured payment provider, else the sandbox in the embedded default; other servers take no cards. */
function paymentOf(
  { PAYMENT_URL: url, PAYMENT_SECRET: secret }: Read<typeof PASSPORT_VARIABLES>,
  { portalOrigin, database, secrets }: PlatformSettings,
  ports: { readonly payment: number; readonly api: number },
): PaymentConfig | undefined {
  if (url && secret) {
    return { url, secret, callbackUrl: `${portalOrigin}/api${CALLBACK_PATH}`, sandbox: false };
  }
  if (url || secret) {
    const missing = url ? 'PAYMENT_SECRET' : 'PAYMENT_URL';
    throw new ConfigError(
      `Please set ${missing} too: a payment provider has an address and a secret.`,
    );
  }
  if (database.kind === 'postgres') return undefined;
  return {
    url: `http://localhost:${ports.payment}`,
    secret: deriveKeys(secrets, 'payment-sandbox')[0].toString('hex'),
    callbackUrl: `http://localhost:${ports.api}${CALLBACK_PATH}`,
    sandbox: true,
  };
}
