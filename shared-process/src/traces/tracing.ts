import type { TrustedProxies } from '../trusted-proxies.ts';

/** What the rest of a process knows of its traces. Nothing of OpenTelemetry is loaded before a collector is configured. */
export type Tracing = {
  handler<Request extends TracedRequest, Response extends TracedResponse>(
    listener: string,
    proxies: TrustedProxies,
    handler: Handler<Request, Response>,
  ): Handler<Request, Response>;
  noteAnswer(answer: NotedAnswer): void;
  noteStream(): void;
  job<T>(name: string, work: () => Promise<T>): Promise<T>;
  query<T>(statement: string, work: () => Promise<T>): Promise<T>;
  traceId(): string | undefined;
  close(): Promise<void>;
};

/** What a trace reads of a request. */
export type TracedRequest = {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly socket: { readonly remoteAddress?: string | undefined };
};
/** What a trace reads of an answer. */
export type TracedResponse = {
  readonly headersSent: boolean;
  readonly statusCode: number;
  once(event: 'close', listener: () => void): unknown;
};
export type Handler<Request, Response> = (request: Request, response: Response) => void;

/** What is known of a request once its route is. */
export type NotedAnswer = {
  readonly method: string | undefined;
  /** The pattern of the route, never the address itself; undefined if there is none. */
  readonly route: string | undefined;
  readonly requestId: string;
};

/** What became of spans: the collector has them; or they were dropped, because it did not take them or too many waited for it. */
export type SpanOutcome = 'sent' | 'dropped';

export type TraceOptions = {
  /** Origins of the portal’s own processes. Calls there carry the trace (W3C Trace Context), and no others do. */
  readonly own: readonly string[];
  readonly onSpans?: (outcome: SpanOutcome, count: number) => void;
};
