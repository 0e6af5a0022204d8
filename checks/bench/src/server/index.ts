import { availableParallelism } from 'node:os';
import type { LoadResult } from './closed-loop.ts';
import { measureEnumeration } from './enumeration.ts';
import { measureOverload } from './overload.ts';
import { createReaders, measureReads, READS } from './reads.ts';
import { type BenchSystem, startBenchSystem } from './system.ts';

/** The area under the ROC curve at which the response times do not reveal who has an account. */
const AREA_WANTED = [0.45, 0.55] as const;

/** What the server does in a second, on PostgreSQL; the load itself shares its cores. */
export async function benchServer(): Promise<void> {
  console.log(
    `\nServer: one process on PostgreSQL, and the load, on ${availableParallelism()} cores`,
  );
  const system = await startBenchSystem();
  try {
    await benchReads(system);
    console.log(
      '\nDo answers reveal who has an account? 1,000 pairs of addresses, known and unknown',
    );
    await measureEnumeration(system, ({ name, area, answer }) => {
      const [least, most] = AREA_WANTED;
      const revealing = area < least || area > most;
      if (revealing) process.exitCode = 1;
      const verdict = `area under the curve ${area.toFixed(3)} (wanted: ${least} to ${most})`;
      say(name, verdict, `all ${answer}`, ...(revealing ? ['THEY DO'] : []));
    });
  } finally {
    await system.stop();
  }
}

/** Reads of members, as many as possible and then far too many. */
async function benchReads(system: BenchSystem): Promise<void> {
  const readers = await createReaders(system);
  let most = 0;
  for (const [name, { path, wanted }] of Object.entries(READS)) {
    const reads = await measureReads(system, readers, path);
    say(name, figures(reads, wanted), `CPU of each: ${reads.cpu}`);
    most = Math.max(most, reads.rate);
  }
  const { offered, served, refused, unsent, broken, ...rest } = await measureOverload(
    system,
    readers,
    most,
  );
  say(
    'six times as many',
    `${offered.toFixed(0)}/s offered, by a generator that shares the cores and sends up to ${rest.sentLate.toFixed(1)} ms late (p99)`,
  );
  say('  answered', rateOf(served), `${times(served)} (wanted: under 200)`);
  say('  refused (503)', rateOf(refused), times(refused));
  say('  not sent', rateOf({ rate: unsent }), `all ${rest.connections} connections were waiting`);
  say('  broken', String(broken));
  say('  calm again', `after ${rest.calmAfterMs.toFixed(0)} ms (wanted: under 1000)`);
  const [before, now] = [rest.memoryBefore.toFixed(0), rest.memoryAfter.toFixed(0)];
  say('  memory', `${before} MB before, ${now} MB after (wanted: under 300)`);
}

const rateOf = ({ rate }: { readonly rate: number }): string => `${rate.toFixed(0)}/s`.padEnd(20);

function say(name: string, ...rest: readonly string[]): void {
  console.log(`${name.padEnd(22)}${rest.join('   ')}`);
}

function figures(load: LoadResult, wanted?: number): string {
  const rate = `${load.rate.toFixed(0)}/s${wanted ? ` (wanted: ${wanted})` : ''}`;
  return `${rate.padEnd(20)} ${times(load)}`;
}

function times({ p50, p99 }: { readonly p50: number; readonly p99: number }): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}
