import { readEntry } from '../log/entry.ts';
import type { PublicKey } from '../log/sign.ts';
import { verifyHistory } from '../log/verify.ts';
import type { PortalConnection } from './connection.ts';
import { refused } from './failure.ts';

/** The last entry of a portal's log, which says what is live; undefined before the first. */
export async function lastEntry(connection: Pick<PortalConnection, 'state'>) {
  const { environment, entry } = await connection.state();
  return { environment, entry: entry === null ? undefined : readEntry(entry).entry };
}

/**
 * The whole history of a portal, the oldest entry first.
 * @param options.keys the portal's public keys; by default those that the portal names
 * @throws CommandFailure for a history that does not hold
 */
export async function verifiedHistory(
  connection: PortalConnection,
  options: {
    readonly keys?: readonly PublicKey[] | undefined;
    readonly onRead?: (entries: number) => void;
  } = {},
) {
  const whole = await newestEntries(connection, Number.POSITIVE_INFINITY, options.onRead);
  const { environment } = whole;
  const keys = options.keys ?? whole.keys;
  const entries = whole.entries.toReversed();
  const verdict = await verifyHistory(entries, { environment, keys });
  if (!verdict.ok) throw broken(environment, verdict.reason);
  return { environment, keys, entries, last: verdict.last };
}

/**
 * The newest entries, and the portal's public keys.
 * @param onRead how many were read so far
 */
export async function newestEntries(
  connection: Pick<PortalConnection, 'history'>,
  limit: number,
  onRead: (entries: number) => void = () => {},
) {
  const { environment, keys, entries } = await connection.history();
  let before = Number.POSITIVE_INFINITY;
  for (let page = entries; page.length > 0 && entries.length < limit; ) {
    onRead(entries.length);
    const seq = seqOf(page.at(-1) ?? '', environment);
    // Otherwise a portal that answers the same page again would keep this going for ever.
    if (seq >= before) throw broken(environment, 'Its entries are not in their order.');
    if (seq === 1) break;
    before = seq;
    page = (await connection.history(seq)).entries;
    entries.push(...page);
  }
  return { environment, keys, entries: entries.slice(0, limit) };
}

function seqOf(jws: string, environment: string): number {
  try {
    return readEntry(jws).entry.seq;
  } catch {
    throw broken(environment, 'It has an entry that cannot be read.');
  }
}

const broken = (environment: string, reason: string) =>
  refused(
    'history-broken',
    `The history of ${environment} does not hold. ${reason}`,
    'Tell the operator. Promote nothing before it is known who has changed the history.',
  );
