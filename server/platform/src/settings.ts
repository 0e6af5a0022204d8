import path from 'node:path';
import { type Brand, readBrand } from '@portal/shared-brand/read/read-brand';
import { ONE_SENDER } from '@portal/shared-brand/read/sender';
import { type Locale, type LocalizedText, sitePagePath } from '@portal/shared-contract';
import {
  dataFolderOf,
  SECRETS_SETTINGS,
  secretsOf,
  type Variables,
} from '@portal/shared-process/data-folder';
import type { Secrets } from '@portal/shared-process/secrets';
import {
  isSafeAddress,
  listed,
  origin,
  type Read,
  serviceOf,
  urlOf,
} from '@portal/shared-process/setting-values';
import { parseTrustedProxies, type TrustedProxies } from '@portal/shared-process/trusted-proxies';
import * as v from 'valibot';
import { type MessageLimits, parseMessageLimits } from './limits/message-limits.ts';

/** In a folder that only this process uses (PGlite), or in a PostgreSQL database that replicas share. */
export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly folder: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** PostgreSQL itself, where `url` leads to a connection pooler. */
      readonly directUrl?: string | undefined;
    };

export type PlatformSettings = {
  readonly portalOrigin: string;
  /** Further origins from which the portal may sign in, such as a remote's development frame. */
  readonly extraPortalOrigins: readonly string[];
  readonly idpOrigin: string;
  readonly apiOrigin: string;
  readonly database: DatabaseConfig;
  readonly smtpUrl: string | undefined;
  readonly smsGatewayUrl: string | undefined;
  /** The sender of email messages, by their language: `Name <address>`. */
  readonly mailFrom: LocalizedText;
  /** The operator's page for questions, which every email message links to. */
  readonly contactUrl: string | undefined;
  /** The proxies of our own, whose `x-forwarded-for` counts (docs/decisions/0004-edges.md). */
  readonly trustedProxies: TrustedProxies;
  /** How many messages may be sent: see message-limits.ts. */
  readonly messageLimits: MessageLimits;
  readonly brand: Brand;
  readonly logLevel: string;
  readonly secrets: Secrets;
};

/** The port offset of a remote that runs alone in development (delivery/tools/src/dev); embedded default only. */
const DEV_FRAME_PORT_OFFSET = 10;
const DEFAULT_PORT_BASE = 4300;
const PORT_BASE_EXAMPLE = 'a port number from 1024 to 65500';
const DATABASE_EXAMPLE = 'an address such as postgres://user:password@host/database';
const PROXIES_EXAMPLE = 'addresses and networks such as 10.0.0.0/8,fd00::/8';

export const PLATFORM_VARIABLES = {
  PORT_BASE: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, PORT_BASE_EXAMPLE),
      v.transform(Number),
      v.minValue(1024, PORT_BASE_EXAMPLE),
      v.maxValue(65500, PORT_BASE_EXAMPLE),
    ),
    String(DEFAULT_PORT_BASE),
  ),
  DATABASE_URL: v.optional(urlOf(['postgres:', 'postgresql:'], DATABASE_EXAMPLE)),
  DATABASE_DIRECT_URL: v.optional(urlOf(['postgres:', 'postgresql:'], DATABASE_EXAMPLE)),
  DATA_DIR: v.optional(v.string()),
  PORTAL_ORIGIN: v.optional(origin),
  IDP_ORIGIN: v.optional(origin),
  API_ORIGIN: v.optional(origin),
  EXTRA_PORTAL_ORIGINS: v.optional(v.pipe(listed, v.array(origin))),
  SMTP_URL: v.optional(
    serviceOf(['smtp:', 'smtps:'], 'an address such as smtp://user:password@host:587'),
  ),
  SMS_GATEWAY_URL: v.optional(
    serviceOf(['http:', 'https:'], 'an address such as https://sms.example'),
  ),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.regex(ONE_SENDER, 'a mail address'))),
  CONTACT_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(isSafeAddress, 'an address such as https://www.example.com/contact'),
    ),
  ),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.transform(parseTrustedProxies),
      v.check((list) => list !== undefined, PROXIES_EXAMPLE),
      v.transform((list) => list as TrustedProxies),
    ),
    '',
  ),
  MESSAGE_LIMITS: v.optional(
    v.pipe(
      v.string(),
      v.transform(parseMessageLimits),
      v.check(
        (limits) => limits !== undefined,
        'limits such as sms-known-hour=2000,mail-known-hour=20000, with names of server/platform/src/limits/message-limits.ts and whole numbers above 0',
      ),
      v.transform((limits) => limits as MessageLimits),
    ),
    '',
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
  SIGNING_KEYS: v.optional(v.string()),
};
type Environment = Read<typeof PLATFORM_VARIABLES>;

