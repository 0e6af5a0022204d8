import { Worker } from 'node:worker_threads';

/** What a load offers. */
export type OpenLoadOptions = {
  readonly origin: string;
  readonly path: string;
  /** The access tokens of the callers, who take turns. */
  readonly tokens: readonly string[];
  readonly callsPerMs: number;
  readonly ms: number;
  /** How many calls can be open; a caller beyond them does not even reach the server. */
  readonly connections: number;
};

/** What came of it: times in ms since each call was due, by the status of its answer. */
export type OpenLoad = {
  readonly offered: number;
  /** Calls that found every connection waiting for an answer. */
  readonly unsent: number;
  /** Calls whose connection ended without an answer. */
  readonly broken: number;
  readonly times: ReadonlyMap<number, readonly number[]>;
  /** Refusals that did not say when to come back. */
  readonly withoutRetryAfter: number;
  /** How late calls were sent, in ms: the load generator's own delay, which is in the times. */
  readonly sentLate: readonly number[];
};

/** Calls begin at a fixed rate, in a thread of their own. @param onLast called when the last call is due */
export function openLoad(options: OpenLoadOptions, onLast: () => void): Promise<OpenLoad> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./open-load-worker.ts', import.meta.url), {
      workerData: options,
    });
    worker.on('message', (message: 'last' | OpenLoad) => {
      if (message === 'last') onLast();
      else resolve(message);
    });
    worker.once('error', reject);
  });
}
