import { Trans } from '@lingui/react/macro';
import { Banner, Inline, LinkButton, Stack } from '@portal/kit/ui';
import type { ReactNode } from 'react';
import { SignInButton } from './sign-in-button.tsx';

type Props = {
  readonly tone: 'success' | 'warning';
  /** Makes this browser known at the sign-in, see `DEVICE_TOKEN_PARAMETER`. */
  readonly deviceToken?: string | undefined;
  readonly children: ReactNode;
};

export function MailLinkOutcome({ tone, deviceToken, children }: Props) {
  return (
    <Stack gap="lg">
      <Banner tone={tone}>{children}</Banner>
      <Inline>
        <SignInButton deviceToken={deviceToken} />
        <LinkButton wide="onPhone" to="/reset-password" variant="outline">
          <Trans>Set a new password</Trans>
        </LinkButton>
      </Inline>
    </Stack>
  );
}

type SetProps = { readonly email?: string; readonly deviceToken?: string | undefined };

export function PasswordIsSet({ email, deviceToken }: SetProps) {
  return (
    <Stack gap="lg">
      <Banner tone="success">
        <Trans>
          You can now sign in with your new password. To be safe, we have signed you out on all
          devices.
        </Trans>
      </Banner>
      <Inline>
        <SignInButton email={email} deviceToken={deviceToken} />
      </Inline>
    </Stack>
  );
}
