import { quantile } from './closed-loop.ts';
import { memoryMegabytes } from './cpu.ts';
import { httpClient } from './http.ts';
import { READS, type Readers } from './reads.ts';
import type { BenchSystem } from './system.ts';

const TIMES = 6;
const MS = 8_000;
/** How many calls can be open; a caller beyond them would not even reach the server. */
const CONNECTIONS = 512;
/** An answer in this time shows that the load is over. */
const CALM_MS = 50;
const LOOK_EVERY_MS = 20;
const GIVE_UP_MS = 10_000;

type Times = { readonly rate: number; readonly p50: number; readonly p99: number };
export type OverloadFigures = {
  readonly offered: number;
  readonly served: Times;
  readonly refused: Times;
  /** Calls that found no free connection: the load generator's limit, not the server's. */
  readonly unsent: number;
  /** From the end of the load to the first calm answer. */
  readonly calmAfterMs: number;
  readonly memoryBefore: number;
  readonly memoryAfter: number;
};

/**
 * Calls begin at six times the rate that was measured, whether earlier ones are answered or not. Each
 * is measured from the moment at which it was due, so that nothing hides a late answer.
 */
export async function measureOverload(
  system: BenchSystem,
  readers: Readers,
  measured: number,
): Promise<OverloadFigures> {
  const { path } = READS['GET /userinfo'];
  const http = httpClient(system.api, CONNECTIONS);
  const memoryBefore = memoryMegabytes(system.pid);
  const perMs = (TIMES * measured) / 1000;
  const served: number[] = [];
  const refused: number[] = [];
  let [open, sent, unsent] = [0, 0, 0];
  const calls: Promise<void>[] = [];

  async function call(due: number): Promise<void> {
    open += 1;
    const { status, headers } = await readers.read(http, path);
    open -= 1;
    const took = performance.now() - due;
    if (status === 200) served.push(took);
    else if (status === 503 && Number(headers['retry-after']) >= 1) refused.push(took);
    else throw new Error(`GET ${path} answered ${status}.`);
  }

  const started = performance.now();
  for (let due = started; due < started + MS; ) {
    const now = performance.now();
    for (; due <= now && due < started + MS; due += 1 / perMs) {
      sent += 1;
      if (open < CONNECTIONS) calls.push(call(due));
      else unsent += 1;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  const ended = performance.now();
  const calmAfterMs = await firstCalm(system, readers, ended);
  await Promise.all(calls);
  await http.close();
  const times = (all: readonly number[]): Times => ({
    rate: all.length / (MS / 1000),
    p50: quantile(all, 0.5),
    p99: quantile(all, 0.99),
  });
  return {
    offered: sent / (MS / 1000),
    served: times(served),
    refused: times(refused),
    unsent,
    calmAfterMs,
    memoryBefore,
    memoryAfter: memoryMegabytes(system.pid),
  };
}

async function firstCalm(system: BenchSystem, readers: Readers, from: number): Promise<number> {
  const http = httpClient(system.api, 1);
  try {
    while (performance.now() < from + GIVE_UP_MS) {
      const { status, ms } = await readers.read(http, READS['GET /userinfo'].path);
      if (status === 200 && ms < CALM_MS) return performance.now() - from;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return Number.POSITIVE_INFINITY;
  } finally {
    await http.close();
  }
}
