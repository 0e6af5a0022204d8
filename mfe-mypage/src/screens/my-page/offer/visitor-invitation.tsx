import { Trans } from '@lingui/react/macro';
import { signIn } from '@portal/shared-auth';
import { isOtherProvider } from '@portal/shared-contract/other-provider';
import { useLocation } from '@portal/shared-routing';
import { Button, Card, Inline, LinkButton, Stack, Text } from '@portal/shared-ui';
import { type ReactElement, useState } from 'react';
import { useRememberReturnTo } from '../../../passports/use-remember-return-to.ts';

/**
 * What a visitor learns from a link: that there is a passport. Signing in and signing up both lead back
 * here; the address is remembered for who signs up at the provider, too.
 */
export function VisitorInvitation(): ReactElement {
  const { pathname, search, hash } = useLocation();
  const rememberThisLink = useRememberReturnTo();
  const [busy, setBusy] = useState(false);

  async function goToSignIn(): Promise<void> {
    setBusy(true);
    rememberThisLink();
    try {
      await signIn({ returnTo: pathname + search + hash });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card>
      <Stack gap="md">
        <Text>
          <Trans>
            Somebody would like to give you an annual passport. Sign in to see from whom it is and
            to accept it.
          </Trans>
        </Text>
        <Inline>
          <Button wide="onPhone" busy={busy} onClick={() => void goToSignIn()}>
            <Trans>Sign in</Trans>
          </Button>
          {!isOtherProvider() && (
            <LinkButton wide="onPhone" to="/signup" variant="outline" onClick={rememberThisLink}>
              <Trans>Sign up for free</Trans>
            </LinkButton>
          )}
        </Inline>
      </Stack>
    </Card>
  );
}
