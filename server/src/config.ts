import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CHILD_BELOW_YEARS } from '@portal/shared-contract';
import { readStoreSetting, StoreError, type StoreSetting } from '@portal/shared-release/store/open';
import { isSupportedCountry } from 'libphonenumber-js/max';
import * as v from 'valibot';
import { type Brand, readBrand } from './brand/read-brand.ts';
import { type MessageLimits, parseMessageLimits } from './message-limits.ts';
import { isSafeAddress } from './other-provider/safe-address.ts';
import { type OtherProviderConfig, otherProviderOf } from './other-provider/settings.ts';
import { PUSH_SERVICES } from './push-services.ts';
import { deriveKeys, embeddedSecrets, type Secrets, secretsFromEnvironment } from './secrets.ts';
import { ONE_SENDER } from './sender.ts';
import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts';
import { type Wallets, walletsOf } from './wallets/settings.ts';

/**
 * Where the data is stored: in a folder that only this process uses (PGlite), or in a PostgreSQL
 * database that replicas share.
 */
export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** The channel at LINE through which members sign in and link (LINE Login v2.1). */
export type LineConfig = {
  readonly issuer: string;
  readonly channelId: string;
  readonly channelSecret: string;
  /**
   * Whether the channel may request the person's e-mail address (LINE grants this on application).
   */
  readonly email: boolean;
  /** The embedded default's own provider, with a few sample people: see line-sandbox/. */
  readonly sandbox: boolean;
};

/** The provider on whose pages members pay by card: see payments/provider.ts. */
export type PaymentConfig = {
  /** Base URL of the provider's API, without a trailing slash. */
  readonly url: string;
  /**
   * Shared with the provider: the server's calls carry it, and the provider signs its callbacks
   * with it.
   */
  readonly secret: string;
  /** The URL to which the provider reports the result of a payment. */
  readonly callbackUrl: string;
  /** The embedded default's own provider: see payment-sandbox/. */
  readonly sandbox: boolean;
};

/** An Ed25519 private key as JSON Web Key (RFC 8037). */
type SigningKey = { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string } & {
  readonly d: string;
};

/** A P-256 private key as JSON Web Key (RFC 7518 §6.2). */
type VapidJwk = { readonly kty: 'EC'; readonly crv: 'P-256'; readonly d: string };

