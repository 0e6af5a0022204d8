import { quantile } from './closed-loop.ts';
import { memoryMegabytes } from './cpu.ts';
import { httpClient } from './http.ts';
import { openLoad } from './open-load.ts';
import { READS, type Readers } from './reads.ts';
import type { BenchSystem } from './system.ts';

const TIMES = 6;
const MS = 8_000;
/** Twice as many as a server takes at once, so that it has to refuse some. */
const CONNECTIONS = 1_024;
/** An answer in this time shows that the load is over. */
const CALM_MS = 50;
const LOOK_EVERY_MS = 20;
const GIVE_UP_MS = 10_000;

type Times = { readonly rate: number; readonly p50: number; readonly p99: number };
export type OverloadFigures = {
  /** Calls a second that were due. */
  readonly offered: number;
  readonly served: Times;
  readonly refused: Times;
  /** Calls a second that found every connection waiting for an answer. */
  readonly unsent: number;
  /** Calls whose connection ended without an answer. */
  readonly broken: number;
  /** How late the load generator sent 99 of 100 calls at most; a part of the times of the answers. */
  readonly sentLate: number;
  readonly connections: number;
  /** From the end of the load to the first calm answer. */
  readonly calmAfterMs: number;
  readonly memoryBefore: number;
  readonly memoryAfter: number;
};

/** Calls begin at six times the measured rate. Each is measured from when it was due, so that no late one hides. */
export async function measureOverload(
  system: BenchSystem,
  readers: Readers,
  measured: number,
): Promise<OverloadFigures> {
  const { path } = READS['GET /userinfo'];
  const memoryBefore = memoryMegabytes(system.pid);
  const last = Promise.withResolvers<void>();
  const ended = openLoad(
    {
      origin: system.api,
      path,
      tokens: readers.tokens,
      callsPerMs: (TIMES * measured) / 1000,
      ms: MS,
      connections: CONNECTIONS,
    },
    last.resolve,
  );
  await Promise.race([last.promise, ended]);
  const calmAfterMs = await firstCalm(system, readers, performance.now());
  const { times, offered, unsent, broken, sentLate, withoutRetryAfter } = await ended;
  const statuses = [...times.keys()].toSorted();
  if (statuses.some((status) => status !== 200 && status !== 503) || withoutRetryAfter > 0) {
    throw new Error(
      `GET ${path} answered ${statuses.join(', ')}, ${withoutRetryAfter} times without retry-after.`,
    );
  }
  const [served, refused] = [times.get(200) ?? [], times.get(503) ?? []];
  const perSecond = (count: number) => count / (MS / 1000);
  const timesOf = (all: readonly number[]): Times => ({
    rate: perSecond(all.length),
    p50: quantile(all, 0.5),
    p99: quantile(all, 0.99),
  });
  return {
    offered: perSecond(offered),
    served: timesOf(served),
    refused: timesOf(refused),
    unsent: perSecond(unsent),
    broken,
    sentLate: quantile(sentLate, 0.99),
    connections: CONNECTIONS,
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
