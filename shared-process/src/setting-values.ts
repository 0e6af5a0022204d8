import * as v from 'valibot';
import { ConfigError } from './command-line.ts';
import type { Variables } from './data-folder.ts';

/** Whether tokens and secrets may go to an address: https, or http on this machine only. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url?.protocol === 'https:') return true;
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}

/** An address in a provider's document, if tokens may go there. */
export const safeAddressOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isSafeAddress(value) ? value : undefined;

/** The forms in which settings are written. The message of each says what to set. */

export const origin = v.pipe(
  v.string(),
  v.check((value) => {
    const url = URL.parse(value);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === value;
  }, 'an origin such as https://portal.example, without a path or a slash at the end'),
);
/** Parted by spaces or commas. */
export const listed = v.pipe(
  v.string(),
  v.transform((value) => value.split(/[\s,]+/).filter(Boolean)),
);
export const urlOf = (protocols: readonly string[], example: string) =>
  v.pipe(
    v.string(),
    v.check((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), example),
  );
/** The URL of a service that the server calls: with a host, and with both user and password or neither. */
export const serviceOf = (protocols: readonly string[], example: string) =>
  v.pipe(
    v.string(),
    v.check((value) => {
      const url = URL.parse(value);
      if (!url?.hostname || !protocols.includes(url.protocol)) return false;
      return (url.username === '') === (url.password === '');
    }, example),
  );
export const withoutSlash = v.transform((value: string) => value.replace(/\/+$/, ''));
export const flag = v.pipe(
  v.picklist(['0', '1', 'false', 'true'], '1 or 0'),
  v.transform((value) => value === '1' || value === 'true'),
);

const PORT_EXAMPLE = 'a port number from 1 to 65535';
export const portNumber = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,4}$/, PORT_EXAMPLE),
  v.transform(Number),
  v.maxValue(65535, PORT_EXAMPLE),
);

/** An Ed25519 private key as JSON Web Key (RFC 8037). */
export type PrivateEd25519Jwk = { readonly kty: 'OKP'; readonly crv: 'Ed25519' } & {
  readonly x: string;
  readonly d: string;
};

/** 32 bytes in base64url. */
const KEY_OF_32_BYTES = /^[\w-]{43}$/;
const KEYS_EXAMPLE = 'one or more private Ed25519 keys, as JSON Web Keys in a list';

/** Private JSON Web Keys: one, or several in a list. */
export const keysOf = <Schema extends v.GenericSchema>(key: Schema, example: string) =>
  v.pipe(
    v.string(),
    v.parseJson(undefined, example),
    v.transform((keys) => (Array.isArray(keys) ? keys : [keys])),
    v.minLength(1, example),
    v.array(key),
  );
/** A member of a key that has 32 bytes. */
export const bytes32 = (example: string) =>
  v.pipe(v.string(example), v.regex(KEY_OF_32_BYTES, example));

export const signingKeys = keysOf(
  v.object(
    {
      kty: v.literal('OKP', KEYS_EXAMPLE),
      crv: v.literal('Ed25519', KEYS_EXAMPLE),
      x: bytes32(KEYS_EXAMPLE),
      d: bytes32(KEYS_EXAMPLE),
    },
    KEYS_EXAMPLE,
  ),
  KEYS_EXAMPLE,
);

/** What the entries of a package's settings are read to. */
export type Read<Entries extends v.ObjectEntries> = v.InferOutput<
  v.ObjectSchema<Entries, undefined>
>;

/**
 * Reads settings from the environment.
 * @param variables without empty ones
 * @throws ConfigError with one sentence that names the variable and the expected value
 */
export function readEnvironment<Entries extends v.ObjectEntries>(
  schema: v.ObjectSchema<Entries, undefined>,
  variables: Variables,
): Read<Entries> {
  const parsed = v.safeParse(schema, variables);
  if (parsed.success) return parsed.output;
  const [{ path, message }] = parsed.issues;
  throw new ConfigError(`Please set ${String(path?.[0]?.key ?? 'The environment')} to ${message}.`);
}
