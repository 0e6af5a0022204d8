import type { KeptAnswers } from '@portal/shared-api';
import { authStore, state } from '../atoms.ts';
import type { Kept, KeptPass } from './kept-store.ts';

/** Code that nobody needs with a connection. It has come when something was kept, and works without one. */
const store = () => import('./kept-store.ts');

/** What shared-api answers with where there is no connection. */
export const keptAnswers: KeptAnswers = {
  isAway: () => authStore.get(state.isAway),
  answer: async (address) => {
    // Without a worker nothing is kept, and the store's code would not come without a connection.
    if (!globalThis.navigator?.serviceWorker?.controller) return undefined;
    return keptForMember().then(
      (kept) => kept?.answers[address],
      () => undefined,
    );
  },
  lost: () => authStore.set(state.isAway, true),
  found: connectionIsBack,
};

/** The connection is back: what is shown comes from the network again. */
export function connectionIsBack(): void {
  authStore.set(state.isAway, false);
}

/**
 * Keeps what a member's passes need without a connection, in place of what was kept before.
 * @param subject who was signed in when the answers came, by `storedSubject`
 */
export const keepForMember = (kept: Kept, subject: string): Promise<void> =>
  store().then(({ writeKept }) => writeKept(kept, subject));

/**
 * Keeps what fills the first view of a page for a member.
 * @param answers by the address of the call, with what the view shows of each and nothing else
 */
export const keepFirstView: typeof import('./kept-store.ts').writeFirstView = (...args) =>
  store().then(({ writeFirstView }) => writeFirstView(...args));

/** What is kept for the signed-in member. */
export const keptForMember = (): Promise<Kept | undefined> =>
  store().then(({ readKept }) => readKept());

/** The passes that are kept for the signed-in member, with what makes their codes. */
export const keptPasses = (): Promise<readonly KeptPass[]> =>
  store().then(({ readKeptPasses }) => readKeptPasses());

/** The last moment at which the member's passes work without a connection, in ms since 1970. */
export const keptUntil = (): Promise<number | undefined> =>
  keptForMember().then((kept) => kept?.worksUntil);
