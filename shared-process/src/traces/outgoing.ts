import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import {
  context,
  defaultTextMapSetter,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { isTracingSuppressed } from '@opentelemetry/core';

/** A request of `fetch` or of a pool of undici, as its channels show it. */
type FetchRequest = {
  readonly origin: string | URL;
  readonly method: string;
  addHeader(name: string, value: string): void;
};

/**
 * Makes each call out of this process a span, until its headers have come: those of `fetch` and undici and those of
 * `node:http`, by the diagnostics channels that Node itself has for this. Only calls to the portal’s own
 * processes carry the trace.
 */
export function traceOutgoing(
  tracer: Tracer,
  propagator: TextMapPropagator,
  own: readonly string[],
): void {
  const spans = new WeakMap<object, Span>();

  function begin(request: object, method: string, host: string): Span | undefined {
    const parent = trace.getActiveSpan();
    // The exporter’s own calls are suppressed.
    if (!parent || isTracingSuppressed(context.active())) return undefined;
    if (!parent.isRecording()) return parent;
    const attributes = { 'http.request.method': method, 'server.address': host };
    const span = tracer.startSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes });
    spans.set(request, span);
    return span;
  }

  function end(request: object, { status, error }: { status?: number; error?: unknown }): void {
    const span = spans.get(request);
    spans.delete(request);
    if (status !== undefined) span?.setAttribute('http.response.status_code', status);
    if (span && error !== undefined) fail(span, error);
    span?.end();
  }

  on<{ request: FetchRequest }>('undici:request:create', ({ request }) => {
    const { origin, host } = new URL(request.origin);
    const span = begin(request, request.method, host);
    if (!span || !own.includes(origin)) return;
    const carried: Record<string, string> = {};
    propagator.inject(trace.setSpan(context.active(), span), carried, defaultTextMapSetter);
    for (const [name, value] of Object.entries(carried)) request.addHeader(name, value);
  });
  on<{ request: object; response: { statusCode: number } }>(
    'undici:request:headers',
    ({ request, response }) => end(request, { status: response.statusCode }),
  );
  on<{ request: object; error: unknown }>('undici:request:error', ({ request, error }) =>
    end(request, { error }),
  );

  on<{ request: ClientRequest }>('http.client.request.start', ({ request }) =>
    begin(request, request.method, request.host),
  );
  on<{ request: ClientRequest; response: IncomingMessage }>(
    'http.client.response.finish',
    ({ request, response }) => end(request, { status: response.statusCode ?? 0 }),
  );
  on<{ request: ClientRequest; error: unknown }>(
    'http.client.request.error',
    ({ request, error }) => end(request, { error }),
  );
}

const on = <Message>(channel: string, listener: (message: Message) => void): void =>
  subscribe(channel, (message) => listener(message as Message));

/** Marks a span as failed. The text of an error may quote what a member has sent, so only its kind is noted. */
export function fail(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  const kind = typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : name;
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', typeof kind === 'string' ? kind : 'unknown');
}
