import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { LeavingReason } from '@portal/kit/contract';

export const REASON_TEXTS: Readonly<Record<LeavingReason, MessageDescriptor>> = {
  not_needed: msg`I no longer need it`,
  hard_to_use: msg`It is hard to use`,
  too_many_mails: msg`I get too many emails`,
  privacy: msg`I am concerned about my personal data`,
  another_account: msg`I have another account`,
  other: msg({ context: 'reason for leaving', message: 'Another reason' }),
};

export function useStepNames(): string[] {
  const { t } = useLingui();
  return [
    t({ context: 'step', message: 'What you lose' }),
    t({ context: 'step', message: 'Confirmation' }),
  ];
}
