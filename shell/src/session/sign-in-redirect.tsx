import { Trans } from '@lingui/react/macro';
import { Button, Inline, Page, PageHeading, Text } from '@portal/shared-ui';
import { type ReactElement, useEffect, useState } from 'react';
import { ProgressMessage } from './progress-message.tsx';
import type { SessionGuard } from './session-guard.ts';

type SignInProps = {
  readonly session: Pick<SessionGuard, 'signIn'>;
  /** Address within the portal to come back to. */
  readonly returnTo: string;
};

/**
 * Goes to the identity provider's sign-in, and says so. Where the automatic sign-in was refused, a
 * button starts one.
 */
export function SignInRedirect({ session, returnTo }: SignInProps): ReactElement {
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
