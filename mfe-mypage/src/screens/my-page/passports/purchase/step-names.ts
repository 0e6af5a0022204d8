import { useLingui } from '@lingui/react/macro';

export function useStepNames(): readonly string[] {
  const { t } = useLingui();
  return [
    t({ message: 'For whom', context: 'step' }),
    t({ message: 'Design', context: 'step' }),
    t({ message: 'Photo', context: 'step' }),
    t({ message: 'Check and pay', context: 'step' }),
  ];
}
