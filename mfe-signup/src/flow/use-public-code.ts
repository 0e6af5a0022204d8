import { call } from '@portal/shared-api';
import { codeSent } from '@portal/shared-auth';
import { CODE_LIFETIME_MS, type PublicCodeType, sendPublicCode } from '@portal/shared-contract';
import { useLocale } from '@portal/shared-routing';
import { type Action, useAction } from '@portal/shared-ui/forms';
import { codeSentTo, type SentCodeState } from '@portal/shared-ui/step-up';

export type PublicCode = {
  readonly action: Action;
  /** What is to be kept of the code that is on its way; undefined where none could be sent. */
  readonly send: (email: string) => Promise<SentCodeState | undefined>;
};

/** Sends a code to the address of somebody who is not signed in. */
export function usePublicCode(type: PublicCodeType): PublicCode {
  const action = useAction();
  const locale = useLocale();
  return {
    action,
    async send(email) {
      const body = { type, email, locale };
      const answer = await action.run(() => call(sendPublicCode, { body }, { purpose: 'form' }));
      if (!answer?.ok) return undefined;
      codeSent(type);
      // Whole, and not masked: who typed it may have mistyped it.
      return codeSentTo({ ...answer.data, email }, CODE_LIFETIME_MS, Date.now());
    },
  };
}
