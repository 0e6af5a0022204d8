import type { StorageBuckets } from './kept/kept-places.ts';

/** What the session needs of a browser, so that a test can open twenty tabs in one process. */
export type Platform = {
  /** Shared by all tabs. */
  readonly localStorage: ValueStore;
  /** Of this tab alone; survives a reload. */
  readonly sessionStorage: ValueStore;
  readonly indexedDB: IDBFactory | undefined;
  /** Where the browser has them. */
  readonly buckets?: StorageBuckets | undefined;
  readonly locks: Locks;
  readonly openChannel: (name: string) => Channel | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly window: Window;
  readonly page: PageAddress;
  readonly now: () => number;
};

export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;

/** The part of `navigator.locks` in use: one holder of a name at a time, across all tabs. */
export type Locks = {
  /**
   * @param waitMs how long the work may wait for its turn: a tab that hangs keeps it for ever
   * @throws DOMException `TimeoutError`, when it has not had its turn by then, and will have none
   */
  request<T>(name: string, work: () => Promise<T>, waitMs: number): Promise<T>;
};

/** The address bar. */
type PageAddress = {
  readonly origin: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  assign(url: string): void;
  reload(): void;
};

/** A storage that may be missing: with blocked cookies the browser throws on every access. */
export type ValueStore = {
  get(name: string): string | undefined;
  /** @returns false where the browser did not take it, and it goes with this page */
  set(name: string, value: string | undefined): boolean;
};

function browserPlatform(
  window: Window & typeof globalThis,
  leave = (url: string) => window.location.assign(url),
): Platform {
  const { location } = window;
  return {
    localStorage: valueStore(() => window.localStorage),
    sessionStorage: valueStore(() => window.sessionStorage),
    indexedDB: attempt(() => window.indexedDB),
    buckets: (window.navigator as { readonly storageBuckets?: StorageBuckets }).storageBuckets,
    locks: locksOf(window.navigator.locks),
    openChannel: (name) => attempt(() => new window.BroadcastChannel(name)),
    fetch: (...args) => window.fetch(...args),
    window,
    page: {
      get origin() {
        return location.origin;
      },
      get pathname() {
        return location.pathname;
      },
      get search() {
        return location.search;
      },
      get hash() {
        return location.hash;
      },
      assign: leave,
      reload: () => location.reload(),
    },
    now: () => Date.now(),
  };
}

export const currentPlatform = (leave?: (url: string) => void): Platform =>
  browserPlatform(window as Window & typeof globalThis, leave);

/** Keeps values in memory where the browser refuses them, so that the visit of one page still works. */
export function valueStore(storage: () => Storage): ValueStore {
  const memory = new Map<string, string>();
  return {
    get: (name) => attempt(() => storage().getItem(name)) ?? memory.get(name),
    set(name, value) {
      memory.delete(name);
      try {
        if (value === undefined) storage().removeItem(name);
        else storage().setItem(name, value);
        return true;
      } catch {
        if (value !== undefined) memory.set(name, value);
        return false;
      }
    },
  };
}

/** Web Locks, or turns within this tab where the browser has none or refuses them. */
function locksOf(locks: LockManager | undefined): Locks {
  const ofOnePage = locksOfOnePage();
  if (!locks) return ofOnePage;
  return {
    async request(name, work, waitMs) {
      let outcome: ReturnType<typeof work> | undefined;
      try {
        const options = { signal: AbortSignal.timeout(waitMs) };
        return await locks.request(name, options, () => (outcome = work()));
      } catch (error) {
        if (outcome || (error as Error).name === 'TimeoutError') throw error;
        return ofOnePage.request(name, work, waitMs);
      }
    },
  };
}

/** For pages without Web Locks (plain http on a host other than localhost): in turn within this tab. */
function locksOfOnePage(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  return {
    request(name, work) {
      const turn = (tails.get(name) ?? Promise.resolve()).then(work, work);
      tails.set(name, turn);
      return turn;
    },
  };
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
