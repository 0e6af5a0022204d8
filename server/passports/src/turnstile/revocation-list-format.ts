import { type KeyObject, sign, verify } from 'node:crypto';
import { ID_BYTES, writeId } from './code-format.ts';
import type { ShownClaims } from './read-shown-code.ts';

/**
 * What a turnstile without a connection must know of the last two days. The list is, in
 * big-endian: one byte 1, when it was made in seconds since 1970 (4), how many passports there are (4), of each
 * the first half of its id (8) and the version that its codes have now (4), the names of the sessions that have
 * ended (4 each, see {@link sessionTag}), and the Ed25519 signature (RFC 8032) of all that.
 */
const FORMAT = 1;
const HEADER_BYTES = 1 + 4 + 4;
/** 60 random bits of a UUID (RFC 9562 §5.4) are enough to tell the passports of two days apart. */
const PASSPORT_BYTES = 8;
const VERSION_BYTES = 4;
const SESSION_BYTES = 4;
const SIGNATURE_BYTES = 64;
/** Domain separation: a signature made for another purpose is not valid for a list. */
const DOMAIN = Buffer.from('portal:gate-revocations:v1\0');

export type Revocations = {
  readonly madeAt: Date;
  /** Passports whose earlier codes are void: id, and the version of the present ones. */
  readonly passports: readonly { readonly id: string; readonly version: number }[];
  readonly sessions: readonly string[];
};

export type RevocationList = {
  readonly madeAt: Date;
  /** Why a code that was signed by us is void; undefined for one that is not in the list. */
  refusalOf(claims: ShownClaims): 'replaced' | 'signed_out' | undefined;
};

export function signRevocations(
  key: KeyObject,
  { madeAt, passports, sessions }: Revocations,
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt8(FORMAT, 0);
  header.writeUInt32BE(Math.floor(madeAt.getTime() / 1000), 1);
  header.writeUInt32BE(passports.length, 5);
  const entries = passports.map(({ id, version }) => {
    const entry = Buffer.alloc(PASSPORT_BYTES + VERSION_BYTES);
    bytesOf(id).copy(entry);
    entry.writeUInt32BE(version, PASSPORT_BYTES);
    return entry;
  });
  const names = sessions.map((name) => Buffer.from(name, 'hex'));
  const list = Buffer.concat([header, ...entries, ...names]);
  return Buffer.concat([list, sign(null, Buffer.concat([DOMAIN, list]), key)]);
}

/** Reads a list; undefined if none of the keys has signed it. */
export function readRevocations(
  bytes: Uint8Array,
  keys: readonly KeyObject[],
): RevocationList | undefined {
  const list = Buffer.from(bytes.subarray(0, -SIGNATURE_BYTES));
  const message = Buffer.concat([DOMAIN, list]);
  const signature = bytes.subarray(-SIGNATURE_BYTES);
  if (!keys.some((key) => verify(null, message, key, signature))) return undefined;
  const versions = new Map<string, number>();
  let at = HEADER_BYTES;
  for (let left = list.readUInt32BE(5); left > 0; left -= 1) {
    const id = list.toString('hex', at, at + PASSPORT_BYTES);
    versions.set(id, list.readUInt32BE(at + PASSPORT_BYTES));
    at += PASSPORT_BYTES + VERSION_BYTES;
  }
  const sessions = new Set<string>();
  for (; at < list.length; at += SESSION_BYTES) {
    sessions.add(list.toString('hex', at, at + SESSION_BYTES));
  }
  return {
    madeAt: new Date(list.readUInt32BE(1) * 1000),
    refusalOf({ passportId, version, grant }) {
      const present = versions.get(bytesOf(passportId).toString('hex'));
      if (present !== undefined && present > version) return 'replaced';
      return grant && sessions.has(grant.session) ? 'signed_out' : undefined;
    },
  };
}

function bytesOf(id: string): Buffer {
  const bytes = Buffer.alloc(ID_BYTES);
  writeId(bytes, id, 0);
  return bytes.subarray(0, PASSPORT_BYTES);
}
