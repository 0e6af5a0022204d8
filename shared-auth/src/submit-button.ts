import { useAtomValue } from 'jotai';
import { authStore, state, submitBtnAtom } from './atoms.ts';

/** Submit buttons are enabled again 600 ms after the request has settled. */
export const SUBMIT_REENABLE_MS = 600;

/** Runs `work` after a wait. */
export type Later = (work: () => void, milliseconds: number) => void;

export const laterByTimer: Later = (work, milliseconds) => void setTimeout(work, milliseconds);
let later = laterByTimer;

/** Sets what waits out the 600 ms; `startSession` does it. */
export function waitWith(chosen: Later): void {
  later = chosen;
}

/** Runs a request while every submit button is disabled. */
export async function submitting<T>(work: () => Promise<T>): Promise<T> {
  const count = (by: number) => authStore.set(state.submitCount, (before) => before + by);
  count(1);
  try {
    return await work();
  } finally {
    later(() => count(-1), SUBMIT_REENABLE_MS);
  }
}

/** Disabled while any form's request is under way, so that a double click sends one request. */
export function useSubmitButton(): {
  readonly disabled: boolean;
  readonly submit: <T>(work: () => Promise<T>) => Promise<T | undefined>;
} {
  return {
    disabled: useAtomValue(submitBtnAtom, { store: authStore }),
    submit: async (work) => (authStore.get(submitBtnAtom) ? undefined : submitting(work)),
  };
}
