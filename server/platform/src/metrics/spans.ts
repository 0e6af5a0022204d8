import type { SpanOutcome } from '@portal/shared-process/traces/tracing';
import { Counter, type Registry } from 'prom-client';

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
