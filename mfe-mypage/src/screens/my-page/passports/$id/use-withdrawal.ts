import { useLingui } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { type Passport, withdrawPassportTransfer } from '@portal/kit/contract';
import { useGiftDraft } from './gift-draft.ts';
import { type PassportChange, usePassportAction } from './use-passport-action.ts';

/** Withdraws the open offer of a passport at one tap: giving it again undoes that, with the same words. */
export function useWithdrawal(passport: Passport): PassportChange & { withdraw: () => void } {
  const { t } = useLingui();
  const action = usePassportAction();
  const draft = useGiftDraft(passport);
  const { id, transfer } = passport;
  const keepWords = () => {
    if (!transfer?.giver_name) return;
    draft.write({ giver_name: transfer.giver_name, message: transfer.message ?? '' });
  };
  return {
    ...action,
    withdraw: () =>
      void action.change(
        () => call(withdrawPassportTransfer, { params: { id } }, { purpose: 'form' }),
        { message: t`The offer has been withdrawn.`, onSuccess: keepWords },
      ),
  };
}
