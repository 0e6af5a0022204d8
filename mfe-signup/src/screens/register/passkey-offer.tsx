import { Trans } from '@lingui/react/macro';
import { Button, Card, Heading, Inline, Stack } from '@portal/kit/ui';
import { ActionButton } from '@portal/kit/ui/forms';
import { StepUpArea, useCreatePasskey } from '@portal/kit/ui/step-up';
import type { ReactElement } from 'react';
import { declinePasskeys } from './declined-passkeys.ts';

type Props = {
  /** It is created, or the member wants none. */
  readonly onOver: () => void;
};

/**
 * Offers a passkey at the end of the sign-up. The sign-up was a step-up, so that no
 * code is asked for within its ten minutes.
 */
export function PasskeyOffer({ onOver }: Props): ReactElement {
  const { action, create, about } = useCreatePasskey(onOver);
  function decline(): void {
    declinePasskeys();
    onOver();
  }

  return (
    <Card as="section" aria-labelledby="passkey-offer">
      <StepUpArea action={action}>
        <Stack gap="md">
          <Heading id="passkey-offer">
            <Trans>Next time, sign in without a password</Trans>
          </Heading>
          {about}
          <Inline>
            <ActionButton wide="onPhone" action={action} onClick={create}>
              <Trans>Create a passkey</Trans>
            </ActionButton>
            <Button variant="outline" wide="onPhone" onClick={decline}>
              <Trans>Not now</Trans>
            </Button>
          </Inline>
        </Stack>
      </StepUpArea>
    </Card>
  );
}
