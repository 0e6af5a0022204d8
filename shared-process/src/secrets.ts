import {
  createHash,
  createHmac,
  createPrivateKey,
  createSecretKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

/** The server's secrets, the same on all replicas. */
export type Secrets = {
  /** The root of what browsers hold of a sign-in, the provider's cookies above all: the first key signs. */
  readonly cookieKeys: readonly [string, ...string[]];
  /** The root of what the database holds: the first key makes what is new (docs/decisions/0049-keys.md). */
  readonly secretKeys: readonly [string, ...string[]];
  /** The private JSON Web Keys of ID tokens: the first signs, all are published (rotation). */
  readonly signingKeys: readonly SigningKey[];
};
type SigningKey = {
  readonly kty: string;
  readonly kid: string;
  readonly [member: string]: unknown;
};

/**
 * Each purpose of a derived key, and its root. Who has read one root has what hangs on it and no more: see
 * the table in docs/security.md, «Who holds what».
 */
const ROOT_OF = {
  'verification-code': 'secretKeys',
  'recovery-code': 'secretKeys',
  'totp-secret': 'secretKeys',
  'rate-limit': 'secretKeys',
  outbox: 'secretKeys',
  'notification-link': 'secretKeys',
  'key-id': 'secretKeys',
  'code-work': 'secretKeys',
  unsubscribe: 'secretKeys',
  'passport-pictures': 'cookieKeys',
  'sealed-cookie': 'cookieKeys',
  'device-pass': 'cookieKeys',
  'passkey-challenge': 'cookieKeys',
  // Of the embedded default, whose roots are all in one file. A server with PostgreSQL has keys for these.
  'passport-gate': 'secretKeys',
  'web-push': 'secretKeys',
  'line-sandbox': 'secretKeys',
  'payment-sandbox': 'secretKeys',
} as const satisfies Record<string, 'secretKeys' | 'cookieKeys'>;
export type Purpose = keyof typeof ROOT_OF;

const KEY_MIN_LENGTH = 32;
const SECRETS_FILE = 'secrets.json';

const SigningKeysSchema = v.pipe(
  v.array(v.looseObject({ kty: v.string(), kid: v.string(), d: v.string() })),
  v.minLength(1),
);
const SecretKeySchema = v.pipe(v.string(), v.minLength(KEY_MIN_LENGTH));
const SecretKeysSchema = v.tupleWithRest([SecretKeySchema], SecretKeySchema);
const SecretsSchema = v.object({
  cookieKeys: SecretKeysSchema,
  secretKeys: SecretKeysSchema,
  signingKeys: SigningKeysSchema,
});

type OneOrMore<Value> = readonly [Value, ...Value[]];

/** One value for each key, in their order. */
export function forEachKey<Key, Value>(
  [first, ...older]: OneOrMore<Key>,
  make: (key: Key) => Value,
): OneOrMore<Value> {
  return [make(first), ...older.map((key) => make(key))];
}

/**
 * Derives a key for one purpose from each key of its root (HKDF, RFC 5869), so that no two uses share a
 * key. The first makes what is new; each may have made what is old.
 */
export function deriveKeys(secrets: Secrets, purpose: Purpose): OneOrMore<Buffer> {
  return forEachKey(secrets[ROOT_OF[purpose]], (root) =>
    Buffer.from(hkdfSync('sha256', root, '', `portal:${purpose}`, 32)),
  );
}

/** The prefix of an Ed25519 private key in PKCS #8 (RFC 8410 §7); the 32 bytes of the key follow. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives private Ed25519 keys for one purpose, see {@link deriveKeys}. */
export function deriveEd25519Keys(secrets: Secrets, purpose: Purpose): OneOrMore<KeyObject> {
  return forEachKey(deriveKeys(secrets, purpose), (bytes) => {
    const key = Buffer.concat([PKCS8_ED25519, bytes]);
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  });
}

const derivedKeys = new WeakMap<Secrets, Map<string, OneOrMore<KeyObject>>>();

/** The same keys for `createHmac` and `createCipheriv`: derived once, and cheaper to use than bytes. */
export function derivedKeyObjects(secrets: Secrets, purpose: Purpose): OneOrMore<KeyObject> {
  const known = derivedKeys.get(secrets) ?? new Map<string, OneOrMore<KeyObject>>();
  derivedKeys.set(secrets, known);
  const keys =
    known.get(purpose) ?? forEachKey(deriveKeys(secrets, purpose), (key) => createSecretKey(key));
  known.set(purpose, keys);
  return keys;
}

/**
 * HMAC-SHA-256 with the first derived key, base64url. It is stored in place of a short code or an
 * address, which a plain hash would not hide. Compare it with {@link isKeyedHash}.
 * @param purpose of the key, see {@link deriveKeys}
 */
export function keyedHash(secrets: Secrets, purpose: Purpose, text: string): string {
  return hmac(derivedKeyObjects(secrets, purpose)[0], text);
}

/** {@link keyedHash} under each key, for what is looked up: an older key may have made it. */
export function keyedHashes(secrets: Secrets, purpose: Purpose, text: string): OneOrMore<string> {
  return forEachKey(derivedKeyObjects(secrets, purpose), (key) => hmac(key, text));
}

/** Whether {@link keyedHash} made a hash of a text, with the present or an older key. */
export function isKeyedHash(
  secrets: Secrets,
  purpose: Purpose,
  text: string,
  given: string,
): boolean {
  // Every key is tried, so that the time does not tell which one it was.
  return keyedHashes(secrets, purpose, text)
    .map((expected) => isSameSecret(given, expected))
    .includes(true);
}

const hmac = (key: KeyObject, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');

/** Opens what was encrypted with the present or an older key: the first answer of `open` that is not undefined. */
export function openWithAnyKey<Value>(
  secrets: Secrets,
  purpose: Purpose,
  open: (key: KeyObject) => Value | undefined,
): Value | undefined {
  for (const key of derivedKeyObjects(secrets, purpose)) {
    const opened = open(key);
    if (opened !== undefined) return opened;
  }
  return undefined;
}

/** Compares hashes in constant time, so that timing reveals neither length nor content. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/**
 * Generates secrets, for the embedded default and for tests. ES256 signs, because it takes a third of the work; RS256
 * is included because every provider must support it (OpenID Connect Discovery §3).
 */
export function generateSecrets(): Secrets {
  const random = () => randomBytes(32).toString('base64url');
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    cookieKeys: [random()],
    secretKeys: [random()],
    signingKeys: [signingKey(elliptic.privateKey, 'ES256'), signingKey(rsa.privateKey, 'RS256')],
  };
}

function signingKey(privateKey: KeyObject, alg: string): SigningKey {
  const key = privateKey.export({ format: 'jwk' }) as { kty: string };
  return { ...key, kid: randomUUID(), alg, use: 'sig' };
}

/**
 * The embedded default's secrets: created once and kept in the data folder, readable only by the owner. The file is
 * written under another name and then linked into place, so that two parallel processes end up with the same secrets.
 */
export function embeddedSecrets(dataFolder: string): Secrets {
  const file = path.join(dataFolder, SECRETS_FILE);
  mkdirSync(dataFolder, { recursive: true });
  const known = readSecrets(file);
  if (known) return known;

  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify(generateSecrets(), undefined, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = readSecrets(file);
  if (!made) throw new Error(`The file ${file} could not be written.`);
  return made;
}

/** Whether a server has run with this data folder. */
export const hasEmbeddedSecrets = (dataFolder: string): boolean =>
  existsSync(path.join(dataFolder, SECRETS_FILE));

function readSecrets(file: string): Secrets | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const parsed = v.safeParse(SecretsSchema, parseJson(text));
  if (!parsed.success) {
    throw new Error(
      `Please restore or delete ${file}: it does not hold this server's secrets any more.`,
    );
  }
  chmodSync(file, 0o600);
  return parsed.output;
}

/** The secrets of a server with PostgreSQL. They come from the environment, because all replicas must share them. */
export function secretsFromEnvironment(env: {
  COOKIE_KEYS?: string | undefined;
  SECRET_KEYS?: string | undefined;
  SIGNING_KEYS?: string | undefined;
}): Secrets {
  const secretKeys = rootOf('SECRET_KEYS', listOf(env.SECRET_KEYS));
  const signingKeys = v.safeParse(
    v.union([
      SigningKeysSchema,
      v.pipe(
        v.object({ keys: SigningKeysSchema }),
        v.transform((set) => set.keys),
      ),
    ]),
    parseJson(env.SIGNING_KEYS ?? ''),
  );
  if (!signingKeys.success) {
    throw new Error(
      'Please set SIGNING_KEYS to a JSON Web Key Set with at least one private key that has a kid.',
    );
  }
  return {
    cookieKeys: rootOf('COOKIE_KEYS', listOf(env.COOKIE_KEYS)),
    secretKeys,
    signingKeys: signingKeys.output,
  };
}

function rootOf(name: string, keys: readonly string[] | undefined): OneOrMore<string> {
  const parsed = v.safeParse(SecretKeysSchema, keys);
  if (parsed.success) return parsed.output;
  throw new Error(
    `Please set ${name} to one or more random texts of at least ${KEY_MIN_LENGTH} characters, parted by commas; deploy/make-secrets.mjs makes one.`,
  );
}

/** The keys of a list with commas, each once. */
const listOf = (text: string | undefined): string[] | undefined =>
  text === undefined ? undefined : [...new Set(text.split(',').map((key) => key.trim()))];

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
