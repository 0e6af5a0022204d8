import type { Result } from '@portal/shared-api';
import { useRevalidator } from '@portal/shared-routing';
import { toast } from '@portal/shared-ui';
import { type Action, useAction } from '@portal/shared-ui/forms';

export type PassChange = Action & {
  /** Changes the pass; on success says so, shows it as it is now, and calls `after`. */
  readonly change: <T>(
    work: () => Promise<Result<T>>,
    done: { readonly say: string; readonly after?: () => void },
  ) => Promise<void>;
};

/** An action that changes the pass on the page. */
export function usePassAction(): PassChange {
  const action = useAction();
  const { revalidate } = useRevalidator();
  return {
    ...action,
    async change(work, { say, after }) {
      const answer = await action.run(work);
      if (!answer?.ok) return;
      toast(say);
      after?.();
      void revalidate();
    },
  };
}
