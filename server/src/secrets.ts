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
  /** The keys of the identity provider's cookies: the first signs, all verify (rotation). */
  readonly cookieKeys: readonly string[];
  /** The root of every derived key; never used as a key itself, see {@link deriveKey}. */
  readonly secretKey: string;
  /** The private JSON Web Keys of ID tokens: the first signs, all are published (rotation). */
  readonly signingKeys: readonly SigningKey[];
};
type SigningKey = {
  readonly kty: string;
  readonly kid: string;
  readonly [member: string]: unknown;
};

const KEY_MIN_LENGTH = 32;
const SECRETS_FILE = 'secrets.json';

const CookieKeysSchema = v.pipe(
  v.array(v.pipe(v.string(), v.minLength(KEY_MIN_LENGTH))),
  v.minLength(1),
);
const SigningKeysSchema = v.pipe(
  v.array(v.looseObject({ kty: v.string(), kid: v.string(), d: v.string() })),
  v.minLength(1),
);
const SecretsSchema = v.object({
  cookieKeys: CookieKeysSchema,
  secretKey: v.pipe(v.string(), v.minLength(KEY_MIN_LENGTH)),
  signingKeys: SigningKeysSchema,
});

/**
 * Derives a key for one purpose (HKDF, RFC 5869), so that no two uses share a key.
 * @param purpose for example `rate-limit` or `verification-code`
 */
export function deriveKey(secrets: Secrets, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secrets.secretKey, '', `portal:${purpose}`, 32));
}

/** The prefix of an Ed25519 private key in PKCS #8 (RFC 8410 §7); the 32 bytes of the key follow. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives a private Ed25519 key for one purpose, see {@link deriveKey}. */
export function deriveEd25519Key(secrets: Secrets, purpose: string): KeyObject {
  const key = Buffer.concat([PKCS8_ED25519, deriveKey(secrets, purpose)]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

const derivedKeys = new WeakMap<Secrets, Map<string, KeyObject>>();

/** The same key for `createHmac` and `createCipheriv`: derived once, and cheaper to use than bytes. */
export function derivedKeyObject(secrets: Secrets, purpose: string): KeyObject {
  const known = derivedKeys.get(secrets) ?? new Map<string, KeyObject>();
  derivedKeys.set(secrets, known);
  const key = known.get(purpose) ?? createSecretKey(deriveKey(secrets, purpose));
  known.set(purpose, key);
  return key;
}

/**
 * HMAC-SHA-256 with a derived key, base64url. It is stored in place of a short code or an address,
 * which a plain hash would not hide.
 * @param purpose of the key, see {@link deriveKey}
 */
export function keyedHash(secrets: Secrets, purpose: string, text: string): string {
  return createHmac('sha256', derivedKeyObject(secrets, purpose)).update(text).digest('base64url');
}

/** Compares hashes in constant time, so that timing reveals neither length nor content. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/**
 * Generates secrets, for the embedded default and for tests. ES256 signs, because it takes a third
 * of the work; RS256 is included because every provider must support it (OpenID Connect Discovery
 * §3).
 */
export function generateSecrets(): Secrets {
  const random = () => randomBytes(32).toString('base64url');
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    cookieKeys: [random()],
    secretKey: random(),
    signingKeys: [signingKey(elliptic.privateKey, 'ES256'), signingKey(rsa.privateKey, 'RS256')],
  };
}

function signingKey(privateKey: KeyObject, alg: string): SigningKey {
  const key = privateKey.export({ format: 'jwk' }) as { kty: string };
  return { ...key, kid: randomUUID(), alg, use: 'sig' };
}

/**
 * The embedded default's secrets: created once and kept in the data folder, readable only by the
 * owner. The file is written under another name and then linked into place, so that two parallel
 * processes end up with the same secrets.
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

/**
 * The secrets of a server with PostgreSQL. They come from the environment, because all replicas
 * must share them.
 */
export function secretsFromEnvironment(env: {
  COOKIE_KEYS?: string | undefined;
  SECRET_KEY?: string | undefined;
  SIGNING_KEYS?: string | undefined;
}): Secrets {
  const cookieKeys = v.safeParse(
    CookieKeysSchema,
    env.COOKIE_KEYS?.split(',').map((key) => key.trim()),
  );
  if (!cookieKeys.success) {
    throw new Error(
      `Please set COOKIE_KEYS to one or more random texts of at least ${KEY_MIN_LENGTH} characters, parted by commas.`,
    );
  }
  if (!env.SECRET_KEY || env.SECRET_KEY.length < KEY_MIN_LENGTH) {
    throw new Error(
      `Please set SECRET_KEY to a random text of at least ${KEY_MIN_LENGTH} characters.`,
    );
  }
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
    cookieKeys: cookieKeys.output,
    secretKey: env.SECRET_KEY,
    signingKeys: signingKeys.output,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
