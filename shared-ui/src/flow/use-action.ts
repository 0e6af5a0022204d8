import type { ApiError, Result } from '@portal/shared-api';
import { submitting, useSubmitButton } from '@portal/shared-auth';
import { useState } from 'react';

export type Action = {
  /** True while this action runs. */
  readonly busy: boolean;
  /** True while any form's request runs, and for 600 ms after it: nothing can be submitted. */
  readonly disabled: boolean;
  /** The error of the last run; null again when the next run starts. */
  readonly error: ApiError | null;
  /** Runs `work`; returns undefined without running it if another request is running. */
  readonly run: <T>(work: () => Promise<Result<T>>) => Promise<Result<T> | undefined>;
  /** Runs `work` as the continuation of another request, without waiting out the 600 ms after that one. */
  readonly follow: <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;
  readonly clear: () => void;
};

/** The state of an action that a button starts. It runs once at a time and keeps its error as a value. */
export function useAction(): Action {
  const { disabled, submit } = useSubmitButton();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  async function settled<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    setBusy(true);
    setError(null);
    try {
      const answer = await work();
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