export type Config = {
  readonly ports: {
    readonly idp: number;
    readonly api: number;
    readonly outbox: number;
    /** The port of the LINE sandbox. */
    readonly line: number;
    /** The port of the payment sandbox. */
    readonly payment: number;
  };
  /**
   * Address to listen on; undefined listens on all. The embedded default listens on loopback only.
   */
  readonly host: string | undefined;
  readonly portalOrigin: string;
  /** Further origins from which the portal may sign in, such as a remote's development frame. */
  readonly extraPortalOrigins: readonly string[];
  /** The identity provider's issuer. */
  readonly idpOrigin: string;
  readonly apiOrigin: string;
  /** Only in the embedded default. */
  readonly outboxOrigin: string;
  readonly database: DatabaseConfig;
  /** The exact origins whose pages may call the API and the token endpoint. */
  readonly corsOrigins: readonly string[];
  /** If set, every API call must carry it as `x-api-key` (product §7.2). */
  readonly apiKey: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly smsGatewayUrl: string | undefined;
  /** The sender of every e-mail message: `Name <address>`. */
  readonly mailFrom: string;
  /** The proxies of our own, whose `x-forwarded-for` counts (docs/decisions/0021-trusted-proxies.md). */
  readonly trustedProxies: TrustedProxies;
  /**
   * The edge's header with the caller's country (ISO 3166-1 alpha-2), for example `cf-ipcountry`.
   */
  readonly countryHeader: string | undefined;
  /** The country of a caller if the edge reports none. */
  readonly defaultCountry: string | undefined;
  /**
   * The domain that passkeys belong to (the relying party id of WebAuthn). The hosts of the portal
   * and of the identity provider must be this domain or its subdomains.
   */
  readonly passkeyDomain: string;
  /** How many API calls one member, or one address without a session, may make per minute. */
  readonly callsPerMinute: number;
  /** How many messages may be sent: see message-limits.ts. */
  readonly messageLimits: MessageLimits;
  /**
   * The countries to whose numbers codes go by SMS, ISO 3166-1 alpha-2; undefined for Japan and the
   * country of the member's address.
   */
  readonly smsCountries: readonly string[] | undefined;
  /** Where the page is served; undefined if this process does not serve it. */
  readonly page: { readonly port: number } | undefined;
  /** Where `/metrics` is served; undefined if it is not. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** The portal's client id at the identity provider. */
  readonly clientId: string;
  /** Where members sign in; undefined for our own identity provider. */
  readonly otherProvider: OtherProviderConfig | undefined;
  /** Undefined if members cannot use LINE. */
  readonly line: LineConfig | undefined;
  /** Undefined if passports can be paid for only at the counter. */
  readonly payment: PaymentConfig | undefined;
  readonly wallets: Wallets;
  /**
   * The keys for the gate codes of passports: the first signs, all verify. Undefined, in the embedded
   * default alone, means a key derived from `secrets`.
   */
  readonly gateKeys: readonly SigningKey[] | undefined;
  /** The age from which nobody is a child (product §14.477). */
  readonly childBelowYears: number;
  /** For how long a passport that went in cannot go in again, in milliseconds; 0 allows it. */
  readonly gateReentryMs: number;
  /**
   * The keys by which push services know the portal: browsers subscribe with the first. Undefined as
   * for `gateKeys`.
   */
  readonly vapidKeys: readonly VapidJwk[] | undefined;
  /** The hosts of the push services that may be called: see push-services.ts. */
  readonly pushServices: readonly string[];
  readonly releases: {
    /** The name of this environment in its release log. */
    readonly environment: string;
    /** Where the files and documents of releases are. */
    readonly store: StoreSetting;
    /**
     * The keys for the entries of the release log: the first signs, all verify. Undefined as for
     * `gateKeys`.
     */
    readonly logKeys: readonly SigningKey[] | undefined;
    /** Whether developers may see local builds in this environment; never in production. */
    readonly allowsLocalOverride?: boolean;
  };
  /** Whether the portal itself ends a canary that fails. */
  readonly canaryRollback: boolean;
  /**
   * The range API of a service that knows leaked passwords, without the slash before the prefix;
   * undefined if none is asked.
   */
  readonly breachedPasswordsUrl: string | undefined;
  readonly brand: Brand;
  readonly logLevel: string;
  readonly secrets: Secrets;
};

/** An invalid configuration; `message` is one sentence that tells what to set. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const MINUTE_MS = 60_000;
const DEFAULT_PORT_BASE = 4300;
const LOOPBACK = '127.0.0.1';
/** Far more than a person needs, and too few to slow others down. */
const DEFAULT_CALLS_PER_MINUTE = '600';
/**
 * The port offset of a remote that runs alone in development (delivery/src/dev); embedded default
 * only.
 */
const DEV_FRAME_PORT_OFFSET = 10;
/**
 * Above the port offsets of the portal, its remotes and its shell
 * (delivery/src/start/addresses.ts).
 */
const LINE_PORT_OFFSET = 8;
const PAYMENT_PORT_OFFSET = 9;
const PAYMENT_SECRET_MIN = 32;
const LINE_ISSUER = 'https://access.line.me';
/** A caller on this machine has no edge that reports a country. */
const EMBEDDED_COUNTRY = 'JP';
const REPOSITORY_ROOT = path.resolve(import.meta.dirname, '../..');

const origin = v.pipe(
  v.string(),
  v.check((value) => {
    const url = URL.parse(value);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === value;
  }, 'an origin such as https://portal.example, without a path or a slash at the end'),
);
const origins = v.pipe(
  v.string(),
  v.transform((value) => value.split(/[\s,]+/).filter(Boolean)),
  v.array(origin),
);
const urlOf = (protocols: readonly string[], example: string) =>
  v.pipe(
    v.string(),
    v.check((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), example),
  );
/**
 * The URL of a service that the server calls: with a host, and with both user and password or
 * neither.
 */
const serviceOf = (protocols: readonly string[], example: string) =>
  v.pipe(
    v.string(),
    v.check((value) => {
      const url = URL.parse(value);
      if (!url?.hostname || !protocols.includes(url.protocol)) return false;
      return (url.username === '') === (url.password === '');
    }, example),
  );
const flag = v.pipe(
  v.picklist(['0', '1', 'false', 'true'], '1 or 0'),
  v.transform((value) => value === '1' || value === 'true'),
);

