import { useLingui } from '@lingui/react/macro';

export function usePasswordSteps(): string[] {
  const { t } = useLingui();
  return [
    t({ context: 'step', message: 'Confirm it is you' }),
    t({ context: 'step', message: 'New password' }),
    t({ context: 'step', message: 'Done' }),
  ];
}
