import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { helperProcesses } from '@portal/shared-process/helper-processes';
import type { EnvironmentState } from '../state.ts';
import type { Store } from '../store/store.ts';
import type { ComposedPage } from './compose.ts';
import type { PackedVariant, ReadAnswer, Told, Wanted, Work } from './compose-main.ts';
import type { ComposeOptions } from './compose-state.ts';
import type { PackedFiles } from './served-page.ts';

const PROGRAM = join(import.meta.dirname, 'compose-main.ts');
/** The largest page that the gate lets through takes a fraction of a second. */
const COMPOSE_MS = 15_000;
const TICK_MS = 100;
const MEMORY_MB = 512;
const EXEC_ARGV = [`--max-old-space-size=${MEMORY_MB}`];

/** Releases that follow one another share a process, since to start one holds up the serving one. */
const composing = helperProcesses(PROGRAM, EXEC_ARGV);
/** Apart, since these have a low priority for good. */
const packing = helperProcesses(PROGRAM, EXEC_ARGV);

/**
 * `composeState` in a process of its own, so that nobody waits for it: neither those who load a page nor those who release
 * another part. Not in a thread, since Node ends as a whole when a thread is ended that compresses.
 * @param options.limitMs how long it may work; while it waits for the store does not count
 * @returns undefined for a state that has no page yet; for a trial no variants
 * @throws Error as `composeState`, and for a page that takes too long or too much memory
 */
export async function composeAside(
  state: EnvironmentState,
  from: Pick<Store, 'get'>,
  {
    wanted,
    limitMs = COMPOSE_MS,
    signal,
    ...options
  }: ComposeOptions & {
    readonly wanted: Wanted;
    readonly limitMs?: number;
    readonly signal?: AbortSignal;
  },
): Promise<readonly PackedVariant[] | undefined> {
  if (!state.shell || state.configuration === undefined) return undefined;
  const child = composing.take();
  const told = await work(child, { state, options, wanted }, { from, limitMs, signal });
  composing.keep(child);
  return told.type === 'composed' ? told.variants : undefined;
}

/** Compresses the files of pages as well as can be, in a process that lets every other one go first. */
export async function packAside(
  pages: readonly ComposedPage[],
  signal: AbortSignal,
): Promise<readonly PackedFiles[]> {
  const child = packing.take();
  const told = await work(child, { pages }, { signal });
  packing.keep(child);
  return told.type === 'packed' ? told.packed : [];
}

type Supervision = {
  readonly from?: Pick<Store, 'get'>;
  readonly limitMs?: number;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Lets a process do its work, and ends it if that fails.
 * @throws Error with the words of what failed, and the StoreError of a read that did
 */
function work(
  child: ChildProcess,
  asked: Work,
  { from, limitMs = Number.POSITIVE_INFINITY, signal }: Supervision,
): Promise<Told> {
  return new Promise((resolve, reject) => {
    /** What went wrong while reading, by the words that the child knows of it. */
    const faults = new Map<string, unknown>();
    let reading = 0;
    let workedMs = 0;
    const watch = setInterval(() => {
      if (reading === 0) workedMs += TICK_MS;
      if (workedMs > limitMs) fail(new Error(`It took longer than ${limitMs / 1000} seconds.`));
    }, TICK_MS).unref();
    child.on('message', hear).on('error', fail).on('exit', onExit);
    signal?.addEventListener('abort', onAbort);
    child.send(asked);
    if (signal?.aborted) onAbort();

    function leave(): void {
      clearInterval(watch);
      signal?.removeEventListener('abort', onAbort);
      child.off('message', hear).off('error', fail).off('exit', onExit);
    }
    function fail(why: unknown): void {
      leave();
      child.on('error', () => {});
      child.kill('SIGKILL');
      reject(why);
    }
    function onAbort(): void {
      fail(new Error('The page is not wanted any more.'));
    }
    // Such as by too much memory.
    function onExit(): void {
      fail(new Error('The process that composes the page has ended.'));
    }
    async function hear(told: Told): Promise<void> {
      if (told.type === 'read') {
        const answer = await read(told.key);
        if (child.connected) child.send(answer);
      } else if (told.type === 'failed') {
        fail(faults.get(told.message) ?? new Error(told.message));
      } else {
        leave();
        resolve(told);
      }
    }
    async function read(key: string): Promise<ReadAnswer> {
      reading += 1;
      try {
        return { key, bytes: await from?.get(key) };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        faults.set(message, error);
        return { key, message };
      } finally {
        reading -= 1;
      }
    }
  });
}
