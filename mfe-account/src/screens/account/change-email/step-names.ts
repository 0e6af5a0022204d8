import { useLingui } from '@lingui/react/macro';

export function useStepNames(): string[] {
  const { t } = useLingui();
  return [
    t({ context: 'step', message: 'Confirm it is you' }),
    t({ context: 'step', message: 'New address' }),
    t({ context: 'step', message: 'Confirm the address' }),
    t({ context: 'step', message: 'Done' }),
  ];
}
