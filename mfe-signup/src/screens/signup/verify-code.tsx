import { Trans } from '@lingui/react/macro';
import { call } from '@portal/kit/api';
import { verifyPublicCode } from '@portal/kit/contract';
import type { LoaderFunctionArgs } from '@portal/kit/routing';
import { Card, Inline, LinkButton, Spinner, Stack, Text } from '@portal/kit/ui';
import { type Action, ApiErrorBanner, FlowPage, useAction } from '@portal/kit/ui/forms';
import { CodeForm } from '@portal/kit/ui/step-up';
import { type ReactElement, useState } from 'react';
import { usePublicCode } from '../../flow/use-public-code.ts';
import { ChoosePassword } from './choose-password.tsx';
import { EmailTaken } from './email-taken.tsx';
import { type SignUpState, STEPS, signUpFlow, ticketOf } from './flow.ts';
import { StartAgain, TicketExpired } from './line/expired.tsx';
import { TakenNote } from './line/notes.tsx';
import { useStepNames } from './step-names.ts';
import { type SignUp, useSignUp } from './use-sign-up.ts';

export const loader = ({ request }: LoaderFunctionArgs) => signUpFlow.openStep(request);

/**
 * Second step: the code, and after the right code the password; a ticket needs no password.
 */
export function Component(): ReactElement {
  const [state] = useState(signUpFlow.state);
  const signUp = useSignUp(state);
  const action = useAction();
  const { stage } = signUp;
  const email = state.sent?.code.to ?? '';
  const hasTicket = ticketOf(state) !== undefined;
  const steps = useStepNames({ withPassword: !hasTicket });
  return (
    <FlowPage
      heading={<StageHeading kind={stage.kind} />}
      steps={steps}
      current={stage.kind === 'complete' ? steps.length - 1 : stage.kind === 'password' ? 2 : 1}
      namesPage
    >
      {stage.kind === 'code' && <EnterCode state={state} signUp={signUp} action={action} />}
      {stage.kind === 'password' && (
        <ChoosePassword email={email} code={stage.code} signUp={signUp} action={action} />
      )}
      {stage.kind === 'email-taken' && (
        <EmailTaken email={email} note={hasTicket ? <TakenNote email={email} /> : undefined} />
      )}
      {stage.kind === 'ticket-expired' && <TicketExpired />}
      {stage.kind === 'complete' && <SignUpComplete />}
    </FlowPage>
  );
}

function StageHeading({ kind }: { readonly kind: SignUp['stage']['kind'] }): ReactElement {
  switch (kind) {
    case 'code':
      return <Trans>Enter the code</Trans>;
    case 'password':
      return <Trans>Choose your password</Trans>;
    case 'email-taken':
      return <Trans>You already have an account</Trans>;
    case 'ticket-expired':
      return <StartAgain />;
    case 'complete':
      return <Trans>Your account is ready</Trans>;
  }
}

type Props = {
  readonly state: SignUpState;
  readonly signUp: SignUp;
  /** The action that completes the sign-up; its error says why it led back to the code. */
  readonly action: Action;
};

function EnterCode({ state, signUp, action }: Props): ReactElement | null {
  const [sent, setSent] = useState(state.sent);
  const sending = usePublicCode('signup');
  if (!sent) return null;
  const { to: email } = sent.code;

  async function sendAnother(): Promise<boolean> {
    const code = await sending.send(email, sent?.code);
    if (!code) return false;
    action.clear();
    setSent(signUpFlow.send({ type: 'codeSent', code, terms: sent?.terms ?? '' }).sent);
    return true;
  }

  const check = (code: string) =>
    call(
      verifyPublicCode,
      { body: { type: 'signup', email, code, request: sent.code.request ?? '' } },
      { purpose: 'form' },
    );
  const common = {
    type: 'signup',
    sent: sent.code,
    onRefused: signUp.refused,
    onTried: (code: typeof sent.code) => setSent(signUpFlow.send({ type: 'codeTried', code }).sent),
    resend: { action: sending.action, send: sendAnother },
  } as const;

  return (
    <Card>
      <Stack gap="md">
        <ApiErrorBanner error={action.error} />
        {ticketOf(state) !== undefined ? (
          // With a ticket the right code completes the sign-up.
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

/** Shown until the identity provider has opened the session. */
function SignUpComplete(): ReactElement {
  return (
    <div role="status">
      <Inline>
        <Spinner />
        <Text>
          <Trans>Signing you in. Your details come next.</Trans>
        </Text>
      </Inline>
    </div>
  );
}
