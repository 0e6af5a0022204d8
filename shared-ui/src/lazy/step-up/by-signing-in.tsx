import { Trans } from '@lingui/react/macro';
import { signIn } from '@portal/shared-auth';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../button.tsx';
import { Inline, Stack, Text } from '../../layout.tsx';

/** OpenID Connect Core §3.1.2.1: the provider asks again, however recent its own session is. */
const SIGN_IN_NOW = { prompt: 'login', max_age: '0' };

/** Sends the member to the identity provider to sign in once more, and back to this screen. */
export function BySigningIn({ children }: { readonly children?: ReactNode }): ReactElement {
  const { pathname, search } = window.location;
  const returnTo = pathname + search;
  return (
    <Stack gap="md">
      {children}
      <Text>
        <Trans>Please sign in again to continue.</Trans>
      </Text>
      <Inline>
        <Button wide="onPhone" onClick={() => void signIn({ extras: SIGN_IN_NOW, returnTo })}>
          <Trans>Sign in</Trans>
        </Button>
      </Inline>
    </Stack>
  );
}
