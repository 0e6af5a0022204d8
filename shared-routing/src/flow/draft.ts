import { DRAFT_PREFIX } from '@portal/shared-contract/clear-site';
import * as v from 'valibot';

export type Draft<Value> = {
  /** What was kept, or undefined: nothing, too old, another member's, or not of this shape. */
  read(): Value | undefined;
  write(value: Value): void;
  clear(): void;
};

export type DraftOptions<Value> = {
  /** One per flow: `change-email`. */
  readonly key: string;
  /** What may be kept. Never a password, never a code. */
  readonly schema: v.GenericSchema<unknown, Value>;
  readonly lifetimeMs: number;
  /** The member it belongs to, so that nobody else on this device meets it; undefined before sign-in. */
  readonly owner?: () => string | undefined;
  readonly storage?: () => Storage;
  readonly now?: () => number;
};

const RecordSchema = v.object({
  expiresAt: v.number(),
  owner: v.optional(v.string()),
  value: v.unknown(),
});

/**
 * What a member typed in a flow, kept in session storage over reload and Back. Checked against its
 * schema on the way back. Where the browser refuses storage it is kept as long as the page lives.
 */
export function sessionDraft<Value>(options: DraftOptions<Value>): Draft<Value> {
  const { key, schema, lifetimeMs, owner, now = Date.now } = options;
  const storage = options.storage ?? (() => window.sessionStorage);
  const name = DRAFT_PREFIX + key;
  let unstored: string | undefined;

  function clear(): void {
    unstored = undefined;
    try {
      storage().removeItem(name);
    } catch {
      // Storage is refused: nothing was kept there.
    }
  }

  return {
    clear,
    read() {
      const record = v.safeParse(RecordSchema, parsed(unstored ?? stored(storage, name)));
      if (!record.success) return undefined;
      const { expiresAt, owner: draftOwner, value } = record.output;
      const kept = v.safeParse(schema, value);
      const asking = owner?.();
      if (kept.success && now() < expiresAt) {
        if (draftOwner === asking) return kept.output;
        // A session that has ended may be begun again: what its member typed waits, unseen.
        if (asking === undefined) return undefined;
      }
      clear();
      return undefined;
    },
    write(value) {
      const text = JSON.stringify({ expiresAt: now() + lifetimeMs, owner: owner?.(), value });
      try {
        storage().setItem(name, text);
        unstored = undefined;
      } catch {
        unstored = text;
      }
    },
  };
}

/** Forgets every draft of this tab: on signing out. */
export function clearDrafts(storage: () => Storage = () => window.sessionStorage): void {
  try {
    const names = Object.keys(storage()).filter((name) => name.startsWith(DRAFT_PREFIX));
    for (const name of names) storage().removeItem(name);
  } catch {
    // Storage is refused: nothing was kept there.
  }
}

/** Whether a flow of this tab was begun and can be taken up again. */
export function hasDraft(
  storage: () => Storage = () => window.sessionStorage,
  now = Date.now(),
): boolean {
  try {
    return Object.keys(storage())
      .filter((name) => name.startsWith(DRAFT_PREFIX))
      .some((name) => {
        const record = v.safeParse(RecordSchema, parsed(stored(storage, name)));
        return record.success && now < record.output.expiresAt;
      });
  } catch {
    return false;
  }
}

function stored(storage: () => Storage, name: string): string | null {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}
