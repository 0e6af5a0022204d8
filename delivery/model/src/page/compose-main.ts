import { constants, setPriority } from 'node:os';
import type { EnvironmentState } from '../state.ts';
import type { ComposedPage } from './compose.ts';
import { type ComposedVariant, type ComposeOptions, composeState } from './compose-state.ts';
import { EFFORTS, type PackedFiles, packPage } from './served-page.ts';

/**
 * The process of `composeAside` and `packAside`. What it reads of the store it asks for by messages, since it has none of
 * the server's settings.
 */

/** What is wanted of the page: to know that there is one, to have it, or to have it compressed as well. */
export type Wanted = 'trial' | 'plain' | 'packed';
export type Work =
  | {
      readonly state: EnvironmentState;
      readonly options: ComposeOptions;
      readonly wanted: Wanted;
    }
  | { readonly pages: readonly ComposedPage[] };
/** A variant, and its files as `packPage` makes them where they are wanted. */
export type PackedVariant = ComposedVariant & { readonly packed?: PackedFiles };
export type Told =
  | { readonly type: 'read'; readonly key: string }
  | { readonly type: 'composed'; readonly variants: readonly PackedVariant[] | undefined }
  | { readonly type: 'packed'; readonly packed: readonly PackedFiles[] }
  | { readonly type: 'failed'; readonly message: string };
/** What was read, or why it could not be. */
export type ReadAnswer = { readonly key: string } & (
  | { readonly bytes: Uint8Array | undefined }
  | { readonly message: string }
);

const reads = new Map<string, PromiseWithResolvers<Uint8Array | undefined>>();

process.on('message', async (message: Work | ReadAnswer) => {
  if (!('key' in message)) tell(await toldOf(message));
  else if ('message' in message) reads.get(message.key)?.reject(new Error(message.message));
  else reads.get(message.key)?.resolve(message.bytes);
});

process.on('disconnect', () => process.exit());

async function toldOf(work: Work): Promise<Told> {
  try {
    if ('pages' in work) {
      setPriority(constants.priority.PRIORITY_LOW);
      return { type: 'packed', packed: work.pages.map((page) => packPage(page, EFFORTS.best)) };
    }
    reads.clear();
    const variants = await composeState(work.state, { get }, work.options);
    if (work.wanted === 'plain') return { type: 'composed', variants };
    if (work.wanted === 'trial') return { type: 'composed', variants: [] };
    const packed = variants?.map((variant) => ({
      ...variant,
      packed: packPage(variant.page, EFFORTS.quick),
    }));
    return { type: 'composed', variants: packed };
  } catch (error) {
    return { type: 'failed', message: messageOf(error) };
  }
}

function get(key: string): Promise<Uint8Array | undefined> {
  const known = reads.get(key);
  if (known) return known.promise;
  const read = Promise.withResolvers<Uint8Array | undefined>();
  reads.set(key, read);
  tell({ type: 'read', key });
  return read.promise;
}

function tell(message: Told): void {
  // Who asked may have ended meanwhile.
  process.send?.(message, undefined, undefined, () => {});
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
