import { useLingui } from '@lingui/react/macro';

export function useStepNames(): string[] {
  const { t } = useLingui();
  return [
    t({ context: 'step', message: 'Email' }),
    t({ context: 'step', message: 'Code' }),
    t({ context: 'step', message: 'New password' }),
    t({ context: 'step', message: 'Done' }),
  ];
}
