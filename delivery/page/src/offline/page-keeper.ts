import type { PageData } from '@portal/shared-contract';
import type { KeepPage } from '@portal/shared-contract/worker';
import { type FileOfPage, filesOf, pageDataIn } from './files-of-page.ts';
import type { KeptCache } from './kept-cache.ts';

/** Before the path of a kept page. No address of the portal has the same. */
const PAGE = '/.kept/page';
/** So many of the screens that this device has opened last. */
export const KEPT_PAGES = 4;
/** As long as the passes for which they are kept: what was live then may be switched off since. */
export const KEPT_FOR_MS = 2 * 24 * 60 * 60 * 1000;
/** When a page was kept, in ms since 1970. */
const KEPT_AT = 'x-portal-kept-at';
const POLICY = 'content-security-policy';
/** Of the page's answer, what it must be shown with. */
const KEPT_HEADERS = [
  'content-type',
  POLICY,
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
];

type Parts = {
  readonly cache: KeptCache;
  readonly fetch: typeof globalThis.fetch;
  /** Of the portal. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};

type Message = {
  readonly data: unknown;
  readonly ports?: readonly Pick<MessagePort, 'postMessage'>[];
};

/** A page at its path, with what has come anew of it. */
type Page = {
  readonly path: string;
  readonly data: PageData;
  readonly fresh?: {
    readonly body: ArrayBuffer;
    readonly headers: Readonly<Record<string, string>>;
  };
};

export type PageKeeper = {
  /** Does what a page asks for by a message, and answers it. */
  handle(message: Message): Promise<void>;
  /**
   * The kept page for a path, or the one above it, marked as kept. Undefined where there is none, where its bytes have
   * changed and where it is too old.
   */
  page(path: string): Promise<Response | undefined>;
  /** The same for a path, or else that of any screen: pages differ by their first view and by the remote that they name. */
  anyPage(path: string): Promise<Response | undefined>;
  /** Whether a file is known to be kept: of the kept pages, once one of them was given out or kept. */
  hasFile(url: string): boolean;
};

/** Keeps the pages of a few screens with the files that they name, in place of those before. */
export function createPageKeeper({ cache, fetch, origin, now }: Parts): PageKeeper {
  let last: Promise<unknown> = Promise.resolve();
  let known: readonly string[] = [];
  const at = (path: string) => new URL(path, origin).href;

  async function keep({ path, loaded }: KeepPage): Promise<void> {
    const wanted = await livePage(path);
    if (!wanted) return;
    const others = (await keptPaths()).filter((one) => one !== path).slice(1 - KEPT_PAGES);
    const { token } = wanted.data;
    const found = await Promise.all(others.map((one) => keptOrLive(one, token)));
    const pages = [...found.filter((page) => page !== undefined), wanted];
    const had = new Set([...loaded, ...(await addresses())]);
    const reads = { readList, wasLoaded: (url: string) => had.has(url) };
    const files = (
      await Promise.all(pages.map(({ data, path: one }) => filesOf(data, at(one), reads)))
    ).flat();
    await Promise.all(files.map(keepFile));
    for (const { path: one, fresh } of pages) {
      if (fresh) await cache.put(at(PAGE + one), fresh.body, fresh.headers);
    }
    known = [
      ...pages.map(({ path: one }) => at(PAGE + one)),
      ...files.map(({ address }) => address),
    ];
    await cache.keepOnly(known);
  }

  /** A page as the portal has it now; undefined for one that is not to be kept. */
  async function livePage(path: string): Promise<Page | undefined> {
    const answer = await fetch(at(path), { headers: { accept: 'text/html' }, cache: 'no-cache' });
    if (!isToBeKept(answer)) return undefined;
    const html = await answer.text();
    const headers = Object.fromEntries(
      [
        ...KEPT_HEADERS.map((name) => [name, answer.headers.get(name)] as const),
        [KEPT_AT, String(now())] as const,
      ].filter(([, value]) => value !== null),
    ) as Record<string, string>;
    return { path, data: pageDataIn(html), fresh: { body: bytesOf(asKept(html)), headers } };
  }

  /** Another page as it is kept, or anew where it is of other releases. */
  async function keptOrLive(path: string, token: PageData['token']): Promise<Page | undefined> {
    const html = await (await cache.take(at(PAGE + path)))?.text();
    const data = html === undefined ? undefined : pageDataIn(html);
    return data && data.token === token ? { path, data } : livePage(path);
  }

  async function addresses(): Promise<readonly string[]> {
    known = await cache.addresses();
    return known;
  }

  const keptPaths = async (): Promise<string[]> =>
    (await addresses())
      .filter((address) => address.startsWith(at(PAGE)))
      .map((address) => address.slice(at(PAGE).length));

  /** A list of hashes, kept as the file that it is. */
  async function readList(file: FileOfPage): Promise<Record<string, string>> {
    await keepFile(file);
    return (await cache.take(file.address))?.json() ?? {};
  }

  async function keepFile({ address, integrity }: FileOfPage): Promise<void> {
    if ((await cache.hashOf(address)) === integrity) return;
    const answer = await fetch(address, { integrity, credentials: 'same-origin', mode: 'cors' });
    if (!answer.ok) throw new Error(`Answered ${answer.status}: ${address}`);
    const type = answer.headers.get('content-type') ?? '';
    await cache.put(address, await answer.arrayBuffer(), { 'content-type': type }, integrity);
  }

  async function takePage(path: string): Promise<Response | undefined> {
    const page = await cache.take(at(PAGE + path));
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

/**
 * The whole page, with its policy, as the portal shows it here. While the home is switched off its page comes
 * with 404, and says so. In place of any other answer an older page is better, and one with `no-store` is for
 * this visit alone.
 */
const isToBeKept = ({ status, redirected, headers }: Response): boolean =>
  (status === 200 || status === 404) &&
  !redirected &&
  headers.has(POLICY) &&
  !/no-store/.test(headers.get('cache-control') ?? '');

/** The mark by which the page knows that it was not loaded from the network. */
const asKept = (html: string): string =>
  html.replace('<html lang="ja"', '<html lang="ja" data-kept');

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
