import type { CDPSession, Page } from '@playwright/test';

/** One request on the wire; redirects and CORS preflights are requests of their own. */
export type WireRequest = {
  readonly url: string;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  /** When the next request could know of it: a document's headers, anything else's last byte. */
  end?: number;
  /** Bytes as transferred, headers included. */
  bytes: number;
};

/** Long against a local answer: what starts beside a request starts well before that one ends. */
const ROUND_TRIP_MS = 150;

/** Records the requests of a page's next load, with a round trip that makes rounds tell apart. */
export async function recordRequests(page: Page): Promise<Recording> {
  const cdp = await page.context().newCDPSession(page);
  const recording = new Recording(cdp);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return recording;
}

export class Recording {
  readonly requests: WireRequest[] = [];
  readonly #open = new Map<string, WireRequest & { readonly clock: number }>();

  constructor(cdp: CDPSession) {
    cdp.on('Network.requestWillBeSent', (event) => {
      const { requestId, redirectResponse, timestamp, wallTime, type = 'Other' } = event;
      // A redirect's answer is told together with the request that follows it.
      if (redirectResponse) this.#close(requestId, timestamp, redirectResponse.encodedDataLength);
      if (!/^https?:/.test(event.request.url)) return;
      const request = {
        url: event.request.url,
        type,
        start: wallTime * 1000,
        clock: timestamp,
        bytes: 0,
      };
      this.requests.push(request);
      this.#open.set(requestId, request);
    });
    cdp.on('Network.responseReceived', ({ requestId, type, timestamp }) => {
      if (type === 'Document') this.#end(requestId, timestamp);
    });
    cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
      this.#close(requestId, timestamp, encodedDataLength),
    );
    cdp.on('Network.loadingFailed', ({ requestId, timestamp }) =>
      this.#close(requestId, timestamp, 0),
    );
    cdp.on('Network.requestServedFromCache', ({ requestId }) => {
      const request = this.#open.get(requestId);
      if (request) this.requests.splice(this.requests.indexOf(request), 1);
    });
  }

  #end(requestId: string, timestamp: number): void {
    const request = this.#open.get(requestId);
    if (request) request.end ??= request.start + (timestamp - request.clock) * 1000;
  }

  #close(requestId: string, timestamp: number, bytes: number): void {
    this.#end(requestId, timestamp);
    const request = this.#open.get(requestId);
    if (request) request.bytes = bytes;
    this.#open.delete(requestId);
  }
}

/** When a request began, and when the next could know of it. */
type Span = { readonly start: number; readonly end?: number | undefined };

/** The longest chain of requests in which each starts after the one before has ended. */
export function longestChain<T extends Span>(requests: readonly T[]): T[] {
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
