import { type ApiError, call, type Result } from '@portal/shared-api';
import { startWithSignUpToken } from '@portal/shared-auth';
import { type EndpointAnswer, signUp } from '@portal/shared-contract';
import { useGo, useLocale } from '@portal/shared-routing';
import { codeOf } from '@portal/shared-ui/forms';
import { useState } from 'react';
import { type SignUpState, STEPS, signUpFlow } from './flow.ts';

/** How far the second step has come. The code stands in this page's memory alone: a reload asks again. */
export type Stage =
  | { readonly kind: 'code' }
  | { readonly kind: 'password'; readonly code: string }
  | { readonly kind: 'taken' }
  | { readonly kind: 'line-gone' }
  /** On the way to the identity provider, which opens a session by the sign-up's token. */
  | { readonly kind: 'signed-up' };

export type SignedUp = EndpointAnswer<typeof signUp>;

export type SignUp = {
  readonly stage: Stage;
  /** POST /signup: with the password, or with what LINE has handed over. */
  readonly ask: (code: string, password?: string) => Promise<Result<SignedUp>>;
  readonly codeAccepted: (code: string) => void;
  readonly signedUp: (answer: SignedUp) => void;
  /** True where the refusal changes what is shown, false where the form says it. */
  readonly refused: (error: ApiError) => boolean;
};

/** The end of the sign-up: what POST /signup is asked, and what follows from its answers. */
export function useSignUp({ sent, line }: SignUpState): SignUp {
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
        terms_version: sent.terms,
        locale,
        ...(line ? { connection_ticket: line.ticket } : { password }),
      };
      return call(signUp, { body }, { purpose: 'form' });
    },
    codeAccepted: (code) => setStage({ kind: 'password', code }),
    signedUp({ access_token }) {
      signUpFlow.forget();
      setStage({ kind: 'signed-up' });
      void startWithSignUpToken(access_token);
    },
    refused(error) {
      if (error.kind === 'api' && error.descriptions?.terms_version) {
        signUpFlow.send({ type: 'termsChanged' });
        go(STEPS.email);
        return true;
      }
      const next = STAGE_AFTER[codeOf(error) ?? ''];
      if (next) setStage(next);
      return next !== undefined && next.kind !== 'code';
    },
  };
}

const STAGE_AFTER: Readonly<Record<string, Stage>> = {
  'user.signup.email_exists': { kind: 'taken' },
  'token.not_found': { kind: 'line-gone' },
  // It has ended while the password was being chosen.
  'user.signup.code_invalid': { kind: 'code' },
};
