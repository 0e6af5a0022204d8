import type { Session } from '../devtools.ts';

/** One request as the network saw it; a redirect is a hop of its own. Times in ms of one clock. */
export type Hop = {
  readonly url: string;
  readonly kind: 'html' | 'js' | 'css' | 'api' | 'preflight' | 'other';
  readonly frame: string;
  readonly start: number;
  /** Headers arrived. */
  head?: number;
  /** Last byte arrived. */
  end?: number;
  bytes: number;
  cached: boolean;
  failed: boolean;
};

/** Adds a page's or worker's requests to `hops`. @param frame the page's own, which a worker's requests answer to */
export async function networkLog(session: Session, hops: Hop[], frame = ''): Promise<void> {
  const current = new Map<string, Hop>();
  session.on('Network.requestWillBeSent', (event) => {
    if (!/^https?:/.test(event.request.url)) return;
    const before = current.get(event.requestId);
    if (before && event.redirectResponse) {
      before.head = before.end = event.timestamp * 1000;
      before.bytes = event.redirectResponse.encodedDataLength;
    }
    const hop: Hop = {
      url: event.request.url,
      kind: kindOf(event.type, event.request.url),
      frame: event.frameId ?? frame,
      start: event.timestamp * 1000,
      bytes: 0,
      cached: false,
      failed: false,
    };
    hops.push(hop);
    current.set(event.requestId, hop);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const hop = current.get(requestId);
    if (hop) hop.cached = true;
  });
  session.on('Network.responseReceived', ({ requestId, timestamp, response }) => {
    const hop = current.get(requestId);
    if (!hop) return;
    hop.head = timestamp * 1000;
    // What a worker answers is on its own log where it comes from the network.
    hop.cached ||= Boolean(response.fromDiskCache || response.fromServiceWorker);
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const hop = current.get(requestId);
    if (!hop) return;
    hop.end = timestamp * 1000;
    hop.bytes = hop.cached ? 0 : encodedDataLength;
  });
  session.on('Network.loadingFailed', ({ requestId, timestamp }) => {
    const hop = current.get(requestId);
    if (!hop) return;
    hop.end = timestamp * 1000;
    hop.failed = true;
  });
  await session.send('Network.enable');
}

/** Which requests a screen may have waited for. */
type Waiting = {
  readonly mainFrame: string;
  /** When the screen stood, on the clock of the requests. */
  readonly until: number;
  /** Addresses that are fetched beside the screen. */
  readonly beside: ReadonlySet<string>;
};

/** The list of parts (docs/decisions/0003-how-a-page-starts.md). */
const PART_LIST = /\/app\/parts\.\w+\.json$/;

/**
 * The longest chain of requests in which each starts after the one before has ended, among those of
 * the page's own frame that ended before the screen stood.
 *
 * A document counts as ended with its headers (its body is read as it comes), all else with its last
 * byte. It is an upper bound: two requests may follow one another by chance. What the screen never waits
 * for is left out: the frame of the silent check, what is fetched beside the screen, and the list of parts
 * where no file of a part is fetched after it.
 */
export function serialRounds(
  hops: readonly Hop[],
  { mainFrame, until, beside }: Waiting,
): readonly Hop[] {
  const counted = hops
    .filter(({ frame, cached, failed }) => frame === mainFrame && !cached && !failed)
    // Nothing waits for pictures, icons and the manifest of the app.
    .filter(({ url, kind }) => kind !== 'other' && !beside.has(url))
    .map((hop) => ({ hop, start: hop.start, end: hop.kind === 'html' ? hop.head : hop.end }))
    .filter(({ end }) => end !== undefined && end <= until);
  const awaited = counted.filter(({ hop, end = 0 }) => {
    const isOfPart = ({ url }: Hop) => url.includes('/remotes/');
    return (
      !PART_LIST.test(hop.url) || counted.some((other) => isOfPart(other.hop) && other.start >= end)
    );
  });
  return longestChain(awaited).map(({ hop }) => hop);
}

function kindOf(type: string | undefined, url: string): Hop['kind'] {
  if (type === 'Document') return 'html';
  if (type === 'Preflight') return 'preflight';
  if (type === 'Fetch' || type === 'XHR' || type === 'EventSource') return 'api';
  const { pathname } = new URL(url);
  if (pathname.endsWith('.js')) return 'js';
  if (pathname.endsWith('.css')) return 'css';
  return 'other';
}

/** When a request began, and when the next could know of it. */
type Span = { readonly start: number; readonly end?: number | undefined };

/** The longest chain of requests in which each starts after the one before has ended. */
function longestChain<T extends Span>(requests: readonly T[]): T[] {
  const ordered = [...requests].sort((a, b) => a.start - b.start);
  const chains: T[][] = [];
  for (const request of ordered) {
    const before = chains.filter((chain) => {
      const end = chain.at(-1)?.end;
      return end !== undefined && end <= request.start;
    });
    chains.push([...longest(before), request]);
  }
  return longest(chains);
}

const longest = <T>(chains: readonly T[][]): T[] =>
  chains.reduce<T[]>((a, b) => (b.length > a.length ? b : a), []);
