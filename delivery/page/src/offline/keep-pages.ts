import type { Bundle, HashedFile, PageData, PartList } from '@portal/shared-contract';
import { localeOfTexts, scriptOfTexts } from '@portal/shared-contract/script-texts';
import { KEPT_ROUTES, type KeepPage } from '@portal/shared-contract/worker';
import { barePath } from '@portal/shared-i18n/locale-path';
import { remoteFor } from '@portal/shared-routing/route-match';
import type { KeptCache } from './kept-cache.ts';

/** Before the path of a kept page. No address of the portal has the same. */
export const PAGE = '/.kept/page';
/** How many pages the service worker keeps, of the screens that this device has opened last. */
const KEPT_PAGES = 4;
export const KEPT_AT = 'x-portal-kept-at';
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

export type KeepParts = {
  readonly cache: KeptCache;
  readonly fetch: typeof globalThis.fetch;
  readonly origin: string;
  readonly now: () => number;
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

/**
 * Keeps the pages of a few screens with the files that they name, in place of those before.
 * @returns the addresses of all that is kept then; undefined where the page is not to be kept, and nothing has changed
 * @throws Error where a file does not come, or not as its hash says
 */
export async function keepPages(
  { cache, fetch, origin, now }: KeepParts,
  { path, loaded }: Pick<KeepPage, 'path' | 'loaded'>,
): Promise<readonly string[] | undefined> {
  const at = (address: string) => new URL(address, origin).href;

  const wanted = await livePage(path);
  if (!wanted) return undefined;
  const had = await cache.addresses();
  const others = keptPathsIn(had, origin)
    .filter((one) => one !== path)
    .slice(1 - KEPT_PAGES);
  const { token } = wanted.data;
  const found = await Promise.all(others.map((one) => keptOrLive(one, token)));
  const pages = [...found.filter((page) => page !== undefined), wanted];
  const loadedOnce = new Set([...loaded, ...had]);
  const reads = { readParts, wasLoaded: (url: string) => loadedOnce.has(url) };
  const files = (
    await Promise.all(pages.map(({ data, path: one }) => filesOf(data, at(one), reads)))
  ).flat();
  await Promise.all(files.map(keepFile));
  for (const { path: one, fresh } of pages) {
    if (fresh) await cache.put(at(PAGE + one), fresh.body, fresh.headers);
  }
  const known = [
    ...pages.map(({ path: one }) => at(PAGE + one)),
    ...files.map(({ address }) => address),
  ];
  await cache.keepOnly(known);
  return known;

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

  async function readParts(file: FileOfPage): Promise<PartList> {
    await keepFile(file);
    const kept = await cache.file(file.address);
    if (!kept) throw new Error(`Not kept: ${file.address}`);
    return kept.json();
  }

  async function keepFile({ address, integrity }: FileOfPage): Promise<void> {
    if (await cache.hasFile(address, integrity)) return;
    const answer = await fetch(address, { integrity, credentials: 'same-origin', mode: 'cors' });
    if (!answer.ok) throw new Error(`Answered ${answer.status}: ${address}`);
    await cache.putFile(address, answer);
  }
}

export const keptPathsIn = (addresses: readonly string[], origin: string): string[] =>
  addresses
    .filter((address) => address.startsWith(origin + PAGE))
    .map((address) => address.slice((origin + PAGE).length));

/**
 * The whole page, with its policy, as the portal shows it here. While the home is switched off its page comes with 404,
 * and says so. In place of any other answer an older page is better, and one with `no-store` is for this visit alone.
 */
const isToBeKept = ({ status, redirected, headers }: Response): boolean =>
  (status === 200 || status === 404) &&
  !redirected &&
  headers.has(POLICY) &&
  !/no-store/.test(headers.get('cache-control') ?? '');

/** Marks the page as kept, and takes preloads out, which Chromium does not use before the worker is known. */
const asKept = (html: string): string =>
  html
    .replace('<html lang="ja"', '<html lang="ja" data-kept')
    .replace(/<link rel="preload"[^>]*>/g, '');

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

type FileOfPage = { readonly address: string; readonly integrity: string };

/** The data in a composed page. @throws Error for anything else */
function pageDataIn(html: string): PageData {
  const found = /<script type="application\/json" id="portal-data">(.*?)<\/script>/s.exec(html);
  if (!found?.[1]) throw new Error('This is no page of the portal.');
  return JSON.parse(found[1]) as PageData;
}

type Reads = {
  /** Reads what the page itself does not have of its parts. */
  readonly readParts: (file: FileOfPage) => Promise<PartList>;
  /** Whether a file that is not needed by the beginning of a visit was loaded on this device. */
  readonly wasLoaded: (address: string) => boolean;
};

/**
 * The files with which the screens of a page's own part open without a connection: its bundles, all of that part, and of
 * the shell those with which visits begin, in both languages, what the home and a pass need, and what this
 * device has loaded of it.
 */
async function filesOf(
  { shell, remotes, areas, partList, bundles }: PageData,
  address: string,
  { readParts, wasLoaded }: Reads,
): Promise<readonly FileOfPage[]> {
  const absolute = (url: string) => new URL(url, address).href;
  const fileAt = ({ file, integrity }: HashedFile): FileOfPage => ({
    address: absolute(file),
    integrity,
  });
  const filesIn = (base: string, files: Readonly<Record<string, string>> = {}): FileOfPage[] =>
    Object.entries(files).map(([name, integrity]) => fileAt({ file: base + name, integrity }));
  const list = partList && (await readParts(fileAt(partList)));
  const name = remoteFor(areas, barePath(new URL(address).pathname)) ?? '';
  const owner = remotes[name];
  const joined: readonly Bundle[] = Object.values(bundles ?? {});
  const bundled = new Set(joined.flatMap(({ holds }) => holds.map(absolute)));
  const needed = new Set([
    ...filesIn(shell.base, shell.files).map((file) => file.address),
    ...KEPT_ROUTES.flatMap((path) => owner?.routes[path]?.shellFiles ?? []).map((file) =>
      absolute(shell.base + file),
    ),
  ]);
  const ofShell = filesIn(shell.base, { ...list?.shell, ...shell.files }).filter(
    ({ address: url }) => {
      const script = scriptOfTexts(url);
      const isText = localeOfTexts(url) !== undefined;
      return needed.has(script) || wasLoaded(script) || (isText && bundled.has(script));
    },
  );
  return [
    ...ofShell,
    ...(owner ? filesIn(owner.base, { ...list?.remotes[name]?.files, ...owner.files }) : []),
    ...[...joined, ...(partList ? [partList] : [])].map(fileAt),
  ];
}
