import { isDeepStrictEqual } from 'node:util';
import { EMPTY_STATE } from '../state.ts';
import { type Entry, NO_ENTRY, type Position, readEntry } from './entry.ts';
import { applyOperation } from './operations.ts';
import { isSignedEntry, type PublicKey } from './sign.ts';

/** A history that holds, or the first entry that does not. */
export type Verdict =
  | { readonly ok: true; readonly entries: number; readonly last: Position | undefined }
  | { readonly ok: false; readonly seq: number; readonly reason: string };

/**
 * Walks a history from its first entry on: no gap, every signature, every hash, and every state follows
 * from the operation. It needs nothing but the entries and the portal's public keys.
 * @param history signed entries in their order
 */
export async function verifyHistory(
  history: AsyncIterable<string> | Iterable<string>,
  { environment, keys }: { readonly environment: string; readonly keys: readonly PublicKey[] },
): Promise<Verdict> {
  let last: Position | undefined;
  for await (const jws of history) {
    const seq = (last?.entry.seq ?? 0) + 1;
    const wrong = (reason: string): Verdict => ({ ok: false, seq, reason });
    if (!(await isSignedEntry(jws, keys))) {
      return wrong(`Entry ${seq} is not signed by a key of the portal.`);
    }
    let position: Position;
    try {
      position = readEntry(jws);
    } catch {
      return wrong(`Entry ${seq} cannot be read.`);
    }
    const reason = reasonAgainst(position.entry, last, environment);
    if (reason !== undefined) return wrong(reason);
    last = position;
  }
  return { ok: true, entries: last?.entry.seq ?? 0, last };
}

/** Why an entry does not continue the history; undefined if it does. */
function reasonAgainst(
  entry: Entry,
  last: Position | undefined,
  environment: string,
): string | undefined {
  const seq = (last?.entry.seq ?? 0) + 1;
  if (entry.environment !== environment) {
    return `Entry ${seq} belongs to the environment ${entry.environment}, not to ${environment}.`;
  }
  if (entry.seq !== seq) return `Entry ${seq} is missing: the next one is ${entry.seq}.`;
  if (entry.previousHash !== (last?.hash ?? NO_ENTRY)) {
    return `Entry ${seq} names another entry before it than the one that is there.`;
  }
  if (last && entry.at < last.entry.at) return `Entry ${seq} is older than the one before it.`;
  const outcome = applyOperation(last?.entry.state ?? EMPTY_STATE, entry.operation, entry);
  if (!outcome.ok) {
    return `Entry ${seq} has an operation that was to be refused: ${outcome.refusal.reason}`;
  }
  if (!isDeepStrictEqual(asJson(outcome.state), asJson(entry.state))) {
    return `Entry ${seq} has a state that does not follow from its operation.`;
  }
  return undefined;
}

/** As the entry was written, without properties that are undefined. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
