import { Trans } from '@lingui/react/macro';
import { afterPostSignInStep } from '@portal/shared-auth';
import {
  type Guard,
  href,
  Navigate,
  useLoaderData,
  useLocale,
  useLocation,
} from '@portal/shared-routing';
import { Button, Inline, Page, PageHeading, Text } from '@portal/shared-ui';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import type { WelcomeState } from '../page/welcome-state.ts';
import { decideGuard } from '../session/guard.ts';
import { ProgressMessage, SigningOut } from '../session/progress-message.tsx';
import type { SessionGuard } from '../session/session-guard.ts';
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
export function GuardedScreen({ guard, session, screen }: Props) {
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
function ContinueSignIn() {
  const locale = useLocale();
  const [to] = useState(() => afterPostSignInStep('/verify-user', locale));
  return <Navigate replace to={to} />;
}

type SignInProps = {
  readonly session: Pick<SessionGuard, 'signIn'>;
  /** Address within the portal to come back to. */
  readonly returnTo: string;
};

/**
 * Goes to the identity provider's sign-in, and says so. Where the automatic sign-in was refused, a button starts one.
 */
function SignInRedirect({ session, returnTo }: SignInProps) {
  const [stopped, setStopped] = useState(false);

  async function start(automatic: boolean): Promise<void> {
    setStopped(false);
    const started = await session.signIn({ returnTo, automatic }).catch(() => false);
    if (!started) setStopped(true);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => void start(true), []);

  if (!stopped) {
    return (
      <ProgressMessage>
        <Trans>Opening the sign-in page</Trans>
      </ProgressMessage>
    );
  }
  return (
    <Page>
      <PageHeading namesPage>
        <Trans>Sign in to continue</Trans>
      </PageHeading>
      <Text>
        <Trans>This page is for members. Sign in to see it.</Trans>
      </Text>
      <Inline>
        <Button onClick={() => start(false)}>
          <Trans>Sign in</Trans>
        </Button>
      </Inline>
    </Page>
  );
}
