import { Trans } from '@lingui/react/macro';
import { type ApiError, call, type Result } from '@portal/shared-api';
import { signIn } from '@portal/shared-auth';
import {
  beginPasskeyProof,
  getStepUp,
  type ProofCodeType,
  proveByPasskey,
  proveByTotp,
  type StepUpMethod,
  type StepUpState,
} from '@portal/shared-contract';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { Banner } from '../../banner.tsx';
import { Button } from '../../button.tsx';
import { ActionButton } from '../../flow/action-button.tsx';
import { ApiErrorBanner, apiErrorCode } from '../../flow/api-error-banner.tsx';
import { useAction } from '../../flow/use-action.ts';
import { Inline, Stack, Text } from '../../layout.tsx';
import { AppCodeForm } from './app-code-form.tsx';
import { provenUntil } from './proven-until.ts';
import { StepUp } from './step-up.tsx';

type ProveProps = {
  /** What the code is for, which its message says. */
  readonly type: ProofCodeType;
  /** Shown before anything is asked: why, and what follows. */
  readonly children?: ReactNode;
  /**
   * Called with the end of the proof, in ms since 1970. `held`: it was given earlier, and nothing
   * was asked.
   */
  readonly onProven: (until: number, held: boolean) => void;
};

/**
 * Asks the member to show who they are, by the strongest way that they have, and offers the others.
 * A proof that holds already asks for nothing.
 */
export function Prove({ type, children, onProven }: ProveProps): ReactElement {
  const [state, setState] = useState<StepUpState>();
  const [error, setError] = useState<ApiError | null>(null);
  const [chosen, setChosen] = useState<StepUpMethod>();

  async function load(): Promise<void> {
    setError(null);
    const answer = await call(getStepUp, {}, { purpose: 'form' });
    if (!answer.ok) return setError(answer.error);
    const { allowed_until } = answer.data.data;
    if (allowed_until !== null) return onProven(provenUntil(allowed_until, Date.now()), true);
    setState(answer.data.data);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it opens
  useEffect(() => void load(), []);

  if (error && apiErrorCode(error) === 'auth.browser_unknown')
    return <ApiErrorBanner error={error} />;
  if (error) {
    return (
      <ApiErrorBanner
        error={error}
        action={
          <Button size="sm" variant="outline" onClick={() => void load()}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    );
  }
  if (!state) return <Stack gap="md">{children}</Stack>;
  const methods = state.methods.filter((one) => one !== 'passkey' || canAskForPasskey());
  const method = chosen ?? methods[0];
  if (method === undefined) return <NoMethod />;
  const proven = (until: string) => onProven(provenUntil(until, Date.now()), false);
  return (
    <Stack gap="md">
      {method === 'passkey' && <ByPasskey onProven={proven}>{children}</ByPasskey>}
      {method === 'totp' && <ByApp onProven={proven}>{children}</ByApp>}
      {(method === 'sms' || method === 'email') && (
        <StepUp
          key={method}
          type={type}
          // With one channel, the server chooses it.
          {...(methods.includes('sms') && { channel: method })}
          onVerified={({ allowed_until }) => allowed_until !== null && proven(allowed_until)}
        >
          {children}
        </StepUp>
      )}
      <Others methods={methods.filter((one) => one !== method)} choose={setChosen} />
    </Stack>
  );
}

const canAskForPasskey = () => typeof window.PublicKeyCredential === 'function';

type ByProps = { readonly children: ReactNode; readonly onProven: (until: string) => void };

/** The browser's own dialog opens; cancelling it is not an error. */
function ByPasskey({ children, onProven }: ByProps): ReactElement {
  const action = useAction();
  const [refusedByBrowser, setRefusedByBrowser] = useState(false);

  async function ask(): Promise<Result<string | undefined>> {
    const options = await call(beginPasskeyProof, {}, { purpose: 'form' });
    if (!options.ok) return options;
    const { startAuthentication } = await import('@simplewebauthn/browser');
    // The DOM's type for these options is wider than the library's, which also made them on the
    // server.
    type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
    const optionsJSON = options.data.data as unknown as Options;
    const signed = await startAuthentication({ optionsJSON }).catch(() => undefined);
    if (!signed) return { ok: true, data: undefined, status: 200 };
    const { clientExtensionResults, response, ...rest } = signed;
    const body = {
      response: {
        ...rest,
        response: { ...response },
        clientExtensionResults: { ...clientExtensionResults },
      },
    };
    const answer = await call(proveByPasskey, { body }, { purpose: 'form' });
    return answer.ok ? { ...answer, data: answer.data.data.allowed_until } : answer;
  }

  async function prove(): Promise<void> {
    setRefusedByBrowser(false);
    const answer = await action.run(ask);
    if (!answer?.ok) return;
    if (answer.data === undefined) setRefusedByBrowser(true);
    else onProven(answer.data);
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
        <ActionButton action={action} onClick={() => void prove()}>
          <Trans>Confirm with a passkey</Trans>
        </ActionButton>
      </Inline>
    </Stack>
  );
}

function ByApp({ children, onProven }: ByProps): ReactElement {
  return (
    <AppCodeForm
      check={(code) => call(proveByTotp, { body: { code } }, { purpose: 'form' })}
      onRight={({ data }) => onProven(data.allowed_until)}
    >
      {children}
      <Text>
        <Trans>Enter the code that your authenticator app shows now.</Trans>
      </Text>
    </AppCodeForm>
  );
}

type OthersProps = {
  readonly methods: readonly StepUpMethod[];
  readonly choose: (method: StepUpMethod) => void;
};

function Others({ methods, choose }: OthersProps): ReactElement | null {
  if (methods.length === 0) return null;
  return (
    <Inline>
      {methods.map((method) => (
        <Button key={method} size="sm" variant="link" onClick={() => choose(method)}>
          {method === 'passkey' && <Trans>Use a passkey instead</Trans>}
          {method === 'totp' && <Trans>Use the authenticator app instead</Trans>}
          {method === 'sms' && <Trans>Get a code by text message (SMS) instead</Trans>}
          {method === 'email' && <Trans>Get a code by e-mail instead</Trans>}
        </Button>
      ))}
    </Inline>
  );
}

/** For a member who has confirmed no address and has no passkey and no app. */
function NoMethod(): ReactElement {
  const { pathname, search } = window.location;
  const returnTo = pathname + search;
  return (
    <Stack gap="md">
      <Text>
        <Trans>
          To protect your account, please confirm your e-mail address first, or sign in again with
          LINE.
        </Trans>
      </Text>
      <Inline>
        <Button onClick={() => void signIn({ extras: { prompt: 'login' }, returnTo })}>
          <Trans>Sign in again</Trans>
        </Button>
      </Inline>
    </Stack>
  );
}
