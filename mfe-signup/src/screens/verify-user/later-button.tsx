import { Trans } from '@lingui/react/macro';
import { Button } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { useContinueAfterStep } from '../../flow/use-continue-after-step.ts';

/** Puts off the confirmation of the address. */
export function LaterButton(): ReactElement {
  const goOn = useContinueAfterStep();
  return (
    <Button variant="outline" wide="onPhone" onClick={() => goOn('/verify-user')}>
      <Trans>Later</Trans>
    </Button>
  );
}
