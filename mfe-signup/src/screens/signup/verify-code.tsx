import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '@portal/shared-api';
import { verifyPublicCode } from '@portal/shared-contract';
import type { LoaderFunctionArgs } from '@portal/shared-routing';
import { announce, Card, Inline, LinkButton, Stack } from '@portal/shared-ui';
import { type Action, FlowPage, Problem, useAction } from '@portal/shared-ui/forms';
import { CodeForm } from '@portal/shared-ui/step-up';
import { type ReactElement, useState } from 'react';
import { usePublicCode } from '../../flow/use-public-code.ts';
import { ChoosePassword } from './choose-password.tsx';
import { type SignUpState, STEPS, signUpFlow } from './flow.ts';
import { LineGone } from './line-gone.tsx';
import { SignedUp } from './signed-up.tsx';
import { useStepNames } from './step-names.ts';
import { Taken } from './taken.tsx';
import { type SignUp, useSignUp } from './use-sign-up.ts';

export const loader = ({ request }: LoaderFunctionArgs) => signUpFlow.openStep(request);

/** Second step: the code first; once it is right, the password, unless LINE takes its place. */
export function Component(): ReactElement {
  const [state] = useState(signUpFlow.state);
  const signUp = useSignUp(state);
  const action = useAction();
  const { stage } = signUp;
  return (
    <FlowPage heading={<StageHeading kind={stage.kind} />} steps={useStepNames()} current={1}>
      {stage.kind === 'code' && <EnterCode state={state} signUp={signUp} action={action} />}
      {stage.kind === 'password' && (
        <ChoosePassword
          email={state.sent?.code.to ?? ''}
          code={stage.code}
          signUp={signUp}
          action={action}
        />
      )}
      {stage.kind === 'taken' && (
        <Taken email={state.sent?.code.to ?? ''} withLine={state.line !== undefined} />
      )}
      {stage.kind === 'line-gone' && <LineGone />}
      {stage.kind === 'signed-up' && <SignedUp />}
    </FlowPage>
  );
}

function StageHeading({ kind }: { readonly kind: SignUp['stage']['kind'] }): ReactElement {
  switch (kind) {
    case 'code':
      return <Trans>Enter the code</Trans>;
    case 'password':
      return <Trans>Choose your password</Trans>;
    case 'taken':
      return <Trans>You have an account already</Trans>;
    case 'line-gone':
      return <Trans>Please begin again with LINE</Trans>;
    case 'signed-up':
      return <Trans>Your account is ready</Trans>;
  }
}

type Props = {
  readonly state: SignUpState;
  readonly signUp: SignUp;
  /** Of the request that ends the sign-up: why it has led back here. */
  readonly action: Action;
};

function EnterCode({ state, signUp, action }: Props): ReactElement | null {
  const { t } = useLingui();
  const [sent, setSent] = useState(state.sent);
  const sending = usePublicCode('signup');
  if (!sent) return null;
  const { to: email } = sent.code;

  async function sendAnother(): Promise<boolean> {
    const code = await sending.send(email);
    if (!code) return false;
    action.clear();
    setSent(signUpFlow.send({ type: 'codeSent', code, terms: sent?.terms ?? '' }).sent);
    return true;
  }

  const check = (code: string) =>
    call(verifyPublicCode, { body: { type: 'signup', email, code } }, { purpose: 'form' });
  const common = {
    type: 'signup',
    sent: sent.code,
    checksItself: true,
    onRefused: signUp.refused,
    onTried: (code: typeof sent.code) => setSent(signUpFlow.send({ type: 'codeTried', code }).sent),
    resend: { action: sending.action, send: sendAnother },
  } as const;

  return (
    <Card>
      <Stack gap="md">
        <Problem error={action.error} />
        {state.line ? (
          // With LINE there is nothing more to ask for: the right code ends the sign-up.
          <CodeForm
            key={sent.code.expiresAt}
            {...common}
            check={(code) => signUp.ask(code)}
            onVerified={signUp.signedUp}
          />
        ) : (
          <CodeForm
            key={sent.code.expiresAt}
            {...common}
            check={check}
            onVerified={(_, code) => {
              announce(t`The code is right. Please choose your password.`);
              action.clear();
              signUp.codeAccepted(code);
            }}
          />
        )}
        <Inline>
          <LinkButton to={STEPS.email} variant="link">
            <Trans>Use another address</Trans>
          </LinkButton>
        </Inline>
      </Stack>
    </Card>
  );
}
