import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in /proc: fixed at 100 for programs on every Linux. */
const TICKS_PER_SECOND = 100;

/** CPU seconds of a process and all below it, which hardly depend on other load. @returns NaN without /proc */
export function cpuSecondsOf(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN;
  let ids: string[];
  try {
    ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return Number.NaN;
  }
  const stats = new Map(ids.flatMap((id) => statOf(id) ?? []));
  let ticks = 0;
  for (const [id, { own }] of stats) if (isBelow(id, pid, stats)) ticks += own;
  return ticks / TICKS_PER_SECOND;
}

/** Memory of a process in MB, with its share of what it shares (PSS); NaN where there is no /proc. */
export function memoryMegabytes(pid: number | undefined): number {
  try {
    const sums = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(sums)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

type Stat = { readonly parent: number; readonly own: number };

/** proc_pid_stat(5): the name may hold anything, so count from behind its bracket. */
function statOf(id: string): [number, Stat][] | undefined {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const own = Number(fields[11]) + Number(fields[12]);
    return [[Number(id), { parent: Number(fields[1]), own }]];
  } catch {
    return undefined; // It has ended meanwhile.
  }
}

function isBelow(id: number, ancestor: number, stats: ReadonlyMap<number, Stat>): boolean {
  for (let at: number | undefined = id; at; at = stats.get(at)?.parent) {
    if (at === ancestor) return true;
  }
  return false;
}

/** What a process of each kind has used, in seconds. */
export type CpuSeconds = { readonly server: number; readonly postgres: number };

/** CPU of each call in ms, for a table. */
export function cpuOfEach(before: CpuSeconds, after: CpuSeconds, calls: number): string {
  const each = (kind: keyof CpuSeconds) => ((after[kind] - before[kind]) * 1000) / calls;
  const known = Number.isFinite(each('server'));
  return known
    ? `server ${each('server').toFixed(2)} ms, PostgreSQL ${each('postgres').toFixed(1)} ms`
    : 'not known on this system';
}
