import { codeSent } from '@portal/kit/auth';
import { type PublicCodeType, sendPublicCode } from '@portal/kit/contract';
import { useLocale } from '@portal/kit/routing';
import { useAction } from '@portal/kit/ui/forms';
import { codeSentTo, type SentCodeState } from '@portal/kit/ui/step-up';

export function usePublicCode(type: PublicCodeType) {
  const action = useAction();
  const locale = useLocale();
  return {
    action,
    /** Returns what to store about the code; undefined if none was sent. `last`: the one before, which becomes void. */
    async send(email: string, last?: SentCodeState): Promise<SentCodeState | undefined> {
      const body = { type, email, locale, ...(last?.request && { request: last.request }) };
      const answer = await action.send(sendPublicCode, { body });
      if (!answer?.ok) return undefined;
      codeSent(type);
      // The address is shown in full, not masked, so that the visitor can spot a typing error.
      return codeSentTo({ ...answer.data, email });
    },
  };
}
