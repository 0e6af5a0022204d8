import type { StorageBuckets } from '../kept/kept-places.ts';
import type { Locks, Platform, ValueStore } from '../platform.ts';

/** What all tabs of one browser share, as far as jsdom and Node lack it or cannot be shared. */
export type SharedBrowser = {
  readonly indexedDB: IDBFactory;
  readonly buckets?: StorageBuckets;
  readonly locks: MemoryLocks;
  readonly localStorage: ReturnType<typeof laggingStorage>;
  readonly now: () => number;
};

/** Web Locks in memory; a tab that closes gives its locks back, whatever it was doing. */
export class MemoryLocks {
  /** A tab that hangs holds every lock: those who wait are told at once that they have waited for too long. */
  isHeld = false;
  readonly #tails = new Map<string, Promise<unknown>>();

  ofTab(): Locks & { close(): void } {
    let close = () => {};
    const closed = new Promise<never>((_resolve, reject) => {
      close = () => reject(new DOMException('The tab has been closed', 'AbortError'));
    });
    closed.catch(() => {});
    return {
      close,
      request: <T>(name: string, work: () => Promise<T>): Promise<T> => {
        if (this.isHeld) return Promise.reject(new DOMException('Held', 'TimeoutError'));
        const before = this.#tails.get(name) ?? Promise.resolve();
        const turn = before.then(() => Promise.race([work(), closed]));
        this.#tails.set(
          name,
          turn.catch(() => {}),
        );
        return turn;
      },
    };
  }
}

/** Local storage of browsers with a process for each tab: a tab sees its own writes at once and others' later. */
export function laggingStorage(turnsBehind: number) {
  const shared = new Map<string, string>();
  return {
    shared,
    ofTab(): ValueStore {
      const seen = new Map(shared);
      const put = (map: Map<string, string>, name: string, value: string | undefined) =>
        value === undefined ? map.delete(name) : map.set(name, value);
      const views = this.views;
      views.add(seen);
      return {
        get: (name) => seen.get(name),
        set(name, value) {
          put(seen, name, value);
          put(shared, name, value);
          for (const other of views) {
            if (other !== seen) later(turnsBehind, () => put(other, name, shared.get(name)));
          }
          return true;
        },
      };
    },
    views: new Set<Map<string, string>>(),
  };
}

function later(turns: number, work: () => void): void {
  if (turns <= 0) work();
  else setImmediate(() => later(turns - 1, work));
}

/** A tab: a platform of its own on the shared browser, and the addresses it has gone to. */
export function openTab(
  browser: SharedBrowser,
  { pathname = '/my-page', fetch = globalThis.fetch, isStorageFull }: Partial<TabOptions> = {},
): TestTab {
  const sessionValues = new Map<string, string>();
  const locks = browser.locks.ofTab();
  const visited: string[] = [];
  const tab = { reloads: 0 };
  const platform: Platform = {
    localStorage: browser.localStorage.ofTab(),
    sessionStorage: {
      get: (name) => sessionValues.get(name),
      set(name, value) {
        if (value === undefined) return sessionValues.delete(name);
        return !isStorageFull && sessionValues.set(name, value) !== undefined;
      },
    },
    indexedDB: browser.indexedDB,
    buckets: browser.buckets,
    locks,
    openChannel: (name) => new BroadcastChannel(name),
    fetch,
    window,
    page: {
      origin: window.location.origin,
      pathname,
      search: '',
      hash: '',
      assign: (url) => visited.push(url),
      reload: () => {
        tab.reloads += 1;
      },
    },
    now: browser.now,
  };
  return Object.assign(tab, { platform, visited, sessionValues, close: () => locks.close() });
}

export type TabOptions = {
  readonly pathname: string;
  readonly fetch: typeof globalThis.fetch;
  /** Its session storage takes nothing more. */
  readonly isStorageFull: boolean;
};

export type TestTab = {
  readonly platform: Platform;
  /** Where `location.assign` has sent the tab, in order. */
  readonly visited: string[];
  readonly sessionValues: Map<string, string>;
  reloads: number;
  /** Closes the tab: the locks it holds are free. */
  close(): void;
};
