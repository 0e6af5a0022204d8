import type { KeptCache } from './kept-cache.ts';
import { NO_PAGE } from './no-page.ts';

/** A page that is live shows if the network answers within this time. */
export const NETWORK_LIMIT_MS = 2_000;

type Navigation = {
  /** What the network answers. */
  readonly network: Promise<Response>;
  /** The page that is kept, if its bytes are still those that were. */
  readonly kept: () => Promise<Response | undefined>;
  /** Resolves when the network has had its time. */
  readonly limit: Promise<unknown>;
};

/**
 * A page: of the network, if it answers in time. The kept one takes its place where there is no connection,
 * where it is too slow, and where all servers are down.
 */
export async function answerNavigation({
  network,
  kept,
  limit,
}: Navigation): Promise<{ readonly isKept: boolean; readonly response: Response }> {
  const answered = network.catch(() => undefined);
  const first = await Promise.race([answered, limit.then(() => undefined)]);
  if (first && !isDown(first)) return { isKept: false, response: first };
  // Whatever is wrong with what is kept, the portal works as without it.
  const page = await kept().catch(() => undefined);
  if (page) return { isKept: true, response: page };
  const response = first ?? (await answered);
  return { isKept: false, response: response ?? noPage() };
}

const isDown = ({ status }: Response): boolean => status >= 500;

const noPage = (): Response =>
  new Response(NO_PAGE, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
    },
  });

/** A file: the kept one if its bytes are still right, else the network's. */
export async function answerFile(
  request: Request,
  { cache, fetch }: { readonly cache: KeptCache; readonly fetch: typeof globalThis.fetch },
): Promise<Response> {
  return (await cache.take(request.url).catch(() => undefined)) ?? fetch(request);
}