const providerAddress = v.pipe(
  v.string(),
  v.check(isSafeAddress, 'an address such as https://id.example/realms/members'),
);

const PROXIES_EXAMPLE = 'addresses and networks such as 10.0.0.0/8,fd00::/8';
const proxies = v.pipe(
  v.string(),
  v.transform(parseTrustedProxies),
  v.check((list) => list !== undefined, PROXIES_EXAMPLE),
  v.transform((list) => list as TrustedProxies),
);

const messageLimits = v.pipe(
  v.string(),
  v.transform(parseMessageLimits),
  v.check(
    (limits) => limits !== undefined,
    'limits such as sms-known-hour=2000,mail-known-hour=20000, with names of server/src/message-limits.ts and whole numbers above 0',
  ),
  v.transform((limits) => limits as MessageLimits),
);
const countries = v.pipe(
  v.string(),
  v.transform((value) => value.split(/[\s,]+/).filter(Boolean)),
  v.check(
    (list) => list.length > 0 && list.every((one) => isSupportedCountry(one)),
    'countries such as JP,US',
  ),
);
const PORT_EXAMPLE = 'a port number from 1 to 65535';
const portNumber = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,4}$/, PORT_EXAMPLE),
  v.transform(Number),
  v.maxValue(65535, PORT_EXAMPLE),
);

/** 32 bytes in base64url. */
const KEY_OF_32_BYTES = /^[\w-]{43}$/;
const KEYS_EXAMPLE = 'one or more private Ed25519 keys, as JSON Web Keys in a list';
const signingKeys = v.pipe(
  v.string(),
  v.parseJson(undefined, KEYS_EXAMPLE),
  v.transform((keys) => (Array.isArray(keys) ? keys : [keys])),
  v.minLength(1, KEYS_EXAMPLE),
  v.array(
    v.object(
      {
        kty: v.literal('OKP', KEYS_EXAMPLE),
        crv: v.literal('Ed25519', KEYS_EXAMPLE),
        x: v.pipe(v.string(KEYS_EXAMPLE), v.regex(KEY_OF_32_BYTES, KEYS_EXAMPLE)),
        d: v.pipe(v.string(KEYS_EXAMPLE), v.regex(KEY_OF_32_BYTES, KEYS_EXAMPLE)),
      },
      KEYS_EXAMPLE,
    ),
  ),
);

const VAPID_EXAMPLE = 'one or more private P-256 keys, as JSON Web Keys in a list';
const vapidKeys = v.pipe(
  v.string(),
  v.parseJson(undefined, VAPID_EXAMPLE),
  v.transform((keys) => (Array.isArray(keys) ? keys : [keys])),
  v.minLength(1, VAPID_EXAMPLE),
  v.array(
    v.object(
      {
        kty: v.literal('EC', VAPID_EXAMPLE),
        crv: v.literal('P-256', VAPID_EXAMPLE),
        d: v.pipe(v.string(VAPID_EXAMPLE), v.regex(KEY_OF_32_BYTES, VAPID_EXAMPLE)),
      },
      VAPID_EXAMPLE,
    ),
  ),
);

const pushServices = v.pipe(
  v.string(),
  v.transform((value) => value.split(/[\s,]+/).filter(Boolean)),
  v.check(
    (list) => list.length > 0 && list.every((host) => /^(\*\.)?[a-z0-9.-]+(:\d+)?$/.test(host)),
    'hosts such as fcm.googleapis.com,*.push.apple.com',
  ),
);

const CHILD_EXAMPLE = 'an age from 4 to 20';

