import { ConfigError } from '@portal/shared-process/config-error';
import {
  dataFolderOf,
  SECRETS_SETTINGS,
  secretsOf,
  type Variables,
  withSecretFiles,
} from '@portal/shared-process/data-folder';
import { hasEmbeddedSecrets } from '@portal/shared-process/secrets';
import { releaseKeys } from '../log/release-keys.ts';
import type { PrivateKey } from '../log/sign.ts';

/**
 * The operator's key, from the secrets of the server. A server that has never run here has no secret to
 * derive it from, and none is made.
 */
export function readOperatorKey(
  env: Variables,
): { readonly key: PrivateKey } | { readonly problem: string } {
  const folder = dataFolderOf(env);
  if (!env.DATABASE_URL && !env.DATABASE_URL_FILE && !hasEmbeddedSecrets(folder)) {
    return { problem: `DATABASE_URL is not set, and no server has run with the folder ${folder}.` };
  }
  try {
    const secrets = secretsOf(withSecretFiles(env, SECRETS_SETTINGS));
    return { key: releaseKeys({ secrets, releases: { logKeys: undefined } }).operator };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { problem: error.message };
  }
}
