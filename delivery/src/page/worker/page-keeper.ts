import type { KeepPage } from '@portal/shared-contract/worker';
import { type FileOfPage, filesOf, pageDataIn } from './files-of-page.ts';
import type { KeptCache } from './kept-cache.ts';

/** Under which the one page is kept, and its headers. No address of the portal has the same. */
const PAGE = '/.kept/page';
const HEADERS = '/.kept/headers';
/** Of the page's answer, what it must be shown with. */
const KEPT_HEADERS = [
  'content-type',
  'content-security-policy',
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
};

type Message = {
  readonly data: unknown;
  readonly ports?: readonly Pick<MessagePort, 'postMessage'>[];
};

export type PageKeeper = {
  /** Does what a page asks for by a message, and answers it. */
  handle(message: Message): Promise<void>;
  /** The kept page, marked as such; undefined where there is none, or where its bytes have changed. */
  page(): Promise<Response | undefined>;
  /** Whether something of a part is at this address. */
  isFile(url: string): boolean;
};

/**
 * Keeps one page with the files that it names, in place of those before. Pages are the same at every address
 * but for their first view, so that one is enough.
 */
export function createPageKeeper({ cache, fetch, origin }: Parts): PageKeeper {
  let last: Promise<unknown> = Promise.resolve();
  const at = (path: string) => new URL(path, origin).href;

  async function keep({ path, loaded }: KeepPage): Promise<void> {
    const address = at(path);
    const answer = await fetch(address, { headers: { accept: 'text/html' }, cache: 'no-cache' });
    // An older page is better than none, and one that is for this visit alone is not to be kept. While the
    // home is switched off its page comes with 404, and says so.
    if (answer.status >= 500 || /no-store/.test(answer.headers.get('cache-control') ?? '')) return;
    const body = await answer.arrayBuffer();
    const headers = KEPT_HEADERS.flatMap((name): [string, string][] => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    const known = new Set([...loaded, ...(await cache.addresses())]);
    const files = await filesOf(pageDataIn(new TextDecoder().decode(body)), address, {
      readList,
      wasLoaded: (url) => known.has(url),
    });
    await Promise.all(files.map(keepFile));
    await cache.put(at(HEADERS), bytesOf(JSON.stringify(headers)), 'application/json');
    await cache.put(at(PAGE), body, 'text/html');
    await cache.keepOnly([at(PAGE), at(HEADERS), ...files.map(({ address: url }) => url)]);
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

  return {
    handle({ data, ports }) {
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
    },
    async page() {
      const [page, headers] = await Promise.all([cache.take(at(PAGE)), cache.take(at(HEADERS))]);
      if (!page || !headers) return undefined;
      return new Response(asKept(await page.text()), { headers: await headers.json() });
    },
    isFile: (url) => FILE.test(url),
  };
}

/** A file of a release: ten digits of its content's hash are in its name. */
const FILE = /\.[0-9a-f]{10}\.[a-z]+$/;

/** The mark by which the page knows that it was not loaded from the network. */
const asKept = (html: string): string =>
  html.replace('<html lang="ja"', '<html lang="ja" data-kept');

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
