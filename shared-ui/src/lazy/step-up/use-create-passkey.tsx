import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { Banner } from '../../banner.tsx';
import { ApiErrorBanner } from '../../flow/api-error-banner.tsx';
import { Text } from '../../layout.tsx';
import { toast } from '../../toast.tsx';
import { createPasskey } from './create-passkey.ts';
import { type ConfirmedAction, useStepUp } from './use-step-up.tsx';

type PasskeyCreation = {
  /** For the button that creates the passkey, and for the area that may ask for a step-up. */
  readonly action: ConfirmedAction;
  readonly create: () => void;
  /** Says what a passkey is for, and why none was created. */
  readonly about: ReactElement;
};

/** Creates a passkey for the member, after a step-up. */
export function useCreatePasskey(onCreated: () => void): PasskeyCreation {
  const { t } = useLingui();
  const action = useStepUp('add_passkey', { inside: true });
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

  const about = (
    <>
      <Text>
        <Trans>
          With a passkey, you sign in with your fingerprint, your face or your device’s screen lock.
          You need no password and no code.
        </Trans>
      </Text>
      <ApiErrorBanner error={action.error} />
      {refusedByBrowser && (
        <Banner tone="warning">
          <Trans>No passkey was created. You can try again at any time.</Trans>
        </Banner>
      )}
    </>
  );
  return { action, create, about };
}