const EnvironmentSchema = v.object({
  PORT_BASE: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'a port number from 1024 to 65500'),
      v.transform(Number),
      v.minValue(1024, 'a port number from 1024 to 65500'),
      v.maxValue(65500, 'a port number from 1024 to 65500'),
    ),
    String(DEFAULT_PORT_BASE),
  ),
  HOST: v.optional(v.string()),
  DATABASE_URL: v.optional(
    urlOf(
      ['postgres:', 'postgresql:'],
      'an address such as postgres://user:password@host/database',
    ),
  ),
  DATA_DIR: v.optional(v.string()),
  PORTAL_ORIGIN: v.optional(origin),
  IDP_ORIGIN: v.optional(origin),
  API_ORIGIN: v.optional(origin),
  EXTRA_PORTAL_ORIGINS: v.optional(origins),
  CORS_ORIGINS: v.optional(origins),
  API_KEY: v.optional(v.pipe(v.string(), v.minLength(16, 'at least 16 characters'))),
  SMTP_URL: v.optional(
    serviceOf(['smtp:', 'smtps:'], 'an address such as smtp://user:password@host:587'),
  ),
  SMS_GATEWAY_URL: v.optional(
    serviceOf(['http:', 'https:'], 'an address such as https://sms.example'),
  ),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.regex(ONE_SENDER, 'a mail address'))),
  TRUST_PROXY: v.optional(proxies, ''),
  COUNTRY_HEADER: v.optional(
    v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z][a-z0-9-]*$/, 'the name of a header')),
  ),
  DEFAULT_COUNTRY: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'two letters such as JP'))),
  PASSKEY_DOMAIN: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9.-]+$/, 'a domain such as portal.example')),
  ),
  API_CALLS_PER_MINUTE: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,7}$/, 'a whole number above 0'), v.transform(Number)),
    DEFAULT_CALLS_PER_MINUTE,
  ),
  MESSAGE_LIMITS: v.optional(messageLimits, ''),
  SMS_COUNTRIES: v.optional(countries),
  PAGE_PORT: v.optional(portNumber),
  CANARY_ROLLBACK: v.optional(flag, '1'),
  METRICS_PORT: v.optional(portNumber),
  METRICS_HOST: v.optional(v.string(), LOOPBACK),
  CLIENT_ID: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.-]+$/, 'letters, digits, dots and dashes')),
  ),
  OIDC_ISSUER: v.optional(providerAddress),
  OIDC_AUDIENCE: v.optional(v.string()),
  OIDC_INTROSPECTION_CLIENT_ID: v.optional(v.string()),
  OIDC_INTROSPECTION_CLIENT_SECRET: v.optional(v.string()),
  OIDC_ACCOUNT_URL: v.optional(providerAddress),
  LINE_CHANNEL_ID: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]+$/, 'the id of a LINE channel'))),
  LINE_CHANNEL_SECRET: v.optional(v.string()),
  LINE_ISSUER: v.optional(origin, LINE_ISSUER),
  LINE_EMAIL: v.optional(flag, '0'),
  PAYMENT_URL: v.optional(
    v.pipe(
      urlOf(['http:', 'https:'], 'an address such as https://payments.example/v1'),
      v.transform((value) => value.replace(/\/+$/, '')),
    ),
  ),
  PAYMENT_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(PAYMENT_SECRET_MIN, 'a random text of at least 32 characters')),
  ),
  APPLE_WALLET_CERTIFICATE: v.optional(v.string()),
  APPLE_WALLET_KEY: v.optional(v.string()),
  APPLE_WALLET_KEY_PASSPHRASE: v.optional(v.string()),
  APPLE_WALLET_ISSUER_CERTIFICATE: v.optional(v.string()),
  GOOGLE_WALLET_ISSUER: v.optional(v.string()),
  GOOGLE_WALLET_ACCOUNT: v.optional(v.string()),
  GATE_KEYS: v.optional(signingKeys),
  CHILD_BELOW_YEARS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,2}$/, CHILD_EXAMPLE),
      v.transform(Number),
      v.minValue(4, CHILD_EXAMPLE),
      v.maxValue(20, CHILD_EXAMPLE),
    ),
    String(CHILD_BELOW_YEARS),
  ),
  GATE_REENTRY_MINUTES: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, 'a number of minutes, 0 for none'),
      v.transform(Number),
    ),
    '0',
  ),
  VAPID_KEYS: v.optional(vapidKeys),
  PUSH_SERVICES: v.optional(pushServices),
  ENVIRONMENT_NAME: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z][a-z0-9-]{0,40}$/, 'a name such as production: letters, digits and dashes'),
    ),
    'production',
  ),
  OVERRIDE_LOCAL: v.optional(flag, '0'),
  RELEASE_LOG_KEYS: v.optional(signingKeys),
  RELEASE_STORE: v.optional(v.string()),
  RELEASE_STORE_ENDPOINT: v.optional(v.string()),
  AWS_REGION: v.optional(v.string()),
  AWS_DEFAULT_REGION: v.optional(v.string()),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
  AWS_SESSION_TOKEN: v.optional(v.string()),
  BREACHED_PASSWORDS_URL: v.optional(
    v.pipe(
      serviceOf(['http:', 'https:'], 'an address such as https://passwords.example/range'),
      v.transform((value) => value.replace(/\/+$/, '')),
    ),
  ),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
      'one of silent, fatal, error, warn, info, debug, trace',
    ),
    'info',
  ),
  COOKIE_KEYS: v.optional(v.string()),
  SECRET_KEYS: v.optional(v.string()),
  OPERATOR_KEYS: v.optional(v.string()),
  SECRET_KEY: v.optional(v.string()),
  SIGNING_KEYS: v.optional(v.string()),
});
type Environment = v.InferOutput<typeof EnvironmentSchema>;

