import { differsFromPage, fetchLatest } from '@portal/shared-contract/latest-releases';
import type { KeepPage } from '@portal/shared-contract/worker';
import { type FileOfPage, filesOf, pageDataIn } from './files-of-page.ts';
import type { KeptCache } from './kept-cache.ts';

/** Under which the one page is kept, and what belongs to it. No address of the portal has the same. */
const PAGE = '/.kept/page';
const RECORD = '/.kept/record';
/** As long as the passes for which it is kept: what was live then may be switched off since. */
export const KEPT_FOR_MS = 2 * 24 * 60 * 60 * 1000;
/** How long the releases that are live may take to be named before a kept page shows. */
const LATEST_LIMIT_MS = 1_000;
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

type KeptRecord = {
  readonly path: string;
  readonly keptAt: number;
  readonly headers: readonly [string, string][];
};

type Message = {
  readonly data: unknown;
  readonly ports?: readonly Pick<MessagePort, 'postMessage'>[];
};

export type PageKeeper = {
  /** Does what a page asks for by a message, and answers it. */
  handle(message: Message): Promise<void>;
  /**
   * The kept page, marked as such; undefined where there is none, where its bytes have changed, where it is too
   * old, and where the portal says that other releases are live.
   */
  page(): Promise<Response | undefined>;
  /** Keeps what is live now in place of the page that is kept. */
  refresh(): Promise<void>;
  /** Whether something of a part is at this address. */
  isFile(url: string): boolean;
};

/**
 * Keeps one page with the files that it names, in place of those before. Pages are the same at every address
 * but for their first view, so that one is enough.
 */
export function createPageKeeper({ cache, fetch, origin, now }: Parts): PageKeeper {
  let last: Promise<unknown> = Promise.resolve();
  const at = (path: string) => new URL(path, origin).href;

  async function keep({ path, loaded }: KeepPage): Promise<void> {
    const address = at(path);
    const answer = await fetch(address, { headers: { accept: 'text/html' }, cache: 'no-cache' });
    if (!isToBeKept(answer)) return;
    const body = await answer.arrayBuffer();
    const headers = KEPT_HEADERS.flatMap((name): KeptRecord['headers'] => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    const known = new Set([...loaded, ...(await cache.addresses())]);
    const files = await filesOf(pageDataIn(new TextDecoder().decode(body)), address, {
      readList,
      wasLoaded: (url) => known.has(url),
    });
    await Promise.all(files.map(keepFile));
    const record: KeptRecord = { path, keptAt: now(), headers };
    await cache.put(at(RECORD), bytesOf(JSON.stringify(record)), 'application/json');
    await cache.put(at(PAGE), body, 'text/html');
    await cache.keepOnly([at(PAGE), at(RECORD), ...files.map(({ address: url }) => url)]);
  }

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
    await cache.put(address, await answer.arrayBuffer(), type, integrity);
  }

  const keptRecord = async (): Promise<KeptRecord | undefined> =>
    (await cache.take(at(RECORD)))?.json();

  /** Unless the portal answers otherwise: without a connection nobody can know. */
  async function isLive(html: string): Promise<boolean> {
    const signal = AbortSignal.timeout(LATEST_LIMIT_MS);
    const latest = await fetchLatest((path, init) =>
      fetch(new URL(String(path), origin), { ...init, signal }),
    );
    return latest === undefined || !differsFromPage(latest, pageDataIn(html));
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
    async page() {
      const [page, record] = await Promise.all([cache.take(at(PAGE)), keptRecord()]);
      if (!page || !record || Math.abs(now() - record.keptAt) > KEPT_FOR_MS) return undefined;
      const html = await page.text();
      if (!(await isLive(html))) return undefined;
      return new Response(asKept(html), { headers: [...record.headers] });
    },
    async refresh() {
      const record = await keptRecord();
      if (record) await handle({ data: { type: 'keep', path: record.path, loaded: [] } });
    },
    isFile: (url) => FILE.test(url),
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

/** A file of a release: ten digits of its content's hash are in its name. */
const FILE = /\.[0-9a-f]{10}\.[a-z]+$/;

/** The mark by which the page knows that it was not loaded from the network. */
const asKept = (html: string): string =>
  html.replace('<html lang="ja"', '<html lang="ja" data-kept');

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
