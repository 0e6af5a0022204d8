import type { ApiError, Result } from '@portal/shared-api';
import { actionSettled, submitting, useSubmitButton } from '@portal/shared-auth';
import { useState } from 'react';

export type Action = {
  /** This action is under way: its button says so. */
  readonly busy: boolean;
  /** Some form's request is under way, or has just settled (spec §4): nothing can be submitted. */
  readonly disabled: boolean;
  /** Why it failed last; null again as soon as it is tried again. */
  readonly error: ApiError | null;
  /** Runs it, unless a request is running already; then undefined. */
  readonly run: <T>(work: () => Promise<Result<T>>) => Promise<Result<T> | undefined>;
  /** The same for what follows from a request by itself: the 600 ms after that one do not count. */
  readonly follow: <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;
  readonly clear: () => void;
};

/** What a button does: once at a time, its failure kept as a value. */
export function useAction(): Action {
  const { disabled, submit } = useSubmitButton();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  async function settled<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    setBusy(true);
    setError(null);
    try {
      const answer = await work();
      actionSettled(answer.ok ? null : answer.error);
      if (!answer.ok) setError(answer.error);
      return answer;
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    disabled,
    error,
    clear: () => setError(null),
    run: (work) => submit(() => settled(work)),
    follow: (work) => submitting(() => settled(work)),
  };
}
