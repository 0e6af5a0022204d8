import { Trans } from '@lingui/react/macro';
import { type ApiError, call, type Result } from '@portal/shared-api';
import { signIn } from '@portal/shared-auth';
import {
  beginPasskeyProof,
  getStepUp,
  type PasskeyAnswer,
  type ProofCodeType,
  proveByPasskey,
  proveByRecoveryCode,
  proveByTotp,
  type SecondStep,
  type StepUpState,
} from '@portal/shared-contract';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../button.tsx';
import { ApiErrorBanner, apiErrorCode } from '../../flow/api-error-banner.tsx';
import { Inline, Stack, Text } from '../../layout.tsx';
import { useKeptFocus } from '../../use-kept-focus.ts';
import { ByApp } from './by-app.tsx';
import { ByPasskey, canAskForPasskey } from './by-passkey.tsx';
import { ByRecoveryCode } from './by-recovery-code.tsx';
import { BySigningIn } from './by-signing-in.tsx';
import { LostMailbox } from './lost-mailbox.tsx';
import { OtherMethods } from './other-methods.tsx';
import { provenUntil } from './proven-until.ts';
import { StepUp } from './step-up.tsx';

type ProveProps = {
  /** What the code is for, which its message says. */
  readonly type: ProofCodeType;
  /** Shown before anything is asked: why, and what follows. */
  readonly children?: ReactNode;
  /**
   * Where a lost mailbox is a reason to come: what a member can do who has nothing but the mailbox.
   */
  readonly withoutMailbox?: ReactNode;
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
export function Prove({ type, children, withoutMailbox, onProven }: ProveProps): ReactElement {
  const [state, setState] = useState<StepUpState>();
  const [error, setError] = useState<ApiError | null>(null);
  const [chosen, setChosen] = useState<SecondStep>();
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(chosen, () => place.current?.focus());

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
  if (state.methods.includes('sign_in')) return <BySigningIn>{children}</BySigningIn>;
  const methods = state.methods
    .filter((one) => one !== 'sign_in')
    .filter((one) => one !== 'passkey' || canAskForPasskey());
  const method = chosen ?? methods[0];
  if (method === undefined) return <NoMethod />;
  const others = methods.filter((one) => one !== method);
  const proven = (until: string) => onProven(provenUntil(until, Date.now()), false);
  return (
    <div ref={place} tabIndex={-1}>
      <Stack gap="md">
        {method === 'passkey' && (
          <ByPasskey begin={beginProof} check={proofByPasskey} onProven={proven}>
            {children}
          </ByPasskey>
        )}
        {method === 'totp' && (
          <ByApp check={proofByApp} onProven={proven}>
            {children}
          </ByApp>
        )}
        {method === 'recovery_code' && (
          <ByRecoveryCode check={proofByRecoveryCode} onProven={proven}>
            {children}
          </ByRecoveryCode>
        )}
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
        {method === 'email' && withoutMailbox ? (
          <LostMailbox
            methods={others}
            choose={setChosen}
            passkeyElsewhere={state.methods.length > methods.length}
          >
            {withoutMailbox}
          </LostMailbox>
        ) : (
          <OtherMethods methods={others} choose={setChosen} />
        )}
      </Stack>
    </div>
  );
}

/** The `data` of an answer, or a part of it. */
async function mapped<D, T>(
  asked: Promise<Result<{ readonly data: D }>>,
  part: (data: D) => T,
): Promise<Result<T>> {
  const answer = await asked;
  return answer.ok ? { ...answer, data: part(answer.data.data) } : answer;
}

const beginProof = () => mapped(call(beginPasskeyProof, {}, { purpose: 'form' }), (data) => data);
const proofByPasskey = (response: PasskeyAnswer) =>
  mapped(
    call(proveByPasskey, { body: { response } }, { purpose: 'form' }),
    ({ allowed_until }) => allowed_until,
  );
const proofByApp = (code: string) =>
  mapped(
    call(proveByTotp, { body: { code } }, { purpose: 'form' }),
    ({ allowed_until }) => allowed_until,
  );

const proofByRecoveryCode = (code: string) =>
  mapped(
    call(proveByRecoveryCode, { body: { code } }, { purpose: 'form' }),
    ({ allowed_until }) => allowed_until,
  );

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
        <Button
          wide="onPhone"
          onClick={() => void signIn({ extras: { prompt: 'login' }, returnTo })}
        >
          <Trans>Sign in again</Trans>
        </Button>
      </Inline>
    </Stack>
  );
}
