import { useLingui } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { loadMember } from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import {
  type Deferred,
  deferred,
  type LoaderFunctionArgs,
  useLoaderData,
} from '@portal/kit/routing';
import { type ReactNode, useState } from 'react';
import { signedUp } from '../../flow/signed-up.ts';
import { useContinueAfterStep } from '../../flow/use-continue-after-step.ts';
import { WhenLoaded } from '../../flow/when-loaded.tsx';
import { useStepNames as useSignUpStepNames } from '../signup/flow.ts';
import { registerFlow } from './flow.ts';

const PAGES = ['form', 'confirm', 'complete'] as const;

type Steps = { readonly steps: readonly string[]; readonly current: number };

/** After a sign-up its steps are counted on, the profile being the last; else the profile has its own. */
export function useSteps(page: (typeof PAGES)[number]): Steps {
  const { t } = useLingui();
  const [after] = useState(() => signedUp.read());
  const ofSignUp = useSignUpStepNames({ withPassword: after?.withPassword ?? true });
  if (after && page === 'complete') return { steps: [], current: 0 };
  if (after) return { steps: ofSignUp, current: ofSignUp.length - 1 };
  return {
    steps: [
      t({ context: 'step', message: 'Details' }),
      t({ context: 'step', message: 'Check' }),
      t({ context: 'step', message: 'Done' }),
    ],
    current: PAGES.indexOf(page),
  };
}

/** Leaves the registration, done or put off, for where the member was going. The sign-up is over. */
export function useLeaveRegister(): () => void {
  const goOn = useContinueAfterStep();
  return () => {
    signedUp.clear();
    goOn('/register');
  };
}

type Data = { readonly member: Deferred<Result<User>> };

export async function loadStep({ request }: LoaderFunctionArgs): Promise<Data | Response> {
  return registerFlow.openStep(request) ?? { member: await deferred(loadMember()) };
}

export function MemberStep({ children }: { readonly children: (member: User) => ReactNode }) {
  const { member } = useLoaderData<Data>();
  return <WhenLoaded data={member}>{children}</WhenLoaded>;
}
