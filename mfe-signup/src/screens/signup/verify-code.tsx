import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '@portal/kit/api';
import { signUpWithLine, startWithSignUpToken } from '@portal/kit/auth';
import { type EndpointAnswer, signUp, verifyPublicCode } from '@portal/kit/contract';
import { type LoaderFunctionArgs, useGo, useLocale } from '@portal/kit/routing';
import { Banner, Button, Card, Inline, LinkButton, Spinner, Stack, Text } from '@portal/kit/ui';
import {
  type Action,
  ApiErrorBanner,
  apiErrorCode,
  FlowPage,
  formCall,
  useAction,
} from '@portal/kit/ui/forms';
import { CodeForm } from '@portal/kit/ui/step-up';
import { type ReactNode, useState } from 'react';
import { NewPasswordForm } from '../../flow/new-password-form.tsx';
import { SignInButton } from '../../flow/sign-in-button.tsx';
import { signedUp } from '../../flow/signed-up.ts';
import { usePublicCode } from '../../flow/use-public-code.ts';
import { type SignUpState, STEPS, signUpFlow, ticketOf, useStepNames } from './flow.ts';
import { TakenNote } from './line/handover.tsx';

export const loader = ({ request }: LoaderFunctionArgs) => signUpFlow.openStep(request);

/** Second step: the code, and after the right code the password; a ticket needs no password. */
export function Component() {
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

function StageHeading({ kind }: { readonly kind: SignUp['stage']['kind'] }) {
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

function EnterCode({ state, signUp, action }: Props) {
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

  const request = sent.code.request ?? '';
  const common = {
    type: 'signup',
    sent: sent.code,
    onRefused: signUp.refused,
    onTried: (code: typeof sent.code) => setSent(signUpFlow.send({ type: 'codeTried', code }).sent),
    resend: { action: sending.action, send: sendAnother },
  } as const;

  return (
    <Card gap="md">
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
          check={(code) =>
            formCall(verifyPublicCode, { body: { type: 'signup', email, code, request } })
          }
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
    </Card>
  );
}

/** Shown until the identity provider has opened the session. */
function SignUpComplete() {
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

const StartAgain = () => <Trans>Start again with LINE</Trans>;

/** Says that the ticket has expired or was used: it is good once, for 30 minutes. */
function TicketExpired() {
  const [busy, setBusy] = useState(false);
  return (
    <Stack gap="lg">
      <Banner tone="warning">
        <Trans>Too much time has passed since you came from LINE. Start again.</Trans>
      </Banner>
      <Inline>
        <Button
          wide="onPhone"
          busy={busy}
          onClick={() => {
            setBusy(true);
            void signUpWithLine();
          }}
        >
          <Trans>Sign up with LINE</Trans>
        </Button>
        <LinkButton wide="onPhone" to="/signup" variant="outline">
          <Trans>Choose another way</Trans>
        </LinkButton>
      </Inline>
    </Stack>
  );
}

type ChoosePasswordProps = {
  readonly email: string;
  readonly code: string;
  readonly signUp: SignUp;
  readonly action: Action;
};

function ChoosePassword({ email, code, signUp, action }: ChoosePasswordProps) {
  const { t } = useLingui();
  return (
    <NewPasswordForm
      email={email}
      action={action}
      send={(password) => signUp.ask(code, password)}
      onDone={signUp.signedUp}
      onRefused={signUp.refused}
      field={{ label: t`Password`, autoFocus: true }}
      submitLabel={<Trans>Create the account</Trans>}
    />
  );
}

type EmailTakenProps = {
  readonly email: string;
  /** For a visitor who came with an account at another service. */
  readonly note?: ReactNode;
};

/** Shown only after the right code, to somebody who can read the mail of that address. */
function EmailTaken({ email, note }: EmailTakenProps) {
  return (
    <Stack gap="lg">
      <Banner tone="info">
        {note ?? <Trans>There is already an account with {email}. Sign in.</Trans>}
      </Banner>
      <Inline>
        <SignInButton email={email} />
        <LinkButton wide="onPhone" to={STEPS.email} variant="outline">
          <Trans>Use another address</Trans>
        </LinkButton>
        <LinkButton to="/reset-password" variant="link">
          <Trans>Forgot your password?</Trans>
        </LinkButton>
      </Inline>
    </Stack>
  );
}

/** The stage within the second step. The code is kept in memory only, so a reload asks for it again. */
type Stage =
  | { readonly kind: 'code' }
  | { readonly kind: 'password'; readonly code: string }
  | { readonly kind: 'email-taken' }
  | { readonly kind: 'ticket-expired' }
  /** On the way to the identity provider, which opens a session by the sign-up's token. */
  | { readonly kind: 'complete' };

type SignUp = ReturnType<typeof useSignUp>;

function useSignUp(state: SignUpState) {
  const { sent } = state;
  const ticket = ticketOf(state);
  const locale = useLocale();
  const go = useGo();
  const [stage, setStage] = useState<Stage>({ kind: 'code' });

  return {
    stage,
    /** Calls POST /signup with the password or with the ticket. */
    async ask(code: string, password?: string) {
      if (!sent) throw new Error('No code was sent');
      const body = {
        email: sent.code.to,
        code,
        request: sent.code.request ?? '',
        terms_version: sent.terms,
        locale,
        ...(ticket === undefined ? { password } : { connection_ticket: ticket }),
      };
      return formCall(signUp, { body });
    },
    codeAccepted: (code: string) => setStage({ kind: 'password', code }),
    signedUp({ access_token }: EndpointAnswer<typeof signUp>) {
      signUpFlow.forget();
      signedUp.write({ withPassword: ticket === undefined });
      setStage({ kind: 'complete' });
      void startWithSignUpToken(access_token);
    },
    /** Returns true if the refusal changed the stage, false if the form has to show the error. */
    refused(error: ApiError): boolean {
      if (error.kind === 'api' && error.descriptions?.terms_version) {
        signUpFlow.send({ type: 'termsChanged' });
        go(STEPS.email);
        return true;
      }
      const next = STAGE_AFTER[apiErrorCode(error) ?? ''];
      if (next) setStage(next);
      return next !== undefined && next.kind !== 'code';
    },
  };
}

const STAGE_AFTER: Readonly<Record<string, Stage>> = {
  'user.signup.email_exists': { kind: 'email-taken' },
  'token.not_found': { kind: 'ticket-expired' },
  // The code expired while the password was being typed.
  'user.signup.code_invalid': { kind: 'code' },
};
