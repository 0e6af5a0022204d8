import { type ApiError, call, type Result } from '@portal/kit/api';
import { startWithSignUpToken } from '@portal/kit/auth';
import { type EndpointAnswer, signUp } from '@portal/kit/contract';
import { useGo, useLocale } from '@portal/kit/routing';
import { apiErrorCode } from '@portal/kit/ui/forms';
import { useState } from 'react';
import { signedUp } from '../../flow/signed-up.ts';
import { type SignUpState, STEPS, signUpFlow, ticketOf } from './flow.ts';

/** The stage within the second step. The code is kept in memory only, so a reload asks for it again. */
type Stage =
  | { readonly kind: 'code' }
  | { readonly kind: 'password'; readonly code: string }
  | { readonly kind: 'email-taken' }
  | { readonly kind: 'ticket-expired' }
  /** On the way to the identity provider, which opens a session by the sign-up's token. */
  | { readonly kind: 'complete' };

type SignUpAnswer = EndpointAnswer<typeof signUp>;

export type SignUp = {
  readonly stage: Stage;
  /** Calls POST /signup with the password or with the ticket. */
  readonly ask: (code: string, password?: string) => Promise<Result<SignUpAnswer>>;
  readonly codeAccepted: (code: string) => void;
  readonly signedUp: (answer: SignUpAnswer) => void;
  /** Returns true if the refusal changed the stage, false if the form has to show the error. */
  readonly refused: (error: ApiError) => boolean;
};

export function useSignUp(state: SignUpState): SignUp {
  const { sent } = state;
  const ticket = ticketOf(state);
  const locale = useLocale();
  const go = useGo();
  const [stage, setStage] = useState<Stage>({ kind: 'code' });

  return {
    stage,
    async ask(code, password) {
      if (!sent) throw new Error('No code was sent');
      const body = {
        email: sent.code.to,
        code,
        request: sent.code.request ?? '',
        terms_version: sent.terms,
        locale,
        ...(ticket === undefined ? { password } : { connection_ticket: ticket }),
      };
      return call(signUp, { body }, { purpose: 'form' });
    },
    codeAccepted: (code) => setStage({ kind: 'password', code }),
    signedUp({ access_token }) {
      signUpFlow.forget();
      signedUp.write({ withPassword: ticket === undefined });
      setStage({ kind: 'complete' });
      void startWithSignUpToken(access_token);
    },
    refused(error) {
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
