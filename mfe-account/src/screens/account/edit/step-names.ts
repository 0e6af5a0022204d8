import { useLingui } from '@lingui/react/macro';

export function useStepNames(): readonly string[] {
  const { t } = useLingui();
  return [
    t({ message: 'Edit', context: 'step' }),
    t({ message: 'Check', context: 'step' }),
    t({ message: 'Done', context: 'step' }),
  ];
}
