import type { EndpointSettings } from '@portal/server-endpoint/settings';
import type { PlatformSettings } from '@portal/server-platform/settings';
import { ConfigError } from '@portal/shared-process/command-line';
import type { Read } from '@portal/shared-process/setting-values';
import * as v from 'valibot';
import { LINE_SECRETS, LINE_VARIABLES, type LineConfig, lineOf } from './line/settings.ts';
import {
  OTHER_PROVIDER_SECRETS,
  OTHER_PROVIDER_VARIABLES,
  type OtherProviderConfig,
  otherProviderOf,
} from './other-provider/settings.ts';

/** The settings of the identity provider. */
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
