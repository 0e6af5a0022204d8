import type { Act } from '@portal/kit/contract';
import { Card } from '@portal/kit/ui';
import { Prove } from '@portal/kit/ui/step-up';
import type { ReactElement, ReactNode } from 'react';

type Props = {
  readonly act: Act;
  /** Called with the end of the step-up, in ms since 1970. This step has nothing to ask then and is replaced. */
  readonly onConfirmed: (until: number) => void;
  readonly children: ReactNode;
};

/** The step in which the member confirms what they are about to do. */
export function FirstStep({ act, onConfirmed, children }: Props): ReactElement {
  return (
    <Card>
      <Prove act={act} onProven={onConfirmed}>
        {children}
      </Prove>
    </Card>
  );
}
