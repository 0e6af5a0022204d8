import type { KeptCache } from './kept-cache.ts';

/** Says in both languages that there is neither a connection nor a page that can be shown. */
const NO_PAGE = [
  '<!doctype html><html lang="ja"><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width,initial-scale=1">',
  '<meta name="color-scheme" content="light dark"><title>接続できません</title>',
  '<h1>接続できません</h1><p>インターネットの接続を確認して、もう一度お試しください。</p>',
  '<p><a href="">もう一度試す</a></p>',
  '<div lang="en"><h2>No connection</h2><p>Check your connection and try again.</p>',
  '<p><a href="">Try again</a></p></div></html>\n',
].join('');

type Navigation = {
  readonly network: () => Promise<Response>;
  /** The page that is kept for this address, if its bytes are still those that were. */
  readonly own: () => Promise<Response | undefined>;
  /** The same of any screen: a page shows every address, with more to load. */
  readonly any: () => Promise<Response | undefined>;
  /** The member has asked for it anew: then what is kept comes after the network. */
  readonly isReload: boolean;
  /** Resolves when the network has had its time: then the page of another screen takes its place. */
  readonly limit: () => Promise<unknown>;
};

/**
 * A page: the one that is kept for the address at once, with a connection and without; the page itself asks then whether it
 * is live. For another address and for a reload it is that of the network, and what is kept where that does not come.
 */
export async function answerNavigation({
  network,
  own,
  any,
  isReload,
  limit,
}: Navigation): Promise<Response> {
  // Whatever is wrong with what is kept, the portal works as without it.
  const page = isReload ? undefined : await own().catch(() => undefined);
  if (page) return page;
  const answered = network().catch(() => undefined);
  const first = await Promise.race([answered, limit().then(() => undefined)]);
  if (first && first.status < 500) return first;
  const instead = await any().catch(() => undefined);
  return instead ?? first ?? (await answered) ?? noPage();
}

const noPage = (): Response =>
  new Response(NO_PAGE, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
    },
  });

/** A file: the kept one, else the network's; the page asks past all caches for one that did not match its hash. */
export async function answerFile(
  request: Request,
  { cache, fetch }: { readonly cache: KeptCache; readonly fetch: typeof globalThis.fetch },
): Promise<Response> {
  if (request.cache === 'reload') await cache.remove(request.url).catch(() => undefined);
  return (await cache.file(request.url).catch(() => undefined)) ?? fetch(request);
}
