import type { PrivateKey } from '@portal/shared-release/log/sign';
import { ConfigError, dataFolderOf, readConfig } from '../config.ts';
import { hasEmbeddedSecrets } from '../secrets.ts';
import { releaseKeys } from './release-keys.ts';

/**
 * The operator's key, from the settings of the server. A server that has never run here has no secret to
 * derive it from, and none is made.
 */
export function readOperatorKey(
  env: Readonly<Record<string, string | undefined>>,
): { readonly key: PrivateKey } | { readonly problem: string } {
  const folder = dataFolderOf(env);
  if (!env.DATABASE_URL && !env.DATABASE_URL_FILE && !hasEmbeddedSecrets(folder)) {
    return { problem: `DATABASE_URL is not set, and no server has run with the folder ${folder}.` };
  }
  try {
    return { key: releaseKeys(readConfig(env)).operator };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { problem: error.message };
  }
}
