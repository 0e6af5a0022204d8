import { setTimeout } from 'node:timers/promises';
import { canonicalJson } from '../canonical-json.ts';
import { type Actor, EMPTY_STATE, type EnvironmentState } from '../state.ts';
import { type Approval, NO_ENTRY, type SignedEntry } from './entry.ts';
import { applyOperation, type Operation } from './operations.ts';
import { type ReleaseRefusal, refusal } from './refusal.ts';
import { type PrivateKey, signEntry } from './sign.ts';

/** Where the entries of one environment are. */
export type LogStorage = {
  /** The last entry; undefined in an empty log. */
  last(): Promise<SignedEntry | undefined>;
  /** The entry that a request with this key became. */
  entryOf(requestKey: string): Promise<SignedEntry | undefined>;
  /** Adds the entry if there is none with its `seq` or its key, and answers whether it did. */
  insert(entry: SignedEntry, requestKey?: string): Promise<boolean>;
};

/** What the gate says of an operation. */
export type Verdict =
  | {
      readonly ok: true;
      readonly proof?: string | undefined;
      readonly approvals?: readonly Approval[];
    }
  | { readonly ok: false; readonly refusals: readonly ReleaseRefusal[] };

/** Under what conditions an operation may become an entry. */
export type Conditions = {
  /** Only while this version of the operation's part is live for everybody; `none` while nothing is. */
  readonly expect?: string | undefined;
  /** A release may replace one of a newer commit. */
  readonly force?: boolean | undefined;
  /** What other keys have signed, as `portal approve` prints it. */
  readonly approvals?: readonly string[] | undefined;
};

/** Who asks for what. */
export type Asked = Conditions & {
  readonly actor: Actor;
  readonly operation: Operation;
  /** Of a request that may be sent again: with the same key it becomes one entry. */
  readonly requestKey?: string | undefined;
};

export type Log = {
  readonly environment: string;
  readonly storage: LogStorage;
  /** The portal's key, which signs the entries. */
  readonly key: PrivateKey;
  readonly now: () => Date;
  /** Waits before another try. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
  /**
   * Decides whether an operation may become an entry: permissions and checks of the release. It is asked
   * again when somebody else has changed the state in between. `after` is undefined for an operation that
   * does not apply to the state, so that only permissions are left to decide.
   */
  readonly gate: (
    asked: Asked,
    before: EnvironmentState,
    after: EnvironmentState | undefined,
  ) => Promise<Verdict>;
};

export type Appended =
  | { readonly ok: true; readonly entry: SignedEntry }
  | { readonly ok: false; readonly refusals: readonly ReleaseRefusal[] };

/** At each try somebody's entry gets in, so that this many are never needed in practice. */
const TRIES = 200;
const LONGEST_WAIT_MS = 50;

/**
 * Appends an operation to the log. Inserting the next number is the compare-and-swap: who loses reads
 * again, applies the operation to the new state, passes the gate again and tries again, so that no
 * operation is lost and none is applied to a state that its gate has not seen. A request that has become an
 * entry already is answered with that entry.
 */
export async function appendOperation(log: Log, asked: Asked): Promise<Appended> {
  const { requestKey } = asked;
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const earlier = requestKey === undefined ? undefined : await log.storage.entryOf(requestKey);
    if (earlier) return repeated(earlier, asked);
    const last = await log.storage.last();
    const before = last?.entry.state ?? EMPTY_STATE;
    const seq = (last?.entry.seq ?? 0) + 1;
    const at = momentAfter(last, log.now());
    const outcome = applyOperation(before, asked.operation, { seq, at, by: asked.actor });
    // The gate comes first: who may not do it learns nothing of the state.
    const verdict = await log.gate(asked, before, outcome.ok ? outcome.state : undefined);
    if (!verdict.ok) return verdict;
    if (!outcome.ok) return { ok: false, refusals: [outcome.refusal] };
    const entry = await signEntry(
      {
        environment: log.environment,
        seq,
        previousHash: last?.hash ?? NO_ENTRY,
        at,
        by: asked.actor,
        operation: asked.operation,
        state: outcome.state,
        ...(verdict.proof !== undefined && { proof: verdict.proof }),
        ...(verdict.approvals?.length && { approvals: [...verdict.approvals] }),
      },
      log.key,
    );
    if (await log.storage.insert(entry, requestKey)) return { ok: true, entry };
    await (log.wait ?? setTimeout)(Math.random() * Math.min(LONGEST_WAIT_MS, 2 * attempt));
  }
  return {
    ok: false,
    refusals: [
      refusal(
        'busy',
        'Others are changing the log all the time.',
        'Nothing was changed. Please try again in a moment.',
      ),
    ],
  };
}

/** The entry of a request that was sent before; a key is of one team and one operation. */
function repeated(earlier: SignedEntry, { actor, operation }: Asked): Appended {
  const { by, operation: done } = earlier.entry;
  if (by.team === actor.team && canonicalJson(done) === canonicalJson(operation)) {
    return { ok: true, entry: earlier };
  }
  const used = refusal(
    'key-used',
    'The key of this request is that of another request.',
    'Make a new key for each operation.',
  );
  return { ok: false, refusals: [used] };
}

/** The clocks of two servers may differ; the log's time does not go back. */
function momentAfter(last: SignedEntry | undefined, now: Date): string {
  const at = now.toISOString();
  return last && last.entry.at > at ? last.entry.at : at;
}
