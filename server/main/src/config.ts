import {
  ENDPOINT_SECRETS,
  ENDPOINT_VARIABLES,
  type EndpointSettings,
  readEndpointSettings,
} from '@portal/server-endpoint/settings';
import {
  IDENTITY_SECRETS,
  IDENTITY_VARIABLES,
  type IdentitySettings,
  readIdentitySettings,
} from '@portal/server-identity/settings';
import { MEMBER_VARIABLES, readMemberSettings } from '@portal/server-members/settings';
import {
  PUSH_SECRETS,
  PUSH_VARIABLES,
  type PushSettings,
  readPushSettings,
} from '@portal/server-notifications/push/settings';
import {
  PASSPORT_SECRETS,
  PASSPORT_VARIABLES,
  type PassportSettings,
  paymentSandboxPort,
  readPassportSettings,
} from '@portal/server-passports/settings';
import {
  PLATFORM_SECRETS,
  PLATFORM_VARIABLES,
  portsFrom,
  readPlatformSettings,
} from '@portal/server-platform/settings';
import {
  RELEASE_SECRETS,
  RELEASE_VARIABLES,
  type ReleaseSettings,
  readReleaseSettings,
} from '@portal/server-releases/settings';
import { ConfigError } from '@portal/shared-process/command-line';
import { type Variables, withSecretFiles } from '@portal/shared-process/data-folder';
import { isSafeAddress, portNumber, readEnvironment } from '@portal/shared-process/setting-values';
import {
  readTraceSettings,
  TRACE_SECRETS,
  TRACE_VARIABLES,
  type TraceSettings,
} from '@portal/shared-process/traces/settings';
import * as v from 'valibot';

/** The settings of all parts of the server, and those of its listeners. */
export type Config = EndpointSettings &
  PushSettings &
  PassportSettings &
  IdentitySettings &
  ReleaseSettings & {
    readonly ports: {
      readonly idp: number;
      readonly api: number;
      readonly outbox: number;
      readonly payment: number;
    };
    /** Address to listen on: loopback, unless `HOST` says otherwise. */
    readonly host: string;
    /** Only in the embedded default. */
    readonly outboxOrigin: string;
    /** Where `/metrics` is served; undefined if it is not. */
    readonly metrics: { readonly port: number; readonly host: string } | undefined;
    /** Where traces go; undefined if nothing is traced. */
    readonly traces: TraceSettings | undefined;
    /** How long `/ready` refuses before a port is closed: as long as a balancer takes to notice. */
    readonly shutdownDelayMs: number;
  };

const LOOPBACK = '127.0.0.1';

const EnvironmentSchema = v.object({
  HOST: v.optional(v.string()),
  METRICS_PORT: v.optional(portNumber),
  METRICS_HOST: v.optional(v.string(), LOOPBACK),
  SHUTDOWN_DELAY_SECONDS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,2}$/, 'a number of seconds below 100, 0 for none'),
      v.transform(Number),
    ),
    '0',
  ),
  ...PLATFORM_VARIABLES,
  ...MEMBER_VARIABLES,
  ...ENDPOINT_VARIABLES,
  ...PUSH_VARIABLES,
  ...PASSPORT_VARIABLES,
  ...IDENTITY_VARIABLES,
  ...RELEASE_VARIABLES,
  ...TRACE_VARIABLES,
});

/** Keys among them: each opens one thing, so none is made from another (docs/decisions/0049-keys.md). */
const KEYS_HINT = ' deploy/make-secrets.mjs makes the keys.';
const NEEDED_IN_PUBLIC = ['DATABASE_URL', 'BRAND'] as const;
const NEEDED_WITH_POSTGRES = [
  'PORTAL_ORIGIN',
  'IDP_ORIGIN',
  'SMTP_URL',
  'TURNSTILE_KEYS',
  'VAPID_KEYS',
] as const;

/** The names of all settings of the server but those of the brand. */
export const SETTINGS: readonly string[] = Object.keys(EnvironmentSchema.entries);

/** The settings that a file can hold, where `<NAME>_FILE` names it (docs/your-own-portal.md). */
export const SECRET_SETTINGS = [
  ...PLATFORM_SECRETS,
  ...ENDPOINT_SECRETS,
  ...PUSH_SECRETS,
  ...PASSPORT_SECRETS,
  ...IDENTITY_SECRETS,
  ...RELEASE_SECRETS,
  ...TRACE_SECRETS,
] as const;

/**
 * Reads the configuration from the environment. An empty variable counts as not set.
 * @throws ConfigError with one sentence that names the variable and the expected value.
 * @throws BrandError for a brand that cannot be used.
 */
export function readConfig(variables: Variables): Config {
  const set = withSecretFiles(variables, SECRET_SETTINGS);
  const env = readEnvironment(EnvironmentSchema, set);
  const origins = [env.PORTAL_ORIGIN, env.IDP_ORIGIN, env.API_ORIGIN];
  const publicOrigin = origins.find(isElsewhere);
  const unsafe = origins.find((address) => address && !isSafeAddress(address));
  if (unsafe) {
    throw new ConfigError(
      `Please set https in place of ${unsafe}: without TLS others read what members send.`,
    );
  }
  const needed = [
    ...(publicOrigin ? NEEDED_IN_PUBLIC : []),
    ...(publicOrigin || env.DATABASE_URL ? NEEDED_WITH_POSTGRES : []),
  ];
  const missing = needed.filter((name) => !set[name]);
  if (missing.length > 0) {
    const why = publicOrigin
      ? `${publicOrigin} is not this machine, and members there must not meet the demo.`
      : `DATABASE_URL is set, and then ${missing.length === 1 ? 'it is' : 'they are'} needed.`;
    const hint = missing.some((name) => name.endsWith('_KEYS')) ? KEYS_HINT : '';
    throw new ConfigError(`Please set ${missing.join(', ')}: ${why}${hint}`);
  }
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    throw new ConfigError(
      'Please set DATABASE_URL too: DATABASE_DIRECT_URL only leads past a pooler.',
    );
  }
  const ports = { ...portsFrom(env.PORT_BASE), payment: paymentSandboxPort(env.PORT_BASE) };
  const releases = readReleaseSettings(env);
  const platform = readPlatformSettings(env, set);
  const files = [
    !platform.brand.terms && 'terms.json',
    !platform.brand.passes && 'passes.json',
  ].filter(Boolean);
  if (publicOrigin && files.length > 0) {
    throw new ConfigError(
      `Please add ${files.join(' and ')} to the folder of BRAND (docs/brand.md): without it, members of ${publicOrigin} would meet the terms and prices of the demo.`,
    );
  }
  return {
    ...platform,
    ...readMemberSettings(env, platform),
    ...readEndpointSettings(env, platform),
    ...readPushSettings(env),
    ...readIdentitySettings(env, platform, env.PORT_BASE),
    ...readPassportSettings(env, platform, ports),
    ...releases,
    ports,
    host: env.HOST ?? LOOPBACK,
    outboxOrigin: `http://localhost:${ports.outbox}`,
    metrics: env.METRICS_PORT ? { port: env.METRICS_PORT, host: env.METRICS_HOST } : undefined,
    traces: readTraceSettings(env, 'portal-server'),
    shutdownDelayMs: env.SHUTDOWN_DELAY_SECONDS * 1000,
  };
}

export const isElsewhere = (origin: string | undefined): boolean =>
  origin !== undefined &&
  !/^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);
