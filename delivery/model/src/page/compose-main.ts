import { constants, setPriority } from 'node:os';
import type { ComposedPage } from './compose.ts';
import { type ComposedVariant, composeVariant, type ReadVariant } from './compose-state.ts';
import { EFFORTS, type PackedFiles, packPage } from './served-page.ts';

/** The process of `composeAside` and `packAside`: it answers each message with one. */

export type Wanted = 'trial' | 'plain' | 'packed';
type Work =
  | { readonly variants: readonly ReadVariant[]; readonly wanted: Wanted }
  | { readonly pages: readonly ComposedPage[] };
export type PackedVariant = ComposedVariant & { readonly packed?: PackedFiles };
export type Failed = { readonly failed: string };

process.on('message', (work: Work) => {
  // Who asked may have ended meanwhile.
  process.send?.(answerOf(work), undefined, undefined, () => {});
});

process.on('disconnect', () => process.exit());

function answerOf(work: Work): readonly PackedFiles[] | readonly PackedVariant[] | Failed {
  try {
    if ('pages' in work) {
      setPriority(constants.priority.PRIORITY_LOW);
      return work.pages.map((page) => packPage(page, EFFORTS.best));
    }
    const composed = work.variants.map(composeVariant);
    if (work.wanted === 'plain') return composed;
    if (work.wanted === 'trial') return [];
    return composed.map((one) => ({ ...one, packed: packPage(one.page, EFFORTS.quick) }));
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}
