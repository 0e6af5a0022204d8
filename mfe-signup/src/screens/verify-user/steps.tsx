import { Trans } from '@lingui/react/macro';
import { Button } from '@portal/kit/ui';
import { useContinueAfterStep } from '../../flow/use-continue-after-step.ts';

export const STEPS = { start: '/verify-user', verify: '/verify-user/verify-code' } as const;

export const CODE_TYPE = 'verify_email_by_user';

export function LaterButton() {
  const goOn = useContinueAfterStep();
  return (
    <Button variant="outline" wide="onPhone" onClick={() => goOn('/verify-user')}>
      <Trans>Later</Trans>
    </Button>
  );
}