/** Keys among them: each opens one thing, so none is made from another (docs/decisions/0090-roots-of-keys.md). */
const KEYS_HINT =
  ' deploy/make-secrets.mjs makes it, and deploy/derived-keys.ts prints the one that was in use without it.';
const NEEDED_WITH_POSTGRES = [
  'PORTAL_ORIGIN',
  'IDP_ORIGIN',
  'SMTP_URL',
  'GATE_KEYS',
  'VAPID_KEYS',
  'RELEASE_LOG_KEYS',
] as const;

/**
 * The settings that a file can hold, where `<NAME>_FILE` names it, as Docker and Kubernetes mount secrets
 * (docs/operations.md). A file is not shown by `docker inspect`, nor inherited by other processes.
 */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'COOKIE_KEYS',
  'SECRET_KEYS',
  'SECRET_KEY',
  'OPERATOR_KEYS',
  'SIGNING_KEYS',
  'GATE_KEYS',
  'VAPID_KEYS',
  'RELEASE_LOG_KEYS',
  'API_KEY',
  'SMTP_URL',
  'SMS_GATEWAY_URL',
  'OIDC_INTROSPECTION_CLIENT_SECRET',
  'LINE_CHANNEL_SECRET',
  'PAYMENT_SECRET',
  'APPLE_WALLET_CERTIFICATE',
  'APPLE_WALLET_KEY',
  'APPLE_WALLET_KEY_PASSPHRASE',
  'APPLE_WALLET_ISSUER_CERTIFICATE',
  'GOOGLE_WALLET_ACCOUNT',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
] as const satisfies readonly (keyof Environment)[];

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings whose files are named by `<NAME>_FILE`.
 * @throws ConfigError with one sentence if a file cannot be read, is empty, or the setting is set too
 */
function withSecretFiles(variables: Variables): Variables {
  const read: Record<string, string> = {};
  for (const name of SECRET_SETTINGS) {
    const file = variables[`${name}_FILE`];
    if (!file) continue;
    if (variables[name]) {
      throw new ConfigError(`Please set ${name} or ${name}_FILE, not both.`);
    }
    let text = '';
    try {
      text = readFileSync(file, 'utf8').trim();
    } catch {
      // Answered below, as an empty file is.
    }
    if (!text) {
      throw new ConfigError(
        `Please set ${name}_FILE to a file that this process may read and that is not empty.`,
      );
    }
    read[name] = text;
  }
  return { ...variables, ...read };
}

