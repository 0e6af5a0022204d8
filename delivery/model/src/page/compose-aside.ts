import { join } from 'node:path';
import { askHelper, helperProcesses } from '@portal/shared-process/helper-processes';
import type { EnvironmentState } from '../state.ts';
import type { Store } from '../store/store.ts';
import type { ComposedPage } from './compose.ts';
import type { Failed, PackedVariant, Wanted } from './compose-main.ts';
import { type ComposeOptions, readVariants } from './compose-state.ts';
import type { PackedFiles } from './served-page.ts';

const PROGRAM = join(import.meta.dirname, 'compose-main.ts');
/** The largest page that the gate lets through takes a fraction of a second. */
const COMPOSE_MS = 15_000;
/** It takes some seconds, with a low priority. */
const PACK_MS = 10 * 60_000;
const MEMORY_MB = 512;
const EXEC_ARGV = [`--max-old-space-size=${MEMORY_MB}`];

/** Releases that follow one another share a process, since to start one holds up the serving one. */
const composing = helperProcesses(PROGRAM, EXEC_ARGV);
/** Apart, since these have a low priority for good. */
const packing = helperProcesses(PROGRAM, EXEC_ARGV);

type AsideOptions = ComposeOptions & {
  readonly wanted: Wanted;
  readonly limitMs?: number;
  readonly signal?: AbortSignal;
};

/**
 * `composeState`, of which only the reading is done here: a process of its own composes, so that nobody waits for it, neither
 * those who load a page nor those who release another part. Not a thread, since Node ends as a whole when a thread is
 * ended that compresses.
 * @returns undefined for a state that has no page yet; for a trial no variants
 * @throws Error as `composeState`, and for a page that takes too long or too much memory
 */
export async function composeAside(
  state: EnvironmentState,
  from: Pick<Store, 'get'>,
  { wanted, limitMs = COMPOSE_MS, signal, ...options }: AsideOptions,
): Promise<readonly PackedVariant[] | undefined> {
  const variants = await readVariants(state, from, options);
  if (!variants) return undefined;
  const work = { variants, wanted };
  return done(await askHelper<readonly PackedVariant[] | Failed>(composing, work, limitMs, signal));
}

/** Compresses the files of pages as well as can be, in a process that lets every other one go first. */
export async function packAside(
  pages: readonly ComposedPage[],
  signal: AbortSignal,
): Promise<readonly PackedFiles[]> {
  return done(
    await askHelper<readonly PackedFiles[] | Failed>(packing, { pages }, PACK_MS, signal),
  );
}

function done<T extends object>(answer: T | Failed): T {
  if ('failed' in answer) throw new Error(answer.failed);
  return answer;
}