/** Those that a file can hold. */
export const PLATFORM_SECRETS = [
  ...SECRETS_SETTINGS,
  'DATABASE_DIRECT_URL',
  'SMTP_URL',
  'SMS_GATEWAY_URL',
] as const;

/** The ports of the server from the first one of the portal, unless an origin says otherwise. */
export const portsFrom = (base: number) => ({ idp: base + 1, api: base + 2, outbox: base + 3 });

/**
 * @param variables all of them, since those of the brand are read by it
 * @throws ConfigError
 * @throws BrandError
 */
export function readPlatformSettings(env: Environment, variables: Variables): PlatformSettings {
  const ports = portsFrom(env.PORT_BASE);
  const portalOrigin = env.PORTAL_ORIGIN ?? `http://localhost:${env.PORT_BASE}`;
  const secrets = secretsOf(variables);
  const brand = readBrand(variables);
  return {
    portalOrigin,
    extraPortalOrigins: env.EXTRA_PORTAL_ORIGINS ?? defaultExtraOrigins(env, portalOrigin),
    idpOrigin: env.IDP_ORIGIN ?? `http://localhost:${ports.idp}`,
    apiOrigin: env.API_ORIGIN ?? `http://localhost:${ports.api}`,
    database: env.DATABASE_URL
      ? { kind: 'postgres', url: env.DATABASE_URL, directUrl: env.DATABASE_DIRECT_URL }
      : { kind: 'embedded', folder: path.join(dataFolderOf(variables), 'database') },
    smtpUrl: env.SMTP_URL,
    smsGatewayUrl: env.SMS_GATEWAY_URL,
    mailFrom: {
      ja: senderOf(brand, 'ja', env.MAIL_FROM, portalOrigin),
      en: senderOf(brand, 'en', env.MAIL_FROM, portalOrigin),
    },
    contactUrl:
      env.CONTACT_URL ??
      (brand.pages?.contact ? `${portalOrigin}${sitePagePath('contact')}` : undefined),
    trustedProxies: env.TRUST_PROXY,
    messageLimits: env.MESSAGE_LIMITS,
    brand,
    logLevel: env.LOG_LEVEL,
    secrets,
  };
}

/** The origins of the portal: its own, and those of the frames in which a remote is developed alone. */
export const portalOrigins = ({
  portalOrigin,
  extraPortalOrigins,
}: Pick<PlatformSettings, 'portalOrigin' | 'extraPortalOrigins'>): string[] => [
  portalOrigin,
  ...extraPortalOrigins,
];

/**
 * The sender of email messages in a language. An address alone gets the brand's name in front of it, in quotes,
 * since a comma in the name would begin another address (RFC 5322 §3.4).
 */
function senderOf(
  { name, mailFrom }: Pick<Brand, 'name' | 'mailFrom'>,
  locale: Locale,
  setting: string | undefined,
  portalOrigin: string,
): string {
  const sender = setting ?? mailFrom ?? `no-reply@${new URL(portalOrigin).hostname}`;
  if (sender.includes('<')) return sender;
  return `"${name[locale].replace(/["\\]/g, '\\$&')}" <${sender}>`;
}

/** On a developer's machine, a remote can run alone without configuration. */
function defaultExtraOrigins(env: Environment, portalOrigin: string): string[] {
  if (env.DATABASE_URL || new URL(portalOrigin).hostname !== 'localhost') return [];
  return [`http://localhost:${env.PORT_BASE + DEV_FRAME_PORT_OFFSET}`];
}
