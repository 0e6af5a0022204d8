import type { EndpointSettings } from '@portal/server-endpoint/settings';
import type { AccountContext } from '@portal/server-members/account-context';
import type { PassportSettings } from '@portal/server-passports/settings';
import type { DatabaseHandle } from '@portal/server-platform/database/database';
import type { WorkMonitor } from '@portal/server-platform/metrics/work';
import type { PlatformSettings } from '@portal/server-platform/settings';
import type { Locale } from '@portal/shared-contract';
import { ConfigError } from '@portal/shared-process/command-line';
import type { Read } from '@portal/shared-process/setting-values';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { LINE_SECRETS, LINE_VARIABLES, type LineConfig, lineOf } from './line/settings.ts';
import {
  OTHER_PROVIDER_SECRETS,
  OTHER_PROVIDER_VARIABLES,
  type OtherProviderConfig,
  otherProviderOf,
} from './other-provider/settings.ts';

export type IdentitySettings = EndpointSettings & {
  /** The portal's client id at the identity provider. */
  readonly clientId: string;
  /** Where members sign in; undefined for our own identity provider. */
  readonly otherProvider: OtherProviderConfig | undefined;
  /** The other services with which members can sign in, by their names in the database. */
  readonly connections: { readonly line?: LineConfig };
};

export const IDENTITY_VARIABLES = {
  CLIENT_ID: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.-]+$/, 'letters, digits, dots and dashes')),
  ),
  ...OTHER_PROVIDER_VARIABLES,
  ...LINE_VARIABLES,
};

/** Those that a file can hold. */
export const IDENTITY_SECRETS = [...OTHER_PROVIDER_SECRETS, ...LINE_SECRETS] as const;

/** @throws ConfigError */
export function readIdentitySettings(
  env: Read<typeof IDENTITY_VARIABLES>,
  platform: PlatformSettings,
  portBase: number,
) {
  const clientId = env.CLIENT_ID ?? 'portal';
  const otherProvider = otherProviderOf(env, clientId);
  if (typeof otherProvider === 'string') throw new ConfigError(otherProvider);
  return { clientId, otherProvider, connections: lineOf(env, platform, portBase) };
}

/** What the identity provider works with. Its page of passports shows their codes. */
export type IdentityContext = AccountContext & {
  readonly config: IdentitySettings & Pick<PassportSettings, 'turnstileKeys'>;
  readonly database: DatabaseHandle;
  readonly log: Logger;
  readonly work: WorkMonitor;
  /** The addresses of the portal's files that the sign-in page fetches ahead; none where it does not. */
  readonly filesOfHome?: (locale: Locale) => readonly string[];
};
