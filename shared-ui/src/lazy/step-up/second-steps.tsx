import { Trans, useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import {
  type PasskeyAnswer,
  type PasskeyRequestOptions,
  RecoveryCodeSchema,
  type SecondStep,
} from '@portal/shared-contract';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { Banner } from '../../banner.tsx';
import { Button } from '../../button.tsx';
import { ActionButton, SubmitButton, useAction } from '../../flow/action.tsx';
import { ApiErrorBanner } from '../../flow/api-error-banner.tsx';
import { ErrorSummary } from '../../form/form-card.tsx';
import { usePortalForm } from '../../form/use-portal-form.ts';
import { Inline, Stack, Text } from '../../layout.tsx';
import { TextField } from '../../text-field.tsx';
import { AppCodeForm } from './app-code-form.tsx';

type Props<T, Given = string> = {
  readonly check: (given: Given) => Promise<Result<T>>;
  readonly onProven: (stepUp: T) => void;
  readonly children?: ReactNode;
};

export function ByApp<T>({ check, onProven, children }: Props<T>) {
  return (
    <AppCodeForm check={check} onRight={onProven}>
      {children}
      <Text>
        <Trans>Enter the code that your authenticator app shows now.</Trans>
      </Text>
    </AppCodeForm>
  );
}

type PasskeyProps<T> = Props<T, PasskeyAnswer> & {
  readonly begin: () => Promise<Result<PasskeyRequestOptions>>;
};

export const canAskForPasskey = (): boolean => typeof window.PublicKeyCredential === 'function';

/** Asks for a passkey. The browser's own dialog opens; cancelling it is not an error. */
export function ByPasskey<T>({ begin, check, onProven, children }: PasskeyProps<T>) {
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

const RecoveryFormSchema = v.object({ code: RecoveryCodeSchema });

export function ByRecoveryCode<T>({ check, onProven, children }: Props<T>) {
  const { t } = useLingui();
  const action = useAction();
  const form = usePortalForm({
    schema: RecoveryFormSchema,
    initialValues: { code: '' },
    onSubmit: async ({ code }) => {
      const answer = await action.run(() => check(code));
      if (answer?.ok) onProven(answer.data);
    },
  });
  return (
    <form {...form.props}>
      <Stack gap="md">
        {children}
        <ErrorSummary {...form.summary} />
        <ApiErrorBanner error={action.error} />
        <TextField
          {...form.text('code')}
          label={t`Recovery code`}
          hint={t`Choose one that you have not used before.`}
          autoComplete="off"
          required
        />
        <SubmitButton action={action}>
          <Trans>Confirm</Trans>
        </SubmitButton>
      </Stack>
    </form>
  );
}

type OtherMethodsProps<Method extends SecondStep> = {
  readonly methods: readonly Method[];
  readonly choose: (method: Method) => void;
};

export function OtherMethods<Method extends SecondStep>(props: OtherMethodsProps<Method>) {
  if (props.methods.length === 0) return null;
  return (
    <Inline>
      {props.methods.map((method) => (
        <Button key={method} size="sm" variant="link" onClick={() => props.choose(method)}>
          {method === 'passkey' && <Trans>Use a passkey instead</Trans>}
          {method === 'totp' && <Trans>Use the authenticator app instead</Trans>}
          {method === 'recovery_code' && <Trans>Use a recovery code instead</Trans>}
          {method === 'sms' && <Trans>Get a code by text message (SMS) instead</Trans>}
          {method === 'email' && <Trans>Get a code by email instead</Trans>}
        </Button>
      ))}
    </Inline>
  );
}
