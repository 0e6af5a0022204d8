#!/usr/bin/env node
// Makes the secrets that all replicas share, one file each: `node deploy/make-secrets.mjs`. Replaces keys in them,
// step by step: docs/operations.md, «Replace keys».
// Plain JavaScript without packages, so that a fresh clone with Node 20 can run it.
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const HELP = `Usage: node deploy/make-secrets.mjs [folder]   (.data/secrets where none is named)
       node deploy/make-secrets.mjs --add|--use|--remove <name …>

--add <name …>      adds a new key at the end of the lists: cookie_keys, secret_keys …
--use <name …>      moves it to the front
--remove <name …>   removes the old key, which is now at the end`;
const [first, ...others] = process.argv.slice(2);
const isChange = first === '--add' || first === '--use' || first === '--remove';
if (!isChange && (first?.startsWith('-') || others.length > 0)) {
  const isHelp = first === '--help' || first === '-h';
  if (isHelp) console.log(HELP);
  else refuse(`There is no "${others[0] ?? first}" here.\n\n${HELP}`);
  process.exit(isHelp ? 0 : 2);
}
const named = isChange ? undefined : first;
const folder = path.resolve(named ?? path.join(ROOT, '.data', 'secrets'));

const random = () => randomBytes(32).toString('base64url');

/** A private key as JSON Web Key. */
const jwk = (type, options, more = {}) => ({
  ...generateKeyPairSync(type, options).privateKey.export({ format: 'jwk' }),
  ...more,
});
const signing = (type, options, alg) => jwk(type, options, { kid: randomUUID(), alg, use: 'sig' });

/** Why ES256 stands in front: see `generateSecrets` in shared-process/src/secrets.ts. */
const signingKeys = () => [
  signing('ec', { namedCurve: 'P-256' }, 'ES256'),
  signing('rsa', { modulusLength: 2048 }, 'RS256'),
];
const ed25519Keys = () => [jwk('ed25519', {})];

const password = randomBytes(24).toString('base64url');
/** The lists of keys: what is made of each at once. */
const KEYS = {
  cookie_keys: () => [random()],
  secret_keys: () => [random()],
  signing_keys: signingKeys,
  turnstile_keys: ed25519Keys,
  vapid_keys: () => [jwk('ec', { namedCurve: 'P-256' })],
};
/** A list as its file has it: JSON Web Keys as JSON, others with commas. */
const written = (keys) =>
  keys.some((key) => typeof key === 'object') ? JSON.stringify(keys) : keys.join();
const read = (text) => (text.startsWith('[') ? JSON.parse(text) : text.split(','));
const SECRETS = {
  ...Object.fromEntries(Object.entries(KEYS).map(([name, make]) => [name, () => written(make())])),
  /** With which the containers release what they have built. */
  release_token: random,
  /** The mail catcher of docker-compose.yml, until it is replaced by the address of the mail server. */
  smtp_url: () => 'smtp://mail:1025',
};
/** Both hold the same password: PostgreSQL reads the first, the server the second. */
const DATABASE = {
  postgres_password: () => password,
  database_url: () => `postgres://portal:${password}@postgres:5432/portal`,
};

if (isChange) {
  change(first, others);
  process.exit();
}

// Nobody but its owner comes into the folder. A container gets the files one by one, and reads them as whatever
// user it runs.
mkdirSync(folder, { recursive: true, mode: 0o700 });
chmodSync(folder, 0o700);
/** For further secrets, which docker-compose.yml mounts as a folder. */
const settings = path.join(folder, 'settings');
mkdirSync(settings, { recursive: true });
chmodSync(settings, 0o755);
const isMissing = (name) => !existsSync(path.join(folder, name));
const made = Object.entries(SECRETS).filter(([name]) => isMissing(name));
const database = Object.entries(DATABASE);
if (database.every(([name]) => isMissing(name))) made.push(...database);
for (const [name, make] of made) {
  writeFileSync(path.join(folder, name), `${make()}\n`, { flag: 'wx' });
}
for (const name of [...Object.keys(SECRETS), ...Object.keys(DATABASE)]) {
  if (!isMissing(name)) chmodSync(path.join(folder, name), 0o644);
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

/** Carries out one step of the replacement of keys, in all the lists or in none. */
function change(step, names) {
  if (names.length === 0) return refuse(HELP);
  const changed = [];
  for (const name of names) {
    const file = path.join(folder, name);
    if (!(name in KEYS) || !existsSync(file)) {
      return refuse(`There is no list of keys "${name}" in ${folder}.`);
    }
    const keys = read(readFileSync(file, 'utf8').trim());
    const made = KEYS[name]();
    const rest = keys.slice(0, -made.length);
    if (step !== '--add' && rest.length === 0) {
      return refuse(`${name} has no other key: add one first.`);
    }
    const after = {
      '--add': [...keys, ...made],
      '--use': [...keys.slice(-made.length), ...rest],
      '--remove': rest,
    };
    changed.push([file, after[step]]);
  }
  for (const [file, keys] of changed) writeFileSync(file, `${written(keys)}\n`);
  console.log(`Written: ${names.join(', ')}. Restart the replicas, one after the other.`);
}

function refuse(why) {
  console.error(why);
  process.exitCode = 2;
}
