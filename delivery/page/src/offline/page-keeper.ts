import type { KeepPage } from '@portal/shared-contract/worker';
import { KEPT_AT, type KeepParts, keepPages, keptPathsIn, PAGE } from './keep-pages.ts';

/** As long as the passes for which they are kept: what was live then may be switched off since. */
export const KEPT_FOR_MS = 2 * 24 * 60 * 60 * 1000;

type Message = {
  readonly data: unknown;
  readonly ports?: readonly Pick<MessagePort, 'postMessage'>[];
};

export type PageKeeper = {
  /** Does what a page asks for by a message, and answers it. */
  handle(message: Message): Promise<void>;
  /** The kept page for a path, or the one above it; undefined for none, changed bytes and one that is too old. */
  page(path: string): Promise<Response | undefined>;
  /** The same for a path, or else that of any screen: pages differ by their first view and by the remote that they name. */
  anyPage(path: string): Promise<Response | undefined>;
  /** Whether a file is known to be kept: of the kept pages, once one of them was given out or kept. */
  hasFile(url: string): boolean;
};

export function createPageKeeper(parts: KeepParts): PageKeeper {
  const { cache, origin, now } = parts;
  let last: Promise<unknown> = Promise.resolve();
  let known: readonly string[] = [];
  const pageAt = (path: string) => new URL(PAGE + path, origin).href;

  async function keep(message: KeepPage): Promise<void> {
    known = (await keepPages(parts, message)) ?? known;
  }

  async function keptPaths(): Promise<string[]> {
    known = await cache.addresses();
    return keptPathsIn(known, origin);
  }

  async function takePage(path: string): Promise<Response | undefined> {
    const page = await cache.take(pageAt(path));
    const age = now() - Number(page?.headers.get(KEPT_AT));
    return Math.abs(age) <= KEPT_FOR_MS ? page : undefined;
  }

  async function page(path: string): Promise<Response | undefined> {
    const [own, paths] = await Promise.all([takePage(path), keptPaths()]);
    const above = paths.find((one) => path.startsWith(`${one}/`));
    return own ?? (above === undefined ? undefined : takePage(above));
  }

  function handle({ data, ports }: Message): Promise<void> {
    const message = data as KeepPage;
    if (message.type !== 'keep') return Promise.resolve();
    // One after the other: two tabs may ask at once.
    last = last
      .then(() => keep(message))
      .then(
        () => ports?.[0]?.postMessage('kept'),
        (error: unknown) => ports?.[0]?.postMessage(String(error)),
      );
    return last.then(() => undefined);
  }

  return {
    handle,
    page,
    async anyPage(path) {
      const last = (await keptPaths()).at(-1);
      return (await page(path)) ?? (last === undefined ? undefined : takePage(last));
    },
    hasFile: (url) => known.includes(url),
  };
}
