import { documentKey } from '@portal/delivery-model/document';
import { livePart, type PartRelease, SHELL } from '@portal/delivery-model/log/operations';
import type { EnvironmentState } from '@portal/delivery-model/state';
import { type Store, StoreError } from '@portal/delivery-model/store/store';

/**
 * A store that lacks what is live too is not the one that was published to: its folder is gone or not mounted, it is
 * another bucket, or it is behind. Then it says nothing about a release that it does not have.
 * @param unknown what it does not have
 * @throws StoreError that names what else it lacks
 */
export async function expectStoreOf(
  state: EnvironmentState,
  store: Pick<Store, 'get'>,
  unknown: readonly Pick<PartRelease, 'part'>[],
): Promise<void> {
  for (const part of new Set([SHELL, ...unknown.map((release) => release.part)])) {
    const stable = livePart(state, part)?.stable;
    if (stable === undefined || (await store.get(documentKey(part, stable)))) continue;
    throw new StoreError(
      `It lacks ${part} ${stable} too, which is live. Please check that RELEASE_STORE is there, and the one that was published to, or restore it.`,
    );
  }
}
