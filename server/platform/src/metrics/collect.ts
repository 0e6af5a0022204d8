import { setTimeout as pause } from 'node:timers/promises';
import type { CollectFunction, Gauge } from 'prom-client';

const READ_LIMIT_MS = 2_000;

/** A value of a series with its labels. */
export type Sample = readonly [labels: Record<string, string>, value: number];

/**
 * Reads values when Prometheus asks. While they cannot be read the series is missing and the others are there:
 * Prometheus waits ten seconds for all of them, and the alarms of an outage need the rest.
 */
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
