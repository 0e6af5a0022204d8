import { useLingui } from '@lingui/react/macro';

export function useStepNames(): string[] {
  const { t } = useLingui();
  return [
    t({ context: 'step', message: 'E-mail' }),
    t({ context: 'step', message: 'Code' }),
    t({ context: 'step', message: 'Details' }),
  ];
}