/**
 * Reads the configuration from the environment. An empty variable counts as not set.
 * @throws ConfigError with one sentence that names the variable and the expected value.
 * @throws BrandError for a brand that cannot be used.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const set = withSecretFiles(
    Object.fromEntries(Object.entries(variables).filter(([, value]) => value)),
  );
  const parsed = v.safeParse(EnvironmentSchema, set);
  if (!parsed.success) throw new ConfigError(sentenceOf(parsed.issues[0]));
  const env = parsed.output;
  const ports = {
    idp: env.PORT_BASE + 1,
    api: env.PORT_BASE + 2,
    outbox: env.PORT_BASE + 3,
    line: env.PORT_BASE + LINE_PORT_OFFSET,
    payment: env.PORT_BASE + PAYMENT_PORT_OFFSET,
  };

  if (env.DATABASE_URL) {
    for (const name of NEEDED_WITH_POSTGRES) {
      if (!env[name])
        throw new ConfigError(
          `Please set ${name}: DATABASE_URL is set, and then it is needed.${name.endsWith('_KEYS') ? KEYS_HINT : ''}`,
        );
    }
  }
  if (env.OVERRIDE_LOCAL && env.ENVIRONMENT_NAME === 'production') {
    throw new ConfigError(
      'Please set ENVIRONMENT_NAME to another name than production: OVERRIDE_LOCAL is set, and production shows no local builds.',
    );
  }
  const portalOrigin = env.PORTAL_ORIGIN ?? `http://localhost:${env.PORT_BASE}`;
  const extraPortalOrigins = env.EXTRA_PORTAL_ORIGINS ?? defaultExtraOrigins(env, portalOrigin);
  const idpOrigin = env.IDP_ORIGIN ?? `http://localhost:${ports.idp}`;
  const dataFolder = dataFolderOf(env);
  const secrets = secretsOf(env, dataFolder);
  const brand = readBrand(set);
  const clientId = env.CLIENT_ID ?? 'portal';
  const otherProvider = otherProviderOf(env, clientId);
  if (typeof otherProvider === 'string') throw new ConfigError(otherProvider);
  const wallets = walletsOf(env);
  if (typeof wallets === 'string') throw new ConfigError(wallets);

  return {
    ports,
    host: env.HOST ?? (env.DATABASE_URL ? undefined : LOOPBACK),
    portalOrigin,
    extraPortalOrigins,
    idpOrigin,
    apiOrigin: env.API_ORIGIN ?? `http://localhost:${ports.api}`,
    outboxOrigin: `http://localhost:${ports.outbox}`,
    database: env.DATABASE_URL
      ? { kind: 'postgres', url: env.DATABASE_URL }
      : { kind: 'embedded', folder: path.join(dataFolder, 'database') },
    corsOrigins: env.CORS_ORIGINS ?? [portalOrigin, ...extraPortalOrigins],
    apiKey: env.API_KEY,
    smtpUrl: env.SMTP_URL,
    smsGatewayUrl: env.SMS_GATEWAY_URL,
    mailFrom: env.MAIL_FROM ?? brand.mailFrom ?? senderOf(brand.name.en, portalOrigin),
    trustedProxies: env.TRUST_PROXY,
    countryHeader: env.COUNTRY_HEADER,
    defaultCountry: env.DEFAULT_COUNTRY ?? (env.DATABASE_URL ? undefined : EMBEDDED_COUNTRY),
    passkeyDomain: env.PASSKEY_DOMAIN ?? commonDomain(portalOrigin, idpOrigin),
    callsPerMinute: env.API_CALLS_PER_MINUTE,
    messageLimits: env.MESSAGE_LIMITS,
    smsCountries: env.SMS_COUNTRIES,
    page: env.PAGE_PORT ? { port: env.PAGE_PORT } : undefined,
    metrics: env.METRICS_PORT ? { port: env.METRICS_PORT, host: env.METRICS_HOST } : undefined,
    clientId,
    otherProvider,
    line: lineOf(env, ports.line, secrets),
    payment: paymentOf(env, { port: ports.payment, api: ports.api, portalOrigin }, secrets),
    wallets,
    gateKeys: env.GATE_KEYS,
    childBelowYears: env.CHILD_BELOW_YEARS,
    gateReentryMs: env.GATE_REENTRY_MINUTES * MINUTE_MS,
    vapidKeys: env.VAPID_KEYS,
    pushServices: env.PUSH_SERVICES ?? PUSH_SERVICES,
    releases: {
      environment: env.ENVIRONMENT_NAME,
      store: storeOf(env, dataFolder),
      logKeys: env.RELEASE_LOG_KEYS,
      allowsLocalOverride: env.OVERRIDE_LOCAL,
    },
    canaryRollback: env.CANARY_ROLLBACK,
    breachedPasswordsUrl: env.BREACHED_PASSWORDS_URL,
    brand,
    logLevel: env.LOG_LEVEL,
    secrets,
  };
}

/**
 * The configured LINE channel. Without one, the embedded default uses its sandbox, and other
 * servers have no LINE.
 */
