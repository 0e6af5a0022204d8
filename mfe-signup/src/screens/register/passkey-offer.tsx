import { Trans, useLingui } from '@lingui/react/macro';
import { Banner, Button, Card, Heading, Inline, Stack, Text, toast } from '@portal/shared-ui';
import { ActionButton, ApiErrorBanner } from '@portal/shared-ui/forms';
import { createPasskey, StepUpArea, useStepUp } from '@portal/shared-ui/step-up';
import { type ReactElement, useState } from 'react';
import { declinePasskeys } from './declined-passkeys.ts';

type Props = {
  readonly onCreated: () => void;
  readonly onDeclined: () => void;
};

/**
 * Offers a passkey at the end of the sign-up (product §12.84). The sign-up was a proof, so that no
 * code is asked for within its ten minutes.
 */
export function PasskeyOffer({ onCreated, onDeclined }: Props): ReactElement {
  const { t } = useLingui();
  const action = useStepUp('mfa_settings', { inside: true });
  const [refusedByBrowser, setRefusedByBrowser] = useState(false);

  function create(): void {
    setRefusedByBrowser(false);
    action.perform(
      () => createPasskey(t`Passkey`),
      (answer) => {
        if (!answer.ok) return;
        if (answer.data === undefined) return setRefusedByBrowser(true);
        toast(t`The passkey has been added.`);
        onCreated();
      },
    );
  }
  function decline(): void {
    declinePasskeys();
    onDeclined();
  }

  return (
    <Card as="section" aria-labelledby="passkey-offer">
      <StepUpArea action={action}>
        <Stack gap="md">
          <Heading id="passkey-offer">
            <Trans>Next time, sign in without a password</Trans>
          </Heading>
          <Text>
            <Trans>
              With a passkey, you sign in with your fingerprint, your face or your device’s screen
              lock. You need no password and no code.
            </Trans>
          </Text>
          <ApiErrorBanner error={action.error} />
          {refusedByBrowser && (
            <Banner tone="warning">
              <Trans>No passkey was created. You can try again at any time.</Trans>
            </Banner>
          )}
          <Inline>
            <ActionButton action={action} onClick={create}>
              <Trans>Create a passkey</Trans>
            </ActionButton>
            <Button variant="outline" onClick={decline}>
              <Trans>Not now</Trans>
            </Button>
          </Inline>
        </Stack>
      </StepUpArea>
    </Card>
  );
}
