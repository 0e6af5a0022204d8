import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnFreePort } from './listen.ts';

/** A span as a collector gets it. */
export type ReceivedSpan = {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  readonly attributes: Readonly<Record<string, string | number>>;
  /** How many events it has: an error that is recorded would be one, with its text. */
  readonly events: number;
};

export type TraceReceiver = {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** The headers of the last call. */
  readonly headers: IncomingHttpHeaders;
  /** The first span of this kind, also if it is still to come. */
  next(isWanted: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  /** From now on it takes calls and answers none. */
  hang(): void;
  close(): Promise<void>;
};

/** Starts a collector of OpenTelemetry that keeps what it gets: OTLP over HTTP, in protobuf. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const calls = new EventEmitter();
  let headers: IncomingHttpHeaders = {};
  let hangs = false;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (hangs) return;
    ({ headers } = request);
    if (request.url === '/v1/traces') spans.push(...spansIn(body));
    response.writeHead(request.url === '/v1/traces' ? 200 : 404).end();
    calls.emit('call');
  });
  const url = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  return {
    url,
    spans,
    get headers() {
      return headers;
    },
    async next(isWanted) {
      for (;;) {
        const found = spans.find(isWanted);
        if (found) return found;
        await once(calls, 'call');
      }
    },
    hang() {
      hangs = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function spansIn(request: Buffer): ReceivedSpan[] {
  return messagesIn(request, 1).flatMap((resourceSpans) => {
    const [resource = NOTHING] = messagesIn(resourceSpans, 1);
    const service = String(attributesIn(messagesIn(resource, 1))['service.name']);
    return messagesIn(resourceSpans, 2).flatMap((scopeSpans) =>
      messagesIn(scopeSpans, 2).map((span) => spanOf(service, span)),
    );
  });
}

const KINDS = ['internal', 'internal', 'server', 'client'] as const;

function spanOf(service: string, span: Buffer): ReceivedSpan {
  const [traceId, spanId, parentId, name] = [1, 2, 4, 5].map((field) =>
    firstOf(span, field),
  ) as Buffer[];
  return {
    service,
    traceId: String(traceId?.toString('hex')),
    spanId: String(spanId?.toString('hex')),
    parentId: parentId?.toString('hex') ?? '',
    name: String(name),
    kind: KINDS[Number(firstOf(span, 6))] ?? 'internal',
    attributes: attributesIn(messagesIn(span, 9)),
    events: messagesIn(span, 11).length,
  };
}

/** Of `KeyValue` with text or a whole number. */
function attributesIn(pairs: readonly Buffer[]): Record<string, string | number> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [value = NOTHING] = messagesIn(pair, 2);
      const text = firstOf(value, 1);
      return [
        String(firstOf(pair, 1)),
        text === undefined ? Number(firstOf(value, 3)) : String(text),
      ];
    }),
  );
}

const NOTHING = Buffer.alloc(0);
const firstOf = (message: Buffer, field: number) => fieldsOf(message).get(field)?.[0];
const messagesIn = (message: Buffer, field: number) =>
  (fieldsOf(message).get(field) ?? []) as Buffer[];

/** The fields of a message by their numbers: bytes, or whole numbers. The wire format of Protocol Buffers. */
function fieldsOf(message: Buffer): Map<number, (Buffer | number)[]> {
  const fields = new Map<number, (Buffer | number)[]>();
  let at = 0;
  function varint(): number {
    for (let value = 0, factor = 1; ; factor *= 128) {
      const byte = message[at] ?? 0;
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
  function take(length: number): Buffer {
    at += length;
    return message.subarray(at - length, at);
  }
  while (at < message.length) {
    const tag = varint();
    const [field, type] = [tag >>> 3, tag & 7];
    const value = type === 0 ? varint() : take(type === 1 ? 8 : type === 5 ? 4 : varint());
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}