function lineOf(env: Environment, port: number, secrets: Secrets): LineConfig | undefined {
  const { LINE_CHANNEL_ID: channelId, LINE_CHANNEL_SECRET: channelSecret } = env;
  if (channelId && channelSecret) {
    const { LINE_ISSUER: issuer, LINE_EMAIL: email } = env;
    return { issuer, channelId, channelSecret, email, sandbox: false };
  }
  if (channelId || channelSecret) {
    const missing = channelId ? 'LINE_CHANNEL_SECRET' : 'LINE_CHANNEL_ID';
    throw new ConfigError(`Please set ${missing} too: a LINE channel has an id and a secret.`);
  }
  if (env.DATABASE_URL) return undefined;
  return {
    issuer: `http://localhost:${port}`,
    channelId: 'line-sandbox',
    channelSecret: deriveKeys(secrets, 'line-sandbox')[0].toString('hex'),
    email: true,
    sandbox: true,
  };
}

/**
 * The configured payment provider. Without one, the embedded default uses its sandbox, and other
 * servers take no cards.
 */
function paymentOf(
  env: Environment,
  own: { readonly port: number; readonly api: number; readonly portalOrigin: string },
  secrets: Secrets,
): PaymentConfig | undefined {
  const { PAYMENT_URL: url, PAYMENT_SECRET: secret } = env;
  const callback = '/payments/callback';
  if (url && secret) {
    return { url, secret, callbackUrl: `${own.portalOrigin}/api${callback}`, sandbox: false };
  }
  if (url || secret) {
    const missing = url ? 'PAYMENT_SECRET' : 'PAYMENT_URL';
    throw new ConfigError(
      `Please set ${missing} too: a payment provider has an address and a secret.`,
    );
  }
  if (env.DATABASE_URL) return undefined;
  return {
    url: `http://localhost:${own.port}`,
    secret: deriveKeys(secrets, 'payment-sandbox')[0].toString('hex'),
    callbackUrl: `http://localhost:${own.api}${callback}`,
    sandbox: true,
  };
}

/** In quotes, since a comma in the name would begin another address (RFC 5322 §3.4). */
const senderOf = (name: string, portalOrigin: string): string =>
  `"${name.replace(/["\\]/g, '\\$&')}" <no-reply@${new URL(portalOrigin).hostname}>`;

/** A bucket, a folder, or by default a folder of the data folder. */
function storeOf(env: Environment, dataFolder: string): StoreSetting {
  try {
    const setting = readStoreSetting(env, path.join(dataFolder, 'releases'));
    if (setting.kind !== 'folder') return setting;
    return { kind: 'folder', folder: path.resolve(REPOSITORY_ROOT, setting.folder) };
  } catch (cause) {
    if (cause instanceof StoreError) throw new ConfigError(cause.message, { cause });
    throw cause;
  }
}

/**
 * The domain that both hosts share, with at least two labels: `portal.example.com` and
 * `id.example.com` share `example.com`. If they share none, the portal's host.
 */
function commonDomain(portalOrigin: string, idpOrigin: string): string {
  const portal = new URL(portalOrigin).hostname;
  const labels = portal.split('.');
  const idp = `.${new URL(idpOrigin).hostname}`;
  const longestFirst = labels.map((_, index) => labels.slice(index).join('.'));
  const shared = longestFirst.find((domain) => idp.endsWith(`.${domain}`));
  return shared !== undefined && (shared.includes('.') || shared === portal) ? shared : portal;
}

/** On a developer's machine, a remote can run alone without configuration. */
function defaultExtraOrigins(env: Environment, portalOrigin: string): string[] {
  if (env.DATABASE_URL || new URL(portalOrigin).hostname !== 'localhost') return [];
  return [`http://localhost:${env.PORT_BASE + DEV_FRAME_PORT_OFFSET}`];
}

/** The folder of the embedded database and its secrets. */
export const dataFolderOf = ({ DATA_DIR }: { readonly DATA_DIR?: string | undefined }): string =>
  path.resolve(REPOSITORY_ROOT, DATA_DIR || '.data');

function secretsOf(env: Environment, dataFolder: string): Secrets {
  try {
    return env.DATABASE_URL ? secretsFromEnvironment(env) : embeddedSecrets(dataFolder);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (!env.DATABASE_URL && !existsSync(dataFolder)) {
      throw new ConfigError(
        'Please set DATA_DIR to a folder that this process may write: the present one cannot be made.',
        { cause },
      );
    }
    throw new ConfigError(message, { cause });
  }
}

function sentenceOf(issue: v.BaseIssue<unknown>): string {
  const name = String(issue.path?.[0]?.key ?? 'The environment');
  return `Please set ${name} to ${issue.message}.`;
}
