import { Trans } from '@lingui/react/macro';
import { Button, Inline, Page, PageHeading, Spinner, Text } from '@portal/shared-ui';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { css } from '#css';
import type { SessionGate } from './gate.ts';

type SignInProps = {
  readonly gate: Pick<SessionGate, 'signIn'>;
  /** Address within the portal to come back to. */
  readonly returnTo: string;
};

/** Words shown on the way to the identity provider, and a button where the way is not open. */
export function TakingToSignIn({ gate, returnTo }: SignInProps): ReactElement {
  const [stopped, setStopped] = useState(false);

  async function go(automatic: boolean): Promise<void> {
    setStopped(false);
    const leaving = await gate.signIn({ returnTo, automatic }).catch(() => false);
    if (!leaving) setStopped(true);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => void go(true), []);

  if (!stopped) {
    return (
      <Passing>
        <Trans>Taking you to sign-in</Trans>
      </Passing>
    );
  }
  return (
    <Page>
      <PageHeading>
        <Trans>Please sign in</Trans>
      </PageHeading>
      <Text>
        <Trans>This page is for members. Please sign in to see it.</Trans>
      </Text>
      <Inline>
        <Button onClick={() => go(false)}>
          <Trans>Sign in</Trans>
        </Button>
      </Inline>
    </Page>
  );
}

export function SigningOut(): ReactElement {
  return (
    <Passing>
      <Trans>Signing you out</Trans>
    </Passing>
  );
}

/** One quiet line and a spinner, where a page would be. */
export function Passing({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div className={place} role="status">
      <span aria-hidden="true">
        <Spinner />
      </span>
      <h1 tabIndex={-1} className={words}>
        {children}
      </h1>
    </div>
  );
}

const place = css({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: '4',
  minHeight: '50dvh',
  px: '4',
  textAlign: 'center',
});
const words = css({ textStyle: 'subheading', color: 'ink' });
