import type { TrustedProxies } from '../trusted-proxies.ts';
import type { TraceSettings } from './settings.ts';
import type {
  Handler,
  NotedAnswer,
  TracedRequest,
  TracedResponse,
  TraceOptions,
  Tracing,
} from './tracing.ts';

let tracing: Tracing | undefined;

/**
 * Begins to trace this process, if a collector is configured.
 * @returns sends what waits to be sent, for a second at most, and ends
 */
export async function startTraces(
  settings: TraceSettings | undefined,
  options: TraceOptions,
): Promise<() => Promise<void>> {
  if (!settings) return async () => {};
  const { openTelemetry } = await import('./open-telemetry.ts');
  tracing = openTelemetry(settings, options);
  return async () => tracing?.close();
}

/**
 * A handler each of whose requests is a span, in the trace that a proxy of ours began or in a new one.
 * @param listener `api`, `idp` or `page`
 */
export const traceRequests = <Request extends TracedRequest, Response extends TracedResponse>(
  listener: string,
  proxies: TrustedProxies,
  handler: Handler<Request, Response>,
): Handler<Request, Response> => tracing?.handler(listener, proxies, handler) ?? handler;

/** Names the span of the request that is being answered. */
export const noteAnswer = (answer: NotedAnswer): void => tracing?.noteAnswer(answer);

/** Ends the span of the request that is being answered: the answer is a stream, which stays open for hours. */
export const noteStream = (): void => tracing?.noteStream();

/** Runs a job in a trace of its own. */
export const traceJob = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  tracing ? tracing.job(name, work) : work();

/** Runs a statement of SQL in a span, if a request or a job is traced that asks for it. Its values are no part of the span. */
export const traceQuery = <T>(statement: string, work: () => Promise<T>): Promise<T> =>
  tracing ? tracing.query(statement, work) : work();

/** For a line of the log: the trace of the request or job that it is about, if the collector gets it. */
export function traceFields(): { readonly trace_id?: string } {
  const id = tracing?.traceId();
  return id === undefined ? {} : { trace_id: id };
}
