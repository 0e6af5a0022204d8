import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import type { PasskeyAnswer, PasskeyRequestOptions } from '@portal/shared-contract';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Banner } from '../../banner.tsx';
import { ActionButton } from '../../flow/action-button.tsx';
import { ApiErrorBanner } from '../../flow/api-error-banner.tsx';
import { useAction } from '../../flow/use-action.ts';
import { Inline, Stack } from '../../layout.tsx';

type Props<T> = {
  /** Asks the server what the browser needs. */
  readonly begin: () => Promise<Result<PasskeyRequestOptions>>;
  readonly check: (response: PasskeyAnswer) => Promise<Result<T>>;
  readonly onProven: (stepUp: T) => void;
  readonly children?: ReactNode;
};

/** Whether this browser knows passkeys. */
export const canAskForPasskey = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Asks for a passkey. The browser's own dialog opens; cancelling it is not an error. */
export function ByPasskey<T>({ begin, check, onProven, children }: Props<T>): ReactElement {
  const action = useAction();
  const [refusedByBrowser, setRefusedByBrowser] = useState(false);

  async function ask(): Promise<Result<{ stepUp: T } | undefined>> {
    const options = await begin();
    if (!options.ok) return options;
    const { startAuthentication } = await import('@simplewebauthn/browser');
    // The DOM's type for these options is wider than the library's, which also made them on the server.
    type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
    const optionsJSON = options.data as unknown as Options;
    const signed = await startAuthentication({ optionsJSON }).catch(() => undefined);
    if (!signed) return { ok: true, data: undefined, status: 200 };
    const { clientExtensionResults, response, ...rest } = signed;
    const answer = await check({
      ...rest,
      response: { ...response },
      clientExtensionResults: { ...clientExtensionResults },
    });
    return answer.ok ? { ...answer, data: { stepUp: answer.data } } : answer;
  }

  async function prove(): Promise<void> {
    setRefusedByBrowser(false);
    const answer = await action.run(ask);
    if (!answer?.ok) return;
    if (answer.data === undefined) setRefusedByBrowser(true);
    else onProven(answer.data.stepUp);
  }

  return (
    <Stack gap="md">
      {children}
      <ApiErrorBanner error={action.error} />
      {refusedByBrowser && (
        <Banner tone="warning">
          <Trans>The passkey was not used. You can try again, or choose another way.</Trans>
        </Banner>
      )}
      <Inline>
        <ActionButton wide="onPhone" action={action} onClick={() => void prove()}>
          <Trans>Confirm with a passkey</Trans>
        </ActionButton>
      </Inline>
    </Stack>
  );
}
