import type { Result } from '@portal/kit/api';
import type { Act } from '@portal/kit/contract';
import { useRevalidator } from '@portal/kit/routing';
import { toast } from '@portal/kit/ui';
import { type Action, useAction } from '@portal/kit/ui/forms';
import { type ConfirmedAction, useStepUp } from '@portal/kit/ui/step-up';

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

/**
 * The same for an act that the member confirms, before its question opens, so that nothing typed is lost.
 * @param place distinguishes two of one act on this page
 */
export function useConfirmedPassportAction(
  act: Act,
  place: string,
): PassportChange & Pick<ConfirmedAction, 'perform' | 'prepare' | 'returned'> {
  const action = useStepUp(act, { place });
  const { revalidate } = useRevalidator();
  return {
    ...action,
    async change(work, { message, onSuccess }) {
      action.perform(work, (answer) => {
        if (!answer.ok) return;
        toast(message);
        onSuccess?.();
        void revalidate();
      });
    },
  };
}
