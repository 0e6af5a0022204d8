import type { Result } from '@portal/shared-api';
import { useRevalidator } from '@portal/shared-routing';
import { toast } from '@portal/shared-ui';
import { type Action, useAction } from '@portal/shared-ui/forms';

export type PassportChange = Action & {
  /** Runs the call; on success shows a toast, loads the passport again and calls `onSuccess`. */
  readonly change: <T>(
    work: () => Promise<Result<T>>,
    success: { readonly message: string; readonly onSuccess?: () => void },
  ) => Promise<void>;
};

/** An action that changes the passport on this page. */
export function usePassportAction(): PassportChange {
  const action = useAction();
  const { revalidate } = useRevalidator();
  return {
    ...action,
    async change(work, { message, onSuccess }) {
      const answer = await action.run(work);
      if (!answer?.ok) return;
      toast(message);
      onSuccess?.();
      void revalidate();
    },
  };
}
