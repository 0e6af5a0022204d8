import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { signedUp } from '../../flow/signed-up.ts';
import { useStepNames as useSignUpStepNames } from '../signup/step-names.ts';

const PAGES = ['form', 'confirm', 'complete'] as const;

type Steps = { readonly steps: readonly string[]; readonly current: number };

/**
 * The steps around the profile: after a sign-up they go on with its count, where the profile is the
 * last step; otherwise the profile has steps of its own.
 */
export function useSteps(page: (typeof PAGES)[number]): Steps {
  const { t } = useLingui();
  const [after] = useState(() => signedUp.read());
  const ofSignUp = useSignUpStepNames({ withPassword: after?.withPassword ?? true });
  if (after && page === 'complete') return { steps: [], current: 0 };
  if (after) return { steps: ofSignUp, current: ofSignUp.length - 1 };
  return {
    steps: [
      t({ context: 'step', message: 'Details' }),
      t({ context: 'step', message: 'Check' }),
      t({ context: 'step', message: 'Done' }),
    ],
    current: PAGES.indexOf(page),
  };
}
