import { codeSent } from '@portal/kit/auth';
import { type PublicCodeType, sendPublicCode } from '@portal/kit/contract';
import { useLocale } from '@portal/kit/routing';
import { type Action, useAction } from '@portal/kit/ui/forms';
import { codeSentTo, type SentCodeState } from '@portal/kit/ui/step-up';

export type PublicCode = {
  readonly action: Action;
  /** Returns what to store about the code; undefined if none was sent. `last`: the one before, which becomes void. */
  readonly send: (email: string, last?: SentCodeState) => Promise<SentCodeState | undefined>;
};

export function usePublicCode(type: PublicCodeType): PublicCode {
  const action = useAction();
  const locale = useLocale();
  return {
    action,
    async send(email, last) {
      const body = { type, email, locale, ...(last?.request && { request: last.request }) };
      const answer = await action.send(sendPublicCode, { body });
      if (!answer?.ok) return undefined;
      codeSent(type);
      // The address is shown in full, not masked, so that the visitor can spot a typing error.
      return codeSentTo({ ...answer.data, email });
    },
  };
}
