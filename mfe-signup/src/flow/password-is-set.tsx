import { Trans } from '@lingui/react/macro';
import { Banner, Inline, Stack } from '@portal/kit/ui';
import type { ReactElement } from 'react';
import { SignInButton } from './sign-in-button.tsx';

type Props = { readonly email?: string; readonly deviceToken?: string | undefined };

/** Says that the password is set, and offers to sign in. */
export function PasswordIsSet({ email, deviceToken }: Props): ReactElement {
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
