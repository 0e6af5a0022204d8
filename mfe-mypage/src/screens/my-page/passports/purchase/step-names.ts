import { useLingui } from '@lingui/react/macro';
import { purchaseFlow, type Step } from './flow.ts';

const ORDER: readonly Step[] = ['details', 'holder', 'design', 'photo', 'check'];

/**
 * The steps of the purchase and the current one. That about the member counts only in a purchase
 * that has it, and there to the end.
 */
export function useSteps(step: Step): {
  readonly steps: readonly string[];
  readonly current: number;
} {
  const { t } = useLingui();
  const names = [
    t`Details about you`,
    t({ message: 'For whom', context: 'step' }),
    t({ message: 'Design', context: 'step' }),
    t({ message: 'Photo', context: 'step' }),
    t({ message: 'Check and pay', context: 'step' }),
  ];
  const skipped = step === 'details' || purchaseFlow.state().detailsSaved ? 0 : 1;
  return { steps: names.slice(skipped), current: ORDER.indexOf(step) - skipped };
}
