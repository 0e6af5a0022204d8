import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import {
  context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { fail, traceOutgoing } from './outgoing.ts';
import type { TraceSettings } from './settings.ts';
import type { TracedResponse, TraceOptions, Tracing } from './tracing.ts';

/** Spans that wait for a collector, at about a kilobyte each. What comes on top is dropped. */
const WAITING_MAX = 2_048;
const BATCH_MAX = 512;
const BATCH_MS = 5_000;
/** How long one batch may take, with what the exporter tries again. */
const SEND_MS = 5_000;
/** After each that fails, the processor sends one more at the same time; the exporter refuses what is above this. */
const BATCHES_AT_ONCE = 4;
const CLOSE_MS = 1_000;
/** Whoever asks these asks every few seconds. */
const HEALTH = /^\/(health|ready)(\?|$)/;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * Traces this process with OpenTelemetry. What a span says is chosen here, field by field: no address, no query, no
 * header, no body, no value of a statement and no text of an error, since each of these may be of a member.
 * @returns undefined where the operator has loaded OpenTelemetry by `--import`, which then traces what it can see
 */
export function openTelemetry(settings: TraceSettings, options: TraceOptions): Tracing | undefined {
  const contexts = new AsyncLocalStorageContextManager();
  if (!context.setGlobalContextManager(contexts)) return undefined;
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': settings.serviceName,
        'service.instance.id': `${hostname()}-${process.pid}`,
      }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [boundedProcessor(settings, options.onSpans)],
  });
  const tracer = provider.getTracer('portal');
  const propagator = new W3CTraceContextPropagator();
  traceOutgoing(tracer, propagator, options.own);

  return {
    handler: (listener, proxies, handler) => (request, response) => {
      if (HEALTH.test(request.url ?? '')) {
        handler(request, response);
        return;
      }
      const isOurs = proxies.trusts(request.socket.remoteAddress);
      const parent = isOurs
        ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
        : ROOT_CONTEXT;
      // What goes on from here names this span.
      delete request.headers.traceparent;
      delete request.headers.tracestate;
      const method = methodOf(request.method);
      const attributes = { 'http.request.method': method, 'portal.listener': listener };
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
      response.once('close', () => endRequest(span, response));
      context.with(trace.setSpan(parent, span), () => handler(request, response));
    },
    noteAnswer({ method, route, requestId }) {
      const span = trace.getActiveSpan();
      span?.setAttribute('portal.request_id', requestId);
      if (route !== undefined) {
        span?.updateName(`${methodOf(method)} ${route}`).setAttribute('http.route', route);
      }
    },
    noteStream() {
      trace.getActiveSpan()?.setAttribute('http.response.status_code', 200).end();
    },
    job: (name, work) =>
      tracer.startActiveSpan(`job ${name}`, {}, ROOT_CONTEXT, (span) => ended(span, work())),
    query(statement, work) {
      if (!trace.getActiveSpan()?.isRecording()) return work();
      const name = statementName(statement);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
      return ended(tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }), work());
    },
    traceId() {
      const found = trace.getActiveSpan()?.spanContext();
      return found && (found.traceFlags & TraceFlags.SAMPLED) !== 0 ? found.traceId : undefined;
    },
    async close() {
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        pause(CLOSE_MS, undefined, { ref: false }),
      ]);
    },
  };
}

const methodOf = (method = ''): string => (METHODS.has(method) ? method : 'HTTP');

function endRequest(span: Span, { headersSent, statusCode }: TracedResponse): void {
  // Ended already if its answer was a stream.
  if (!span.isRecording()) return;
  // The caller has gone before there was an answer: as in the metrics (server/platform/src/metrics/metrics.ts).
  const status = headersSent ? statusCode : 499;
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

async function ended<T>(span: Span, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Sends spans in the background. A collector that hangs costs the memory of those that wait alone. */
function boundedProcessor(
  { address, headers }: TraceSettings,
  onSpans: TraceOptions['onSpans'] = () => {},
): SpanProcessor {
  const exporter = new OTLPTraceExporter({
    url: address,
    headers,
    timeoutMillis: SEND_MS,
    concurrencyLimit: BATCHES_AT_ONCE,
  });
  let waiting = 0;
  const counting: SpanExporter = {
    export(spans, onResult) {
      waiting -= spans.length;
      exporter.export(spans, (result) => {
        onSpans(result.code === ExportResultCode.SUCCESS ? 'sent' : 'dropped', spans.length);
        onResult(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter: counting,
    maxQueueSize: WAITING_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: BATCH_MS,
  });
  return {
    onStart: () => {},
    onEnd(span) {
      // The processor drops what is too much as well, and tells nobody.
      if (waiting === WAITING_MAX) return onSpans('dropped', 1);
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}

const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)/i;
/** More than the server’s code has. */
const NAMES_MAX = 400;
const names = new Map<string, string>();

/** What a statement does, and to which table first: `select members`. None of its values is in it. */
export function statementName(statement: string): string {
  const known = names.get(statement);
  if (known !== undefined) return known;
  const [verb = ''] = /[a-z]+/i.exec(statement) ?? [];
  const [, table] = TABLE.exec(statement) ?? [];
  const name = [verb.toLowerCase(), table].filter(Boolean).join(' ');
  if (names.size < NAMES_MAX) names.set(statement, name);
  return name;
}
