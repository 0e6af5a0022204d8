import { Card, Inline, Stack } from '@portal/kit/ui';
import { ApiErrorBanner } from '@portal/kit/ui/forms';
import { type ConfirmedAction, StepUpArea } from '@portal/kit/ui/step-up';
import type { ReactElement, ReactNode } from 'react';

type Props = {
  readonly action: ConfirmedAction;
  readonly button: ReactNode;
  /** What the button does. */
  readonly children: ReactNode;
};

/** The card that connects or disconnects LINE. */
export function LineCard({ action, button, children }: Props): ReactElement {
  return (
    <StepUpArea action={action}>
      <Card>
        <Stack gap="md">
          <ApiErrorBanner error={action.error} />
          {children}
          <Inline>{button}</Inline>
        </Stack>
      </Card>
    </StepUpArea>
  );
}
