import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from './command-line.ts';
import { embeddedSecrets, type Secrets, secretsFromEnvironment } from './secrets.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** Paths in settings are from the root of the repository. */
export const REPOSITORY_ROOT = path.resolve(import.meta.dirname, '../..');

/** The folder of the embedded database and its secrets. */
export const dataFolderOf = ({ DATA_DIR }: Variables): string =>
  path.resolve(REPOSITORY_ROOT, DATA_DIR || '.data');

/** The settings from which {@link secretsOf} reads secrets, and that decide which they are. */
export const SECRETS_SETTINGS = [
  'DATABASE_URL',
  'COOKIE_KEYS',
  'SECRET_KEYS',
  'SIGNING_KEYS',
] as const;

/**
 * The secrets of a server: from the environment with PostgreSQL, else from the data folder.
 * @throws ConfigError with one sentence that tells what to set
 */
export function secretsOf(variables: Variables): Secrets {
  const folder = dataFolderOf(variables);
  try {
    return variables.DATABASE_URL ? secretsFromEnvironment(variables) : embeddedSecrets(folder);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (!variables.DATABASE_URL && !existsSync(folder)) {
      throw new ConfigError(
        'Please set DATA_DIR to a folder that this process may write: the present one cannot be made.',
        { cause },
      );
    }
    throw new ConfigError(message, { cause });
  }
}

/**
 * Reads the settings whose files are named by `<NAME>_FILE`, as Docker and Kubernetes mount secrets
 * (docs/your-own-portal.md). An empty variable counts as not set.
 * @param names of the settings that a file can hold
 * @throws ConfigError with one sentence if a file cannot be read, is empty, or the setting is set too
 */
export function withSecretFiles(given: Variables, names: readonly string[]): Variables {
  const variables = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
  const read: Record<string, string> = {};
  for (const name of names) {
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
