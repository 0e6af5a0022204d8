import { Trans, useLingui } from '@lingui/react/macro';
import { call, type Result } from '@portal/shared-api';
import { addPasskey, beginPasskey, type Passkey } from '@portal/shared-contract';
import { useState } from 'react';
import { Banner } from '../../banner.tsx';
import { ApiErrorBanner } from '../../flow/api-error-banner.tsx';
import { Text } from '../../layout.tsx';
import { toast } from '../../toast.tsx';
import { useStepUp } from './use-step-up.tsx';

/** The returned `about` says what a passkey is for, and why none was created. */
export function useCreatePasskey(onCreated: () => void) {
  const { t } = useLingui();
  const action = useStepUp('add_passkey', { inside: true });
  const [refusedByBrowser, setRefusedByBrowser] = useState(false);

  function create(): void {
    setRefusedByBrowser(false);
    action.performAll(
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

/**
 * The browser's own dialog opens between the two calls; cancelling it is no error, and the answer is then undefined.
 * @param fallbackName its name where the browser does not report its platform
 */
async function createPasskey(fallbackName: string): Promise<Result<Passkey | undefined>> {
  const options = await call(beginPasskey, {}, { purpose: 'form' });
  if (!options.ok) return options;
  const { startRegistration } = await import('@simplewebauthn/browser');
  // The DOM's type for these options is wider than the library's, which also made them on the server.
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const optionsJSON = options.data.data as unknown as Options;
  const made = await startRegistration({ optionsJSON }).catch(() => undefined);
  if (!made) return { ok: true, data: undefined, status: 200 };
  const { clientExtensionResults, response, ...rest } = made;
  const body = {
    name: nameOfThisDevice() ?? fallbackName,
    response: {
      ...rest,
      response: { ...response },
      clientExtensionResults: { ...clientExtensionResults },
    },
  };
  const kept = await call(addPasskey, { body }, { purpose: 'form' });
  return kept.ok ? { ...kept, data: kept.data.data } : kept;
}

/** The platform that the browser reports, as a default name that the member may change. */
function nameOfThisDevice(): string | undefined {
  const { userAgentData } = navigator as { userAgentData?: { platform?: string } };
  return userAgentData?.platform || undefined;
}
