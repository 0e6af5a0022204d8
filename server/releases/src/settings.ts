import path from 'node:path';
import {
  readStoreSetting,
  StoreError,
  type StoreSetting,
} from '@portal/delivery-model/store/open-store';
import type { PlatformSettings } from '@portal/server-platform/settings';
import { ConfigError } from '@portal/shared-process/command-line';
import { dataFolderOf, REPOSITORY_ROOT } from '@portal/shared-process/data-folder';
import { portNumber, type Read } from '@portal/shared-process/setting-values';
import * as v from 'valibot';

export type ReleaseSettings = PlatformSettings & {
  /** Where the page is served; undefined if this process does not serve it. */
  readonly page: { readonly port: number } | undefined;
  readonly releases: {
    /** Where the files and documents of releases are. */
    readonly store: StoreSetting;
    /** With which the deployment itself releases what it has built, as the operator. */
    readonly token: string | undefined;
  };
};

export const RELEASE_VARIABLES = {
  PAGE_PORT: v.optional(portNumber),
  RELEASE_TOKEN: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w~+/-]{32,200}$/, 'at least 32 letters and digits made by chance'),
    ),
  ),
  RELEASE_STORE: v.optional(v.string()),
  RELEASE_STORE_ENDPOINT: v.optional(v.string()),
  AWS_REGION: v.optional(v.string()),
  AWS_DEFAULT_REGION: v.optional(v.string()),
  AWS_ACCESS_KEY_ID: v.optional(v.string()),
  AWS_SECRET_ACCESS_KEY: v.optional(v.string()),
  AWS_SESSION_TOKEN: v.optional(v.string()),
};
type Environment = Read<typeof RELEASE_VARIABLES> & { readonly DATA_DIR?: string | undefined };

/** Those that a file can hold. */
export const RELEASE_SECRETS = [
  'RELEASE_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
] as const;

export function readReleaseSettings(env: Environment) {
  return {
    page: env.PAGE_PORT ? { port: env.PAGE_PORT } : undefined,
    releases: {
      store: storeOf(env),
      token: env.RELEASE_TOKEN,
    },
  };
}

function storeOf(env: Environment): StoreSetting {
  const { DATA_DIR } = env;
  try {
    const setting = readStoreSetting(env, path.join(dataFolderOf({ DATA_DIR }), 'releases'));
    if (setting.kind !== 'folder') return setting;
    return { kind: 'folder', folder: path.resolve(REPOSITORY_ROOT, setting.folder) };
  } catch (cause) {
    if (cause instanceof StoreError) throw new ConfigError(cause.message, { cause });
    throw cause;
  }
}
