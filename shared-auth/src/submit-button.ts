import { useAtomValue } from 'jotai';
import { authStore, state, submitBtnAtom } from './atoms.ts';

/** Spec §4, §9: submit buttons come back 600 ms after the request has settled. */
export const SUBMIT_REENABLE_MS = 600;

/** Runs a request while every submit button is disabled. For a route's action. */
export async function submitting<T>(work: () => Promise<T>): Promise<T> {
  const count = (by: number) => authStore.set(state.submitsUnderWay, (before) => before + by);
  count(1);
  try {
    return await work();
  } finally {
    setTimeout(() => count(-1), SUBMIT_REENABLE_MS);
  }
}

/**
 * A form's button: `disabled` while any request of a form is under way; `submit` runs one, and does
 * nothing (undefined) where one is running already, so that a double click is one request.
 */
export function useSubmitButton(): {
  readonly disabled: boolean;
  readonly submit: <T>(work: () => Promise<T>) => Promise<T | undefined>;
} {
  return {
    disabled: useAtomValue(submitBtnAtom, { store: authStore }),
    submit: async (work) => (authStore.get(submitBtnAtom) ? undefined : submitting(work)),
  };
}
