import { open, readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { PrivateKey, PublicKey } from '../log/sign.ts';
import { refused } from './failure.ts';

/** Of 32 bytes in base64url. */
const BYTES_32 = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));
const publicEntries = {
  kty: v.literal('OKP'),
  crv: v.literal('Ed25519'),
  x: BYTES_32,
  kid: v.pipe(v.string(), v.minLength(1)),
};
const PublicKeySchema = v.object(publicEntries);
const PrivateKeySchema = v.object({ ...publicEntries, d: BYTES_32 });

/** Readable and writable by the owner alone. */
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * Reads a team's private key.
 * @throws CommandFailure for a file that others may read, or that holds no private key
 */
export async function readKeyFile(file: string): Promise<PrivateKey> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error);
  });
  try {
    const { mode } = await handle.stat();
    // Windows has no such modes.
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
      throw refused(
        'key-readable-by-others',
        `The key file ${file} can be used by other people on this machine.`,
        `Run: chmod 600 ${file}`,
      );
    }
    const key = v.safeParse(PrivateKeySchema, parsed(await handle.readFile('utf8')));
    if (key.success) return key.output;
  } catch (error) {
    throw isSystemError(error) ? unreadable(file, error) : error;
  } finally {
    await handle.close();
  }
  throw refused(
    'no-private-key',
    `${file} does not hold a private Ed25519 key as JSON Web Key.`,
    'Name the file that `portal keys make` has written.',
  );
}

/**
 * Reads public keys: one JSON Web Key, or a set of them.
 * @throws CommandFailure for anything else, a private key among it
 */
export async function readPublicKeys(file: string): Promise<PublicKey[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, error);
  });
  const value = parsed(text);
  const list = v.is(v.object({ keys: v.array(v.unknown()) }), value) ? value.keys : [value];
  if (list.some((key) => v.is(v.object({ d: v.unknown() }), key))) {
    throw refused(
      'private-key-given',
      `${file} holds a private key.`,
      'Give the public key only, which `portal keys make` has printed; nobody but the team needs the other.',
    );
  }
  const keys = v.safeParse(v.pipe(v.array(PublicKeySchema), v.minLength(1)), list);
  if (keys.success) return keys.output;
  throw refused(
    'no-public-key',
    `${file} does not hold a public Ed25519 key as JSON Web Key.`,
    'Save what `portal keys make` has printed in a file, and name this file.',
  );
}

/**
 * Writes a private key to a new file that only its owner can read.
 * @throws CommandFailure for a file that exists
 */
export async function writeKeyFile(file: string, key: PrivateKey): Promise<void> {
  const handle = await open(file, 'wx', OWNER_ONLY).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw unwritable(file, error);
    throw refused(
      'key-file-exists',
      `${file} exists already, and a key is never written over.`,
      'Name another file with --out.',
    );
  });
  try {
    await handle.writeFile(`${JSON.stringify(key)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const unreadable = (file: string, { code }: NodeJS.ErrnoException) =>
  refused('unreadable', `${file} cannot be read (${code}).`, 'Check the name of the file.');

const unwritable = (file: string, { code }: NodeJS.ErrnoException) =>
  refused('unwritable', `${file} cannot be written (${code}).`, 'Name another file with --out.');

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
