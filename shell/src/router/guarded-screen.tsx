import { afterPostSignInStep } from '@portal/shared-auth';
import type { Guard } from '@portal/shared-routing';
import { href, Navigate, useLoaderData, useLocale, useLocation } from '@portal/shared-routing';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import type { WelcomeState } from '../page/welcome-state.ts';
import { decideGuard } from '../session/guard.ts';
import { SigningOut } from '../session/progress-message.tsx';
import type { SessionGuard } from '../session/session-guard.ts';
import { SignInRedirect } from '../session/sign-in-redirect.tsx';
import { useSessionSnapshot, useSigningOut } from '../session/use-session.ts';
import { isMemberFailure, MissingMember } from './missing-member.tsx';

// Few members ever see it.
const ClosedAccount = lazy(async () => {
  const { ClosedAccount: Component } = await import('../session/closed-account.tsx');
  return { default: Component };
});

type Props = {
  readonly guard: Guard;
  readonly session: SessionGuard;
  readonly screen: ReactElement;
};

/** A screen behind its guard, and what stands in its place when the guard does not show it. */
export function GuardedScreen({ guard, session, screen }: Props): ReactElement | null {
  const locale = useLocale();
  const { pathname, search, hash } = useLocation();
  const data = useLoaderData<unknown>();
  const signingOut = useSigningOut();
  const decision = decideGuard(guard, useSessionSnapshot());
  const [wasShown, setWasShown] = useState(false);
  useEffect(() => {
    if (decision === 'show') setWasShown(true);
  }, [decision]);

  const returnTo = pathname + search + hash;
  const isNeeded = decision === 'show' || decision === 'wait';
  if (isNeeded && isMemberFailure(data)) {
    return <MissingMember {...data} hasCome={decision === 'show'} />;
  }
  if (decision === 'show') return screen;
  if (decision === 'closed') {
    return (
      <Suspense>
        <ClosedAccount />
      </Suspense>
    );
  }
  if (signingOut) return <SigningOut />;
  if (decision === 'onward') return <ContinueSignIn />;
  if (decision === 'wait') return null;
  // The session ended while the screen was shown: say so instead of going to the sign-in.
  if (wasShown) {
    const state: WelcomeState = { notice: 'signed-out', returnTo };
    return <Navigate replace to={href('/', locale)} state={state} />;
  }
  return <SignInRedirect session={session} returnTo={returnTo} />;
}

/** The address is verified: on to the next post-sign-in step or the returnTo of the sign-in. */
function ContinueSignIn(): ReactElement {
  const locale = useLocale();
  const [to] = useState(() => afterPostSignInStep('/verify-user', locale));
  return <Navigate replace to={to} />;
}
