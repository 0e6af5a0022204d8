import { useLingui } from '@lingui/react/macro';

export function useStepNames(): string[] {
  const { t } = useLingui();
  return [
    t({ context: 'step', message: 'Details' }),
    t({ context: 'step', message: 'Check' }),
    t({ context: 'step', message: 'Done' }),
  ];
}
