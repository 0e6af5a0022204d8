import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateSecrets } from '../server/src/secrets.ts';

/** Creates the secrets that all replicas share: `node deploy/make-secrets.ts`. */
const file = path.resolve(import.meta.dirname, '../.data/docker.env');
if (existsSync(file)) {
  console.log('.data/docker.env is there already and stays as it is.');
} else {
  const { cookieKeys, secretKey, signingKeys } = generateSecrets();
  const password = randomBytes(24).toString('base64url');
  const lines = {
    POSTGRES_PASSWORD: password,
    DATABASE_URL: `postgres://portal:${password}@postgres:5432/portal`,
    COOKIE_KEYS: cookieKeys.join(','),
    SECRET_KEY: secretKey,
    SIGNING_KEYS: JSON.stringify(signingKeys),
  };
  mkdirSync(path.dirname(file), { recursive: true });
  const text = Object.entries(lines).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, text.join(''), { mode: 0o600 });
  console.log('.data/docker.env was written. Keep it: members are signed out without it.');
}
