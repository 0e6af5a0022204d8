import { letThrough } from '@portal/shared-auth';
import type { Guard } from '@portal/shared-routing';
import { href, Navigate, useLocale, useLocation } from '@portal/shared-routing';
import { type ComponentType, type ReactElement, useEffect, useState } from 'react';
import type { WelcomeState } from '../screens/welcome-state.ts';
import { CancelledAccount } from '../session/cancelled-account.tsx';
import type { SessionGate } from '../session/gate.ts';
import { SigningOut, TakingToSignIn } from '../session/passing-words.tsx';
import { useFacts, useLeaving } from '../session/use-session.ts';
import { verdictOf } from './guard.ts';

type Props = {
  readonly guard: Guard;
  readonly gate: SessionGate;
  readonly screen: ComponentType;
};

/** A screen behind its guard, and what stands in its place when the guard does not let it show. */
export function GuardedScreen({ guard, gate, screen: Screen }: Props): ReactElement | null {
  const locale = useLocale();
  const { pathname, search, hash } = useLocation();
  const leaving = useLeaving();
  const verdict = verdictOf(guard, useFacts());
  const [wasShown, setWasShown] = useState(false);
  useEffect(() => {
    if (verdict === 'show') setWasShown(true);
  }, [verdict]);

  const here = pathname + search + hash;
  if (verdict === 'show') return <Screen />;
  if (verdict === 'cancelled') return <CancelledAccount />;
  if (leaving) return <SigningOut />;
  if (verdict === 'home') return <GoOn />;
  if (verdict === 'wait') return null;
  // The session ended under the member's hands: say so instead of whisking them away.
  if (wasShown) {
    const state: WelcomeState = { notice: 'signed-out', returnTo: here };
    return <Navigate replace to={href('/', locale)} state={state} />;
  }
  return <TakingToSignIn gate={gate} returnTo={here} />;
}

/** The address is verified: on to where the sign-in was leading, or home. */
function GoOn(): ReactElement {
  const locale = useLocale();
  const [to] = useState(() => letThrough('/verify-user', locale));
  return <Navigate replace to={to} />;
}
