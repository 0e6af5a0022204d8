#!/usr/bin/env node
// Makes the secrets that all replicas share, one file each: `node deploy/make-secrets.mjs`.
// Plain JavaScript without packages, so that a fresh clone with Node 20 can run it.
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const folder = path.resolve(process.argv[2] ?? path.join(ROOT, '.data', 'secrets'));

const random = () => randomBytes(32).toString('base64url');

/** A private key as JSON Web Key. */
const jwk = (type, options, more = {}) => ({
  ...generateKeyPairSync(type, options).privateKey.export({ format: 'jwk' }),
  ...more,
});
const signing = (type, options, alg) => jwk(type, options, { kid: randomUUID(), alg, use: 'sig' });

/** Why ES256 stands in front: see `generateSecrets` in server/src/secrets.ts. */
const signingKeys = () => [
  signing('ec', { namedCurve: 'P-256' }, 'ES256'),
  signing('rsa', { modulusLength: 2048 }, 'RS256'),
];
const ed25519Keys = () => [jwk('ed25519', {})];

const password = randomBytes(24).toString('base64url');
const SECRETS = {
  cookie_keys: random,
  secret_keys: random,
  operator_keys: random,
  signing_keys: () => JSON.stringify(signingKeys()),
  gate_keys: () => JSON.stringify(ed25519Keys()),
  vapid_keys: () => JSON.stringify([jwk('ec', { namedCurve: 'P-256' })]),
  release_log_keys: () => JSON.stringify(ed25519Keys()),
};
/** Both hold the same password: PostgreSQL reads the first, the server the second. */
const DATABASE = {
  postgres_password: () => password,
  database_url: () => `postgres://portal:${password}@postgres:5432/portal`,
};

mkdirSync(folder, { recursive: true, mode: 0o700 });
const isMissing = (name) => !existsSync(path.join(folder, name));
const made = Object.entries(SECRETS).filter(([name]) => isMissing(name));
const database = Object.entries(DATABASE);
if (database.every(([name]) => isMissing(name))) made.push(...database);
for (const [name, make] of made) {
  writeFileSync(path.join(folder, name), `${make()}\n`, { mode: 0o600, flag: 'wx' });
}

const missing = database.filter(([name]) => isMissing(name)).map(([name]) => name);
if (missing.length > 0) {
  console.error(
    `Please write ${missing.join()} by hand: the database has a password already, in the other file.`,
  );
  process.exitCode = 1;
} else if (made.length === 0) {
  console.log(`All secrets are in ${folder} already and stay as they are.`);
} else {
  console.log(`Written to ${folder}: ${made.map(([name]) => name).join(', ')}.`);
  console.log('Keep them, and a copy elsewhere: docs/operations.md says how they are changed.');
}
