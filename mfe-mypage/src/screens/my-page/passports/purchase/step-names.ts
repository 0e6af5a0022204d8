import { useLingui } from '@lingui/react/macro';
import { needsPhoto, purchaseFlow, type Step } from './flow.ts';

const ORDER: readonly Step[] = ['details', 'holder', 'design', 'photo', 'check'];

/**
 * The steps of the purchase and the current one. That about the member counts only in a purchase
 * that has it, and there to the end; that about the photo not for another adult.
 */
export function useSteps(step: Step): {
  readonly steps: readonly string[];
  readonly current: number;
} {
  const { t } = useLingui();
  const names = [
    t`Details about you`,
    t({ message: 'Who it’s for', context: 'step' }),
    t({ message: 'Design', context: 'step' }),
    t({ message: 'Photo', context: 'step' }),
    t({ message: 'Check and pay', context: 'step' }),
  ];
  const { detailsSaved, choices } = purchaseFlow.state();
  const shown = ORDER.filter((one) => {
    if (one === 'details') return step === 'details' || detailsSaved;
    return one !== 'photo' || step === 'photo' || needsPhoto(choices);
  });
  return {
    steps: shown.map((one) => names[ORDER.indexOf(one)] ?? ''),
    current: shown.indexOf(step),
  };
}
