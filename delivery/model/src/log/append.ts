import { setTimeout } from 'node:timers/promises';
import { canonicalJson } from '../canonical-json.ts';
import { type Actor, EMPTY_STATE, type EnvironmentState } from '../state.ts';
import type { Entry } from './entry.ts';
import { applyOperation, type Operation } from './operations.ts';
import { type ReleaseRefusal, refusal } from './refusal.ts';

/** Where the entries are. */
export type LogStorage = {
  /** The last entry; undefined in an empty log. */
  last(): Promise<Entry | undefined>;
  /** The entry that a request with this key became. */
  entryOf(requestKey: string): Promise<Entry | undefined>;
  /** Adds the entry if there is none with its `seq` or its key, and answers whether it did. */
  insert(entry: Entry, requestKey?: string): Promise<boolean>;
};

/** What the gate says of an operation. */
export type Verdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusals: readonly ReleaseRefusal[] };

/** Under what conditions an operation may become an entry. */
export type Conditions = {
  /** Only while this version of the operation's part is live for everybody; `none` while nothing is. */
  readonly expect?: string | undefined;
  /** A release may replace one of a newer commit; the operator's need not fit what is live either. */
  readonly force?: boolean | undefined;
};

/** Who asks for what. */
export type Asked = Conditions & {
  readonly actor: Actor;
  readonly operation: Operation;
  /** Of a request that may be sent again: with the same key it becomes one entry. */
  readonly requestKey?: string | undefined;
};

export type Log = {
  readonly storage: LogStorage;
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
  | { readonly ok: true; readonly entry: Entry }
  | { readonly ok: false; readonly refusals: readonly ReleaseRefusal[] };

/** At each try somebody's entry gets in, so that this many are never needed in practice. */
const TRIES = 200;
const LONGEST_WAIT_MS = 50;

/**
 * Appends an operation to the history. Inserting the next number is the compare-and-swap: who loses reads
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
    const before = last?.state ?? EMPTY_STATE;
    const seq = (last?.seq ?? 0) + 1;
    const at = momentAfter(last, log.now());
    const outcome = applyOperation(before, asked.operation, { seq, at, by: asked.actor });
    // The gate comes first: who may not do it learns nothing of the state.
    const verdict = await log.gate(asked, before, outcome.ok ? outcome.state : undefined);
    if (!verdict.ok) return verdict;
    if (!outcome.ok) return { ok: false, refusals: [outcome.refusal] };
    const { actor: by, operation } = asked;
    const entry = { seq, at, by, operation, state: outcome.state };
    if (await log.storage.insert(entry, requestKey)) return { ok: true, entry };
    await (log.wait ?? setTimeout)(Math.random() * Math.min(LONGEST_WAIT_MS, 2 * attempt));
  }
  return {
    ok: false,
    refusals: [
      refusal(
        'busy',
        'Others release all the time.',
        'Nothing was changed. Please try again in a moment.',
      ),
    ],
  };
}

/** The entry of a request that was sent before; a key is of one team and one operation. */
function repeated(earlier: Entry, { actor, operation }: Asked): Appended {
  const { by, operation: done } = earlier;
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

/** The clocks of two servers may differ; the history's time does not go back. */
function momentAfter(last: Entry | undefined, now: Date): string {
  const at = now.toISOString();
  return last && last.at > at ? last.at : at;
}
