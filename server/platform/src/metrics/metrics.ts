import type { IncomingMessage, RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { SpanOutcome } from '@portal/shared-process/traces/tracing';
import type { Logger } from 'pino';
import { type CollectFunction, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process, in which each part of the server registers its own. */
export const createMetrics = (): Registry => new Registry();

/** Answers `GET /metrics` in the text format of Prometheus. It has a port of its own, which members never reach. */
export function metricsHandler(registry: Registry, log: Logger): RequestListener {
  return (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (err) => {
        log.warn({ err }, 'metrics failed');
        response.writeHead(503).end();
      },
    );
  };
}

const READ_LIMIT_MS = 2_000;

export type Sample = readonly [labels: Record<string, string>, value: number];

/** Reads values when Prometheus asks; those that cannot be read are missing, and keep none of the others back. */
export function collectFrom(read: () => Promise<readonly Sample[]>): CollectFunction<Gauge> {
  return async function collect(this: Gauge) {
    const samples = await Promise.race([
      read().catch(() => undefined),
      pause(READ_LIMIT_MS, undefined, { ref: false }),
    ]);
    this.reset();
    // A series without labels is 0 after a reset.
    if (!samples) this.remove({});
    for (const [labels, value] of samples ?? []) this.set(labels, value);
  };
}

const OUTCOMES: readonly SpanOutcome[] = ['sent', 'dropped'];

/** Counts what became of the spans of this process. A process that traces nothing does not have this metric. */
export function countSpans(registry: Registry): (outcome: SpanOutcome, count: number) => void {
  const spans = new Counter({
    name: 'portal_trace_spans_total',
    help: 'Spans of this process that the collector has (sent), or that it did not take or were too many (dropped)',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of OUTCOMES) spans.inc({ outcome }, 0);
  return (outcome, count) => spans.inc({ outcome }, count);
}

/** Seconds; sign-ins hash a password, and uploads take as long as their line. */
const RANGES_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

type Method = Pick<IncomingMessage, 'method'>;

type RequestMetrics = {
  readonly measured: (listener: string, handler: RequestListener) => RequestListener;
  /** Counts what a listener has answered before its handler, in no time that could be measured. */
  readonly refused: (listener: string) => (request: Method, status: number) => void;
};

/**
 * Measures the requests of a listener (`api`, `idp`, `page`): how many, how they were answered (so 401, 403 and
 * 429 are the refusals), and how long it took. No label is from the address or the content. A stream of
 * events is open for hours, so that only the number of open ones is shown.
 */
export function requestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'portal_http_request_seconds',
    help: 'Time of answers, by listener, method and status',
    labelNames: ['listener', 'method', 'status'],
    buckets: RANGES_S,
    registers,
  });
  const streams = new Gauge({
    name: 'portal_event_streams',
    help: 'Streams of notification events that are open at this process',
    registers,
  });

  const methodOf = ({ method = '' }: Method) => (METHODS.has(method) ? method : 'other');

  function refused(listener: string) {
    type Counter = ReturnType<typeof seconds.labels>;
    const counters = new Map<string, Counter>();
    return (request: Method, status: number): void => {
      const method = methodOf(request);
      const key = `${method} ${status}`;
      const known = counters.get(key);
      const counter = known ?? seconds.labels({ listener, method, status: String(status) });
      if (!known) counters.set(key, counter);
      counter.observe(0);
    };
  }

  const measured: RequestMetrics['measured'] = (listener, handler) => (request, response) => {
    const began = performance.now();
    let isStream = false;
    const { writeHead } = response;
    // The only moment at which a stream is known while it is open.
    response.writeHead = function (this: typeof response, ...args: never[]) {
      const written = Reflect.apply(writeHead, this, args);
      isStream = isStreamOf(response.getHeader('content-type'), args);
      if (isStream) streams.inc();
      return written;
    } as typeof writeHead;
    response.once('close', () => {
      if (isStream) {
        streams.dec();
        return;
      }
      const labels = {
        listener,
        method: methodOf(request),
        // The caller has gone before there was an answer.
        status: response.headersSent ? response.statusCode : 499,
      };
      seconds.observe(labels, (performance.now() - began) / 1000);
    });
    handler(request, response);
  };
  return { measured, refused };
}

/** Headers are set before `writeHead`, or given to it. */
function isStreamOf(header: unknown, args: readonly unknown[]): boolean {
  const given = args.map((arg) => JSON.stringify(arg)).join();
  return `${header} ${given}`.includes('text/event-stream');
}
