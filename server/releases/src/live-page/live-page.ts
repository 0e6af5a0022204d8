import { fallbacksEndAt } from '@portal/delivery-model/canary';
import type { Entry } from '@portal/delivery-model/log/entry';
import type { ComposedPage } from '@portal/delivery-model/page/compose';
import { composeAside, packAside } from '@portal/delivery-model/page/compose-aside';
import {
  type PackedFiles,
  type ServedPage,
  servedComposed,
} from '@portal/delivery-model/page/served-page';
import type { ReleaseContext } from '../context.ts';
import type { ReleaseDocuments } from '../log/documents.ts';
import { lastEntry, RELEASE_CHANNEL } from '../log/history.ts';
import type { EarlierFiles } from './earlier-files.ts';

/** How often the last entry is read without a notification, which may be lost; a failed try is repeated then. */
const LOOK_AGAIN_MS = 5_000;

type LivePage = {
  readonly seq: number;
  readonly pages: readonly ComposedPage[];
  pageOf(slice: number): ServedPage | undefined;
};

export type LivePages = {
  current(): LivePage | undefined;
  /** The last entry, also while its page cannot be composed. */
  latest(): Entry | undefined;
  isBehind(): boolean;
  close(): Promise<void>;
};

type Context = Pick<ReleaseContext, 'db' | 'database' | 'log'>;

/**
 * Keeps the page of the last entry of the history in memory, for as long as the server runs. It is composed again when
 * a fallback in it is a day old. A page that cannot be composed does not replace the one before; the log says why.
 */
export async function keepLivePages(
  context: Context,
  documents: ReleaseDocuments,
  earlier: EarlierFiles,
  {
    lookAgainMs = LOOK_AGAIN_MS,
    now = Date.now,
  }: { readonly lookAgainMs?: number; readonly now?: () => number } = {},
): Promise<LivePages> {
  const { database, log } = context;
  let current: (LivePage & { readonly staleAt: number }) | undefined;
  let latest: Entry | undefined;
  let failed: { readonly seq: number | undefined; readonly message: string } | undefined;
  let running: Promise<void> | undefined;
  let isAsked = false;
  let isClosed = false;
  /** Of the page that is being composed or compressed. */
  let unwanted = new AbortController();

  async function look(): Promise<void> {
    let entry: Entry | undefined;
    try {
      entry = await lastEntry(context.db);
      const at = now();
      latest = entry;
      if (entry && (entry.seq !== current?.seq || at >= current.staleAt)) {
        const staleAt = fallbacksEndAt(entry.state, at);
        const replaced = current?.pages ?? [];
        current = { ...(await compose(entry, at)), staleAt };
        log.info({ seq: entry.seq }, 'composed the page');
        await earlier.keep([...replaced, ...current.pages], at);
      }
      failed = undefined;
    } catch (err) {
      const seq = entry?.seq;
      const message = String(err);
      // One line for each cause, however often it is tried.
      if (!isClosed && (failed?.seq !== seq || failed?.message !== message)) {
        const shown = current?.seq;
        log.error({ err, seq, shown }, 'could not compose the page');
      }
      failed = { seq, message };
    }
  }

  /** The page is there at once, compressed quickly; a moment later its files are as small as can be. */
  async function compose(entry: Entry, at: number): Promise<LivePage> {
    unwanted.abort();
    unwanted = new AbortController();
    const { signal } = unwanted;
    const options = { wanted: 'packed', seq: entry.seq, now: at, signal } as const;
    const variants = (await composeAside(entry.state, documents, options)) ?? [];
    const bySlice = new Map<number, ServedPage>();
    const serve = (packed: readonly (PackedFiles | undefined)[]) => {
      for (const [index, { page, slices }] of variants.entries()) {
        const served = servedComposed(page, packed[index]);
        for (const slice of slices) bySlice.set(slice, served);
      }
    };
    serve(variants.map(({ packed }) => packed));
    const pages = variants.map(({ page }) => page);
    // Without it, the page is there as well.
    if (pages.length > 0) packAside(pages, signal).then(serve, () => {});
    return { seq: entry.seq, pages, pageOf: (slice) => bySlice.get(slice) };
  }

  /** Looks once more after a look that is under way, since that may have read an older entry. */
  function ask(): void {
    isAsked = true;
    running ??= lookWhileAsked().finally(() => {
      running = undefined;
    });
  }
  async function lookWhileAsked(): Promise<void> {
    while (isAsked && !isClosed) {
      isAsked = false;
      await look();
    }
  }

  const stop = await database.listen(RELEASE_CHANNEL, ask, ask);
  const timer = setInterval(ask, lookAgainMs);
  timer.unref();
  ask();
  await running;

  return {
    current: () => current,
    latest: () => latest,
    isBehind: () => failed !== undefined,
    async close() {
      isClosed = true;
      clearInterval(timer);
      unwanted.abort();
      await running;
      // The connection may be gone already.
      await stop().catch(() => {});
    },
  };
}
