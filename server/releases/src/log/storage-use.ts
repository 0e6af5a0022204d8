import { fileKey, uploadKey } from '@portal/delivery-model/document';
import { ruleOf } from '@portal/delivery-model/log/policy';
import { type ReleaseRefusal, refusal } from '@portal/delivery-model/log/refusal';
import type { EnvironmentState } from '@portal/delivery-model/state';
import type { Store } from '@portal/delivery-model/store/store';
import type { Clock } from '@portal/server-platform/clock';

/** Unless the operator's policy says otherwise: some thousand releases of a part such as mypage. */
const STORAGE_BYTES = 2_000_000_000;
/** A sweep may have removed files since they were counted, and another server may have stored some. */
const COUNT_AGAIN_MS = 60_000;
const MEGABYTE = 1_000_000;

/** How much each part has in the store: files, and uploads that no release names yet. */
export type StorageUse = {
  /** Counts bytes that a team wants to store, or answers why it may not. */
  add(state: EnvironmentState, part: string, bytes: number): Promise<ReleaseRefusal | undefined>;
  /** Something else was stored: the part is counted anew. */
  forget(part: string): void;
};

/** Of this server, which counts what is stored once a minute at most. */
export function createStorageUse(store: Pick<Store, 'stored'>, clock: Clock): StorageUse {
  // Promises, since a team uploads several files at once.
  const uses = new Map<string, { readonly use: Promise<{ bytes: number }>; readonly at: number }>();

  function useOf(part: string): Promise<{ bytes: number }> {
    const at = clock.now().getTime();
    const known = uses.get(part);
    if (known && at - known.at < COUNT_AGAIN_MS) return known.use;
    const use = storedBytes(store, part).then((bytes) => ({ bytes }));
    uses.set(part, { use, at });
    use.catch(() => uses.delete(part));
    return use;
  }

  return {
    async add(state, part, bytes) {
      const { storageBytes = STORAGE_BYTES } = ruleOf(state, part);
      const use = await useOf(part);
      if (use.bytes + bytes <= storageBytes) {
        use.bytes += bytes;
        return undefined;
      }
      return refusal(
        'storage-full',
        `${part} has ${megabytes(use.bytes)} MB in the store, and may have ${megabytes(storageBytes)}.`,
        'Ask the operator to sweep the store, or to allow more (portal policy set --storage).',
      );
    },
    forget: (part) => uses.delete(part),
  };
}

async function storedBytes(store: Pick<Store, 'stored'>, part: string): Promise<number> {
  let sum = 0;
  for (const folder of [fileKey(part, ''), uploadKey(part, '')]) {
    for await (const { bytes } of store.stored(folder)) sum += bytes;
  }
  return sum;
}

const megabytes = (bytes: number) =>
  (bytes / MEGABYTE).toLocaleString('en', { maximumFractionDigits: 3 });
