import { createHash } from 'node:crypto';
import { PartNameSchema } from '@portal/shared-contract/part-name';
import * as v from 'valibot';
import { VersionSchema } from '../document.ts';
import { ActorSchema, EnvironmentStateSchema } from '../state.ts';
import { OperationSchema } from './operations.ts';

const DigestSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** The first entry's `previousHash`. */
export const NO_ENTRY = '0'.repeat(64);

/** A key's word for a release, beside that of who promoted it. */
const ApprovalSchema = v.strictObject({
  team: v.string(),
  kid: v.string(),
  part: PartNameSchema,
  version: VersionSchema,
  /** The digest of the report of the browser gate. */
  gate: v.optional(DigestSchema),
});
export type Approval = v.InferOutput<typeof ApprovalSchema>;

/** One entry of a release log. It never changes. */
export const EntrySchema = v.strictObject({
  environment: v.pipe(v.string(), v.minLength(1)),
  /** 1, 2, 3, … without a gap. */
  seq: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** The hash of the entry before; {@link NO_ENTRY} in the first one. */
  previousHash: DigestSchema,
  /** ISO 8601 in UTC; never before that of the entry before. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  by: ActorSchema,
  operation: OperationSchema,
  /** Who else has approved it; absent where nobody had to. */
  approvals: v.optional(v.array(ApprovalSchema)),
  /** The whole state after the operation. */
  state: EnvironmentStateSchema,
  /** The digest of what the gate has checked; absent where it checked nothing. */
  proof: v.optional(DigestSchema),
});
export type Entry = v.InferOutput<typeof EntrySchema>;

/** An entry as it is stored: the portal's signature of it as compact JWS, which holds the entry. */
export type SignedEntry = {
  readonly entry: Entry;
  readonly jws: string;
  /** SHA-256 of the bytes that are signed, the payload of the JWS, in hex. */
  readonly hash: string;
};

/** The environment's state after an entry: what the page is composed from. */
export type Position = Pick<SignedEntry, 'entry' | 'hash'>;

/** The hash of the payload of a JWS. It does not depend on the key, so that a history can be signed anew. */
export function hashOf(jws: string): string {
  return createHash('sha256').update(payloadOf(jws)).digest('hex');
}

/**
 * Reads a signed entry without checking the signature, for what comes from the portal's own database.
 * @throws Error for what is not an entry
 */
export function readEntry(jws: string): SignedEntry {
  const entry = v.parse(EntrySchema, JSON.parse(payloadOf(jws).toString()));
  return { entry, jws, hash: hashOf(jws) };
}

const payloadOf = (jws: string) => Buffer.from(jws.split('.')[1] ?? '', 'base64url');
