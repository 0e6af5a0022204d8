import { Trans } from '@lingui/react/macro';
import { Banner, Inline, LinkButton, Stack } from '@portal/kit/ui';
import type { ReactElement, ReactNode } from 'react';
import { SignInButton } from '../../flow/sign-in-button.tsx';
import { STEPS } from './flow.ts';

type Props = {
  readonly email: string;
  /** For a visitor who came with an account at another service. */
  readonly note?: ReactNode;
};

/**
 * Shown only after the right code, to somebody who can read the mail of that address.
 */
export function EmailTaken({ email, note }: Props): ReactElement {
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
