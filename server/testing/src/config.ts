import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '@portal/server-main/config';
import { PUSH_SERVICES } from '@portal/server-notifications/push/settings';
import {
  MESSAGE_LIMIT_NAMES,
  type MessageLimits,
  parseMessageLimits,
} from '@portal/server-platform/limits/message-limits';
import { parseTrustedProxies, type TrustedProxies } from '@portal/shared-process/trusted-proxies';
import { OPERATOR_TOKEN } from './releases/page-setting.ts';
import { testSecrets } from './shared-secrets.ts';

let secrets: Config['secrets'] | undefined;

/** Proxies that are trusted, by a list that is known to be right. */
export function trustedProxies(list: string): TrustedProxies {
  const proxies = parseTrustedProxies(list);
  if (!proxies) throw new Error(`No list of proxies: ${list}`);
  return proxies;
}

/** For tests in which this process, or a caller on this machine, plays the edge. */
export const THIS_MACHINE = trustedProxies('127.0.0.0/8,::1');

/** The limits of messages, with changes as in `MESSAGE_LIMITS`. */
export function messageLimits(changes = ''): MessageLimits {
  const limits = parseMessageLimits(changes);
  if (!limits) throw new Error(`No limits: ${changes}`);
  return limits;
}

/** Limits for tests where one address and number stand for many people. Those that protect an account stay. */
const HIGH_LIMITS = messageLimits(
  MESSAGE_LIMIT_NAMES.filter((name) => !name.includes('account'))
    .map((name) => `${name}=100000`)
    .join(),
);

/** A configuration that uses no folder, no environment variable and no port. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  secrets ??= testSecrets();
  return {
    ports: { idp: 0, api: 0, outbox: 0, payment: 0 },
    host: '127.0.0.1',
    portalOrigin: 'http://localhost:4300',
    extraPortalOrigins: [],
    idpOrigin: 'http://localhost:4301',
    apiOrigin: 'http://localhost:4302',
    outboxOrigin: 'http://localhost:4303',
    database: { kind: 'embedded', folder: 'in memory' },
    corsOrigins: ['http://localhost:4300'],
    apiKey: undefined,
    smtpUrl: undefined,
    smsGatewayUrl: undefined,
    mailFrom: {
      ja: 'つばめメンバーズ <no-reply@localhost>',
      en: 'Tsubame Members <no-reply@localhost>',
    },
    contactUrl: undefined,
    trustedProxies: trustedProxies(''),
    countryHeader: undefined,
    defaultCountry: 'JP',
    passkeyDomain: 'localhost',
    callsPerMinute: 600,
    messageLimits: HIGH_LIMITS,
    smsCountries: undefined,
    page: undefined,
    metrics: undefined,
    traces: undefined,
    clientId: 'portal',
    otherProvider: undefined,
    connections: {},
    payment: {
      url: 'http://localhost:4309',
      secret: 'a secret that the provider and the server share',
      callbackUrl: 'http://localhost:4302/payments/callback',
      sandbox: true,
    },
    wallets: {},
    turnstileKeys: undefined,
    turnstileReentryMs: 0,
    vapidKeys: undefined,
    pushServices: PUSH_SERVICES,
    releases: {
      // Made by the first upload; tests that upload give a folder of their own.
      store: { kind: 'folder', folder: path.join(tmpdir(), 'portal-test-releases') },
      token: OPERATOR_TOKEN,
    },
    shutdownDelayMs: 0,
    breachedPasswordsUrl: undefined,
    brand: { name: { ja: 'つばめメンバーズ', en: 'Tsubame Members' } },
    logLevel: 'info',
    secrets,
    ...overrides,
  };
}
